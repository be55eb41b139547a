import { randomUUID } from 'node:crypto'
import * as baskets from '#contract/baskets/calls.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import * as giftCards from '#contract/gift-cards/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { PAYMENT_METHOD } from '#domain/enums.ts'
import { giveCard } from '../gift-cards.ts'
import { MUSEUM } from '../market.ts'
import type { Visitor } from './person.ts'
import type { Scene } from './scene.ts'

const withTickets = async ({ call }: Visitor, quantity: number): Promise<void> => {
  const { items } = await call(catalogue.products, { query: { supplierId: MUSEUM } })
  const [entry] = items.filter(({ code }) => code === 'AD')
  await call(baskets.add, { body: { productId: entry?.id ?? 0, quantity } })
}

/** Buys tickets with a gift card; answers the path of their order. */
const bought = async (visitor: Visitor): Promise<string> => {
  const { call } = visitor
  await withTickets(visitor, 2)
  await call(giftCards.activate, { body: { cardCode: await giveCard(10_000), giftCardOnly: true } })
  const { version, orderPrice } = await call(baskets.get, { query: {} })
  const own = { paymentId: PAYMENT_METHOD.GIFT_CARD, useGiftCard: true, giftCardAmount: orderPrice }
  const body = { ...own, deliveryNow: true, basketVersion: version, orderPrice }
  const { orderNumber } = await call(orders.checkout, { body }, { idempotencyKey: randomUUID() })
  return `/account/orders/${orderNumber}`
}

/** Tickets, from their supplier to the account. */
export const TICKET_SCENES: readonly Scene[] = [
  {
    name: 'no tickets yet',
    file: '/account/tickets',
    wanted: () => ({ signedIn: true }),
    prepare: () => '/account/tickets'
  },
  {
    name: 'tickets',
    file: '/account/tickets',
    isOnBoth: true,
    isWeighed: true,
    wanted: () => ({ signedIn: true }),
    prepare: async (visitor) => {
      await bought(visitor)
      return '/account/tickets'
    }
  },
  {
    name: 'order of tickets',
    file: '/account/orders/[number]',
    isOnBoth: true,
    isWeighed: true,
    wanted: () => ({ signedIn: true }),
    prepare: bought
  },
  {
    name: 'checkout of tickets',
    file: '/checkout',
    isOnBoth: true,
    wanted: () => ({ signedIn: true }),
    prepare: async (visitor) => {
      await withTickets(visitor, 3)
      return '/checkout'
    }
  }
]
