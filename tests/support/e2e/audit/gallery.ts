import { randomUUID } from 'node:crypto'
import * as baskets from '#contract/baskets/calls.ts'
import type { Comes } from './fixtures.ts'
import type { Market } from './market.ts'
import { placeOrder } from './person.ts'

/** Somebody for whom every modal of the gallery has something to show: an order that waits for its money, and a new basket. */
export const comesToGallery = async (comes: Comes, market: Market): Promise<{ orderNumber: string; orderId: number }> => {
  const shopper = await comes({ signedIn: true, withAddress: true, products: [{ id: market.plain.id, quantity: 2 }] })
  const { orderNumber, orderId } = await placeOrder(shopper, 'card', randomUUID())
  await shopper.call(baskets.add, { body: { productId: market.others[0].id, quantity: 1 } })
  return { orderNumber, orderId }
}
