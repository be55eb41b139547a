import type { Basket } from '#contract/baskets/calls.ts'
import { ORDER_MODE } from '#domain/enums.ts'

/** The person fetches the order at a branch. */
export const isPickup = ({ orderMode }: Pick<Basket, 'orderMode'>): boolean => orderMode.orderMode === ORDER_MODE.PICK_UP
