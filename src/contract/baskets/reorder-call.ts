import { endpoint } from '#contract/endpoint.ts'
import { ADD_CODES } from './add-codes.ts'
import type { Basket, BasketLocation } from './basket.ts'
import type { Reordered } from './reorder.ts'

/** Apart from the other calls of the basket, so that pages load it with the press that needs it. */
export const reorder = endpoint<{
  params: { id: number }
  query: BasketLocation
  body: { startAnew: boolean }
  reply: Reordered & { basket: Basket }
}>()({
  method: 'POST',
  path: '/baskets/reorder/:id',
  access: 'user',
  codes: [...ADD_CODES, 'INVALID_ADDRESS', 'ORDER_NOT_FOUND'],
  about: 'Puts what an order of the caller had into the basket, as far as it is there; calling it again adds nothing.'
})
