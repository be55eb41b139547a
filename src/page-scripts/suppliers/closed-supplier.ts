import type { ClosedCard } from '#islands/favourites/card-actions.ts'
import { loadCardTools } from '#page-scripts/favourites/card-stores.ts'

const SOON_MS = 30 * 60_000
const agreed = new Set<string>()
const keyOf = (id: string): string => `root:confirmed:${id}`

const remember = (id: string): void => {
  agreed.add(id)
  try {
    sessionStorage.setItem(keyOf(id), '1')
  } catch {
    // Storage is disabled: asks again on the next page.
  }
}
const isAgreed = (id: string): boolean => {
  try {
    return agreed.has(id) || sessionStorage.getItem(keyOf(id)) !== null
  } catch {
    // Storage is disabled.
    return agreed.has(id)
  }
}

/** The supplier's state at the current time: the page may have been open for a while. */
const closedCardOf = ({
  supplierName = '',
  supplierOpen,
  supplierChanges = '',
  supplierFirst = '',
  supplierMinutes
}: DOMStringMap): ClosedCard => {
  const left = supplierChanges ? Date.parse(supplierChanges) - Date.now() : Infinity
  const open = (supplierOpen === '1') === left > 0
  // Closed while the page was open: only a fresh page knows when it opens again, and the checkout offers the times.
  const state = !open ? 'closed' : left > 0 && left <= SOON_MS && supplierOpen === '1' ? 'closesSoon' : 'open'
  return { supplier: supplierName, state, changesAt: supplierChanges, deliveryFrom: supplierFirst, minutes: Number(supplierMinutes) }
}

/**
 * Intercepts "add" on supplier and product pages and in sheets: before adding from a supplier that is closed or closes soon it asks for confirmation, once
 * per supplier and tab, and then repeats the press.
 */
export const startClosedSupplier = (): void => {
  const page = document.querySelector<HTMLElement>('[data-supplier-page]')
  if (!page) return
  const id = page.dataset['supplierPage'] ?? ''
  let isAsking = false
  document.addEventListener(
    'click',
    (event) => {
      const button = (event.target as Element).closest<HTMLElement>('[data-add], [data-add-chosen]')
      if (!button || isAgreed(id)) return
      const closedCard = closedCardOf(page.dataset)
      const stale = closedCard.state === 'closed' && page.dataset['supplierOpen'] === '1'
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
        // When the script fails to load, the product is added without asking; the checkout checks again.
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
