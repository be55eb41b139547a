import type { Basket } from '#contract/baskets/calls.ts'
import { areServices, ORDER_MODE } from '#domain/enums.ts'
import { entriesOf } from './lines.ts'

/** The person fetches the order at a branch. */
export const isPickup = ({ orderMode }: Pick<Basket, 'orderMode'>): boolean => orderMode.orderMode === ORDER_MODE.PICK_UP

/** Of what is fetched, and of services; null: it is delivered. */
export const fulfilmentOf = (basket: Basket): 'pickup' | 'service' | null =>
  isPickup(basket) ? 'pickup' : areServices(entriesOf(basket).map(({ supplier }) => supplier)) ? 'service' : null
