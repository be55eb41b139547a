import type { Basket } from '#contract/baskets/calls.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { fulfilmentOf, type Fulfilment } from '#domain/orders/fulfilment.ts'
import { entriesOf } from './lines.ts'

/** The person fetches the order at a branch. */
export const isPickup = ({ orderMode }: Pick<Basket, 'orderMode'>): boolean => orderMode.orderMode === ORDER_MODE.PICK_UP

export const fulfilmentOfBasket = (basket: Basket): Fulfilment =>
  fulfilmentOf(
    basket.orderMode.orderMode,
    entriesOf(basket).map(({ supplier }) => supplier)
  )

/** Nobody comes with what is in it: the person fetches it, or it is of tickets. */
export const needsNoAddress = (basket: Pick<Basket, 'orderMode'>): boolean => isPickup(basket) || isOfTickets(basket)

/** They are in the account once they are paid. */
export const isOfTickets = ({ orderMode }: Pick<Basket, 'orderMode'>): boolean => orderMode.orderMode === ORDER_MODE.ADMISSION
