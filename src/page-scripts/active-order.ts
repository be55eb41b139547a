import { $activeOrders } from '#stores/orders/active-orders.ts'
import { loadActiveOrders } from '#stores/orders/load-active-orders.ts'

/** Asks for the orders under way. The line in view changes its words only: an order that is new or over appears and goes on the next page. */
export const refreshActiveOrder = async (): Promise<void> => {
  await loadActiveOrders()
  const line = document.querySelector<HTMLAnchorElement>('[data-active-order]')
  if (!line || line.hidden) return
  const shown = $activeOrders.get().orders.find(({ number }) => line.href.endsWith(`/${number}`))
  if (shown?.state === 'again' && shown.id !== undefined) orderAgainBy(line, shown.id)
  const words = line.querySelector('b')
  if (words) words.textContent = line.dataset[shown?.state ?? 'other'] ?? ''
}

/** One press puts the order into the basket; without the script the line leads to the order. */
const orderAgainBy = (line: HTMLAnchorElement, orderId: number): void => {
  let isPending = false
  line.dataset['ready'] = ''
  line.addEventListener('click', (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (isPending) return
    isPending = true
    line.ariaBusy = 'true'
    void import('#stores/orders/reorder.ts')
      .then(({ reorder }) => reorder(orderId))
      // Without the script the page of the order has the button.
      .catch(() => location.assign(line.href))
      .finally(() => {
        isPending = false
        line.ariaBusy = null
      })
  })
}
