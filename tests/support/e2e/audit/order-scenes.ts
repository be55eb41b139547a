import { randomUUID } from 'node:crypto'
import * as baskets from '#contract/baskets/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { staff } from '../bookings.ts'
import { withBoxedCards } from '../gift-cards.ts'
import { lastSlot, placeOrder, untilFinal } from './person.ts'
import type { Scene } from './scene.ts'
import { TICKET_SCENES } from './ticket-scenes.ts'

/** Orders of which something has run out or went back, and of tickets. */
export const ORDER_SCENES: readonly Scene[] = [
  {
    name: 'order with a question',
    file: '/account/orders/[number]',
    wanted: ({ plain, others: [second] }) => ({
      ...{ signedIn: true, withAddress: true },
      products: [
        { id: plain.id, quantity: 3 },
        { id: second.id, quantity: 1 }
      ]
    }),
    prepare: async (visitor) => {
      const { orderNumber } = await placeOrder(visitor, 'cash', randomUUID(), await lastSlot(visitor))
      const { parts } = await visitor.call(orders.details, { query: { orderNumber } })
      const items = parts.flatMap((part) => part.items)
      const second = items[1]?.productId ?? 0
      await staff('replace', orderNumber, '1', String(second), '2', 'Միայն սա է մնացել, բայց շատ համեղ է')
      return `/account/orders/${orderNumber}`
    }
  },
  {
    name: 'order with a refund by hand',
    file: '/account/orders/[number]',
    wanted: ({ plain }) => ({ signedIn: true, withAddress: true, products: [{ id: plain.id, quantity: 2 }] }),
    prepare: async (visitor) => {
      const { orderNumber } = await placeOrder(visitor, 'cash', randomUUID())
      await untilFinal(visitor, orderNumber)
      await staff('refund', orderNumber, '1', '1')
      return `/account/orders/${orderNumber}`
    }
  },
  {
    name: 'order of gift cards',
    file: '/account/orders/[number]',
    isOnBoth: true,
    isWeighed: true,
    wanted: () => ({ signedIn: true, withAddress: true }),
    prepare: async (visitor) => {
      await withBoxedCards(visitor, 2)
      const basket = await visitor.call(baskets.get, { query: { addressId: visitor.address?.id ?? 0 } })
      const { orderNumber } = await placeOrder({ ...visitor, basket }, 'cash', randomUUID())
      await untilFinal(visitor, orderNumber)
      return `/account/orders/${orderNumber}`
    }
  },
  ...TICKET_SCENES
]
