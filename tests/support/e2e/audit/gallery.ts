import { randomUUID } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import * as baskets from '#contract/baskets/calls.ts'
import * as giftCards from '#contract/gift-cards/calls.ts'
import * as groupOrders from '#contract/group-orders/calls.ts'
import { GROUP_ORDER_TYPE, UNLIMITED } from '#domain/orders/group-order.ts'
import { giveCard } from '../gift-cards.ts'
import type { Comes } from './fixtures.ts'
import type { Market } from './market.ts'
import { placeOrder, visit } from './person.ts'

/** What the modals of the gallery show, for its address. */
export interface GallerySamples {
  order: string
  /** An order for another day: it is not there before the gallery was looked at. */
  shared: string
  review: number
  group: string
  card: number
}

/** Somebody for whom every modal of the gallery has something to show: an order that waits for its money and one for another day, a new basket, an invitation. */
export const comesToGallery = async (comes: Comes, market: Market, inviting: BrowserContext, baseUrl: string): Promise<GallerySamples> => {
  const shopper = await comes({ signedIn: true, withAddress: true, products: [{ id: market.plain.id, quantity: 2 }] })
  const addressId = shopper.address?.id ?? 0
  const { dates } = await shopper.call(baskets.availableTimes, { query: { addressId } })
  const { slots } = await shopper.call(baskets.availableTimes, { query: { addressId, date: dates.at(-1) ?? '' } })
  const later = { deliveryNow: false, deliveryDate: slots[0]?.date ?? '', deliveryTime: slots[0]?.time ?? '' }
  const shared = await placeOrder(shopper, 'cash', randomUUID(), later)
  await shopper.call(baskets.add, { body: { productId: market.plain.id, quantity: 2 } })
  const basket = await shopper.call(baskets.get, { query: { addressId } })
  const { orderNumber, orderId } = await placeOrder({ ...shopper, basket }, 'card', randomUUID())
  await shopper.call(baskets.add, { body: { productId: market.others[0].id, quantity: 1 } })
  const organiser = await visit(inviting, baseUrl, { signedIn: true })
  const body = { supplierId: market.withOptions.supplier.id, limit: UNLIMITED, groupOrderType: GROUP_ORDER_TYPE.PAID_BY_OWNER }
  const { hash } = await organiser.call(groupOrders.create, { body })
  const activated = await shopper.call(giftCards.activate, { body: { cardCode: await giveCard(5_000) } })
  return {
    order: orderNumber,
    shared: shared.orderNumber,
    review: orderId,
    group: hash,
    card: activated.kind === 'giftCard' ? activated.giftCard.id : 0
  }
}
