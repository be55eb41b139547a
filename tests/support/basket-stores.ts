/** The stores of the basket as the tab that is open now has them. */
export const importBasket = async () => ({
  ...(await import('#stores/baskets/actions.ts')),
  ...(await import('#stores/baskets/flags.ts')),
  ...(await import('#stores/baskets/load.ts')),
  ...(await import('#stores/baskets/shown.ts')),
  ...(await import('#stores/baskets/start.ts'))
})
export type BasketStores = Awaited<ReturnType<typeof importBasket>>
