import type { ClosedCard } from '#islands/favourites/card-actions.ts'
import { loadCardTools } from '#page-scripts/favourites/card-stores.ts'

const SOON_MS = 30 * 60_000
const agreed = new Set<string>()
const keyOf = (id: string): string => `root:door:${id}`

const remember = (id: string): void => {
  agreed.add(id)
  try {
    sessionStorage.setItem(keyOf(id), '1')
  } catch {
    // Asked again on the next page.
  }
}
const isAgreed = (id: string): boolean => {
  try {
    return agreed.has(id) || sessionStorage.getItem(keyOf(id)) !== null
  } catch {
    // A browser that keeps nothing.
    return agreed.has(id)
  }
}

/** The state by the clock of this moment: a page may have stood open since it was true. */
const closedCardOf = ({ doorName = '', doorOpen, doorChanges = '', doorFirst = '', doorMinutes }: DOMStringMap): ClosedCard => {
  const left = doorChanges ? Date.parse(doorChanges) - Date.now() : Infinity
  const open = (doorOpen === '1') === left > 0
  // It closed while the page stood open: when it opens again only a fresh page knows, and the checkout offers the times.
  const state = !open ? 'closed' : left > 0 && left <= SOON_MS && doorOpen === '1' ? 'closesSoon' : 'open'
  return { supplier: doorName, state, changesAt: doorChanges, deliveryFrom: doorFirst, minutes: Number(doorMinutes) }
}

/**
 * Stands before every "add" of a supplier's or a product's page: who adds from a closed supplier, or from one that closes soon, is told first,
 * once for each supplier in a tab. The press goes on by itself when they agree.
 */
export const startClosedSupplier = (): void => {
  const page = document.querySelector<HTMLElement>('[data-door]')
  if (!page) return
  const id = page.dataset['door'] ?? ''
  let isAsking = false
  document.addEventListener(
    'click',
    (event) => {
      const button = (event.target as Element).closest<HTMLElement>('[data-add]')
      if (!button || isAgreed(id)) return
      const closedCard = closedCardOf(page.dataset)
      const stale = closedCard.state === 'closed' && page.dataset['doorOpen'] === '1'
      if (closedCard.state === 'open' || stale) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (isAsking) return
      isAsking = true
      button.focus()
      button.setAttribute('aria-busy', 'true')
      void loadCardTools()
        .then(({ askWhenClosed }) => {
          button.removeAttribute('aria-busy')
          return askWhenClosed(closedCard)
        })
        // Without the script nobody can be asked: the press goes on, and the checkout says it.
        .catch(() => true)
        .then((confirmed) => {
          isAsking = false
          button.removeAttribute('aria-busy')
          if (!confirmed) return
          remember(id)
          button.click()
        })
    },
    true
  )
}
