/** What became of a delivery that an order made free. `withdrawn`: that order was refunded before it was used. */
export type FreeDeliveryState = 'open' | 'used' | 'expired' | 'withdrawn'
