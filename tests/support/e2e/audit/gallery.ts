import { randomUUID } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import * as baskets from '#contract/baskets/calls.ts'
import * as groupOrders from '#contract/group-orders/calls.ts'
import { GROUP_ORDER_TYPE, UNLIMITED } from '#domain/orders/group-order.ts'
import type { Comes } from './fixtures.ts'
import type { Market } from './market.ts'
import { placeOrder, visit } from './person.ts'

/** Somebody for whom every modal of the gallery has something to show: an order that waits for its money, a new basket, an invitation. */
export const comesToGallery = async (
  comes: Comes,
  market: Market,
  inviting: BrowserContext,
  baseUrl: string
): Promise<{ orderNumber: string; orderId: number; groupHash: string }> => {
  const shopper = await comes({ signedIn: true, withAddress: true, products: [{ id: market.plain.id, quantity: 2 }] })
  const { orderNumber, orderId } = await placeOrder(shopper, 'card', randomUUID())
  await shopper.call(baskets.add, { body: { productId: market.others[0].id, quantity: 1 } })
  const organiser = await visit(inviting, baseUrl, { signedIn: true })
  const body = { supplierId: market.withOptions.supplier.id, limit: UNLIMITED, groupOrderType: GROUP_ORDER_TYPE.PAID_BY_OWNER }
  const { hash } = await organiser.call(groupOrders.create, { body })
  return { orderNumber, orderId, groupHash: hash }
}
