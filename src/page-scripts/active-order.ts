import { $activeOrders, loadActiveOrders } from '#stores/orders/active-orders.ts'

/** Asks for the orders under way. The line in view changes its words only: an order that is new or over appears and goes on the next page. */
export const refreshActiveOrder = async (): Promise<void> => {
  await loadActiveOrders()
  const line = document.querySelector<HTMLAnchorElement>('[data-active-order]')
  if (!line || line.hidden) return
  const shown = $activeOrders.get().orders.find(({ number }) => line.href.endsWith(`/${number}`))
  const words = line.querySelector('b')
  if (words) words.textContent = line.dataset[shown?.state ?? 'other'] ?? ''
}
