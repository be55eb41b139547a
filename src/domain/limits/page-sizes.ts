/** Items on a page of each list (section 9 of the spec). Apart from the other constants, which scripts of every page load. */
export const PAGE = {
  listing: 24,
  suppliers: 48,
  restaurantStep: 24,
  restaurantStepOver: 30,
  restaurantStepLarge: 48,
  pendingOrders: 30,
  storeSearch: 100,
  favourites: 200,
  filter: 21,
  quick: 15,
  history: 20,
  walletHistory: 20
} as const
