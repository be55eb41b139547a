import { loadCardTools, announce } from './card-stores.ts'
import { all, USER_EVENTS } from '#page-scripts/text.ts'
import { hasPendingFavourite, favouritesOf, isSignedIn, isWithoutFavourites, savePendingFavourite } from '#page-scripts/saved-state.ts'

/** Cards, and the places that the pages of a supplier and of a product keep for their heart. */
const CONTAINERS = '.product, article.supplier, [data-heart]'

interface Shown {
  type: 'supplier' | 'article'
  id: number
  name: string
}

const shownAt = (place: HTMLElement): Shown => {
  const { heart, product = place.dataset['heartProduct'], supplier = place.dataset['heartSupplier'] } = place.dataset
  // A veil may have been lifted from the title beside it.
  const title = heart === undefined ? place.querySelector('h2, h3') : place.parentElement?.querySelector('h1')
  const name = title?.textContent?.trim() ?? heart ?? ''
  return product ? { type: 'article', id: Number(product), name } : { type: 'supplier', id: Number(supplier), name }
}

const template = (): HTMLTemplateElement | null => document.querySelector('template[data-heart-words]')

/** A heart on every card, full where the person signed in has set it. Pages hold none: they are the same for everybody. */
export const renderFavourites = (): void => {
  const hearts = favouritesOf()
  const heart = template()
  for (const place of all(CONTAINERS)) {
    const { type, id, name } = shownAt(place)
    if (!place.querySelector(':scope > .heart') && heart) place.append(heart.content.cloneNode(true))
    const button = place.querySelector<HTMLElement>(':scope > .heart')
    if (!button) continue
    const isSet = hearts[type === 'article' ? 'articles' : 'suppliers'].includes(id)
    // A place that was not painted yet, or says something else now: writing costs more than looking.
    if (button.ariaPressed !== String(isSet)) button.ariaPressed = String(isSet)
    if (button.dataset['name'] === name) continue
    button.dataset['name'] = name
    button.ariaLabel = (heart?.dataset['heartWords'] ?? '@').replace('@', name)
  }
}

const press = async (button: HTMLElement): Promise<void> => {
  const place = button.parentElement
  if (!place) return
  const { type, id } = shownAt(place)
  // At once, where it will be so; a guest is asked to sign in first.
  if (isSignedIn()) {
    const isSet = button.ariaPressed !== 'true'
    button.ariaPressed = String(isSet)
    savePendingFavourite({ type, id, isSet })
  }
  try {
    const { toggleFavourite } = await loadCardTools()
    await toggleFavourite({ type, id })
  } catch {
    // The script did not come.
    announce(document.querySelector<HTMLElement>('[data-words]')?.dataset['offline'] ?? '')
  }
  renderFavourites()
}

/** Somebody signed in whose hearts are not known here, or who pressed one before signing in. */
const loadPending = (): void => {
  if (isSignedIn() && (isWithoutFavourites() || hasPendingFavourite()))
    void loadCardTools().then(({ startFavouriteKeys }) => startFavouriteKeys())
}

const onUserEvent = (): void => {
  for (const sign of USER_EVENTS) removeEventListener(sign, onUserEvent)
  loadPending()
}

export const startFavourites = (): void => {
  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('.heart')
    if (!button) return
    event.preventDefault()
    // Safari gives a pressed button no focus; dialogs return it to where it was.
    button.focus()
    void press(button)
  })
  for (const name of ['favourites:change', 'session:change']) document.addEventListener(name, renderFavourites)
  document.addEventListener('session:change', loadPending)
  addEventListener('storage', renderFavourites)
  addEventListener('pageshow', ({ persisted }) => persisted && renderFavourites())
  for (const sign of USER_EVENTS) addEventListener(sign, onUserEvent, { passive: true })
  renderFavourites()
  if (hasPendingFavourite()) loadPending()
}
