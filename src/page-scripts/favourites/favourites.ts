import { loadCardTools, announce } from './card-stores.ts'
import { all, onFirstUserEvent } from '#page-scripts/text.ts'
import { hasPendingFavourite, favouritesOf, isSignedIn, isWithoutFavourites, savePendingFavourite } from '#page-scripts/saved-state.ts'

/** Cards, and the containers for the favourite button on supplier and product pages. */
const CONTAINERS = '.product, article.supplier, [data-heart]'

interface Shown {
  type: 'supplier' | 'article'
  id: number
  name: string
}

const shownAt = (container: HTMLElement): Shown => {
  const { heart, product = container.dataset['heartProduct'], supplier = container.dataset['heartSupplier'] } = container.dataset
  // The title of an age-restricted product may have changed since the page was rendered.
  const title = heart === undefined ? container.querySelector('h2, h3') : container.parentElement?.querySelector('h1')
  const name = title?.textContent?.trim() ?? heart ?? ''
  return product ? { type: 'article', id: Number(product), name } : { type: 'supplier', id: Number(supplier), name }
}

const template = (): HTMLTemplateElement | null => document.querySelector('template[data-heart-words]')

/** Renders a favourite button on every card, pressed for the user's favourites. Cached pages contain none, as they are the same for everybody. */
export const renderFavourites = (): void => {
  const favourites = favouritesOf()
  const buttonTemplate = template()
  for (const container of all(CONTAINERS)) {
    const { type, id, name } = shownAt(container)
    if (!container.querySelector(':scope > .heart') && buttonTemplate) container.append(buttonTemplate.content.cloneNode(true))
    const button = container.querySelector<HTMLElement>(':scope > .heart')
    if (!button) continue
    const isSet = favourites[type === 'article' ? 'articles' : 'suppliers'].includes(id)
    // Write only on a change: DOM writes cost more than reads.
    if (button.ariaPressed !== String(isSet)) button.ariaPressed = String(isSet)
    if (button.dataset['name'] === name) continue
    button.dataset['name'] = name
    button.ariaLabel = (buttonTemplate?.dataset['heartWords'] ?? '@').replace('@', name)
  }
}

const press = async (button: HTMLElement): Promise<void> => {
  const container = button.parentElement
  if (!container) return
  const { type, id } = shownAt(container)
  // Optimistic for users; a guest is asked to sign in first.
  if (isSignedIn()) {
    const isSet = button.ariaPressed !== 'true'
    button.ariaPressed = String(isSet)
    savePendingFavourite({ type, id, isSet })
  }
  try {
    const { toggleFavourite } = await loadCardTools()
    await toggleFavourite({ type, id })
  } catch {
    // The script could not be loaded.
    announce(document.querySelector<HTMLElement>('[data-words]')?.dataset['offline'] ?? '')
  }
  renderFavourites()
}

/** A user event or a new session has come: the stores may be loaded. */
let mayLoad = false

/** Loads the stores when presses are pending, or the page has buttons and the user's favourites are not saved here. */
const loadPending = (): void => {
  mayLoad = true
  if (isSignedIn() && (hasPendingFavourite() || (isWithoutFavourites() && document.querySelector('.heart'))))
    void loadCardTools().then(({ startFavouriteKeys }) => startFavouriteKeys())
}

/** Renders the buttons of cards that came later, whose favourites may not be known yet. */
export const renderLater = (): void => {
  renderFavourites()
  if (mayLoad) loadPending()
}

const onUserEvent = (): void => {
  loadPending()
  // Optional: without a connection the line of an order stays as it is.
  if (isSignedIn() && document.querySelector('[data-active-order]'))
    loadCardTools().then(
      ({ refreshActiveOrder }) => refreshActiveOrder(),
      () => undefined
    )
}

export const startFavourites = (): void => {
  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('.heart')
    if (!button) return
    event.preventDefault()
    // Safari does not focus a pressed button; dialogs return the focus to it.
    button.focus()
    void press(button)
  })
  for (const name of ['favourites:change', 'session:change']) document.addEventListener(name, renderFavourites)
  document.addEventListener('session:change', loadPending)
  addEventListener('storage', renderFavourites)
  addEventListener('pageshow', ({ persisted }) => persisted && renderFavourites())
  onFirstUserEvent(onUserEvent)
  renderFavourites()
  if (hasPendingFavourite()) loadPending()
}
