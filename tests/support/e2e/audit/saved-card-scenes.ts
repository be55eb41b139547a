import { randomUUID } from 'node:crypto'
import * as baskets from '#contract/baskets/calls.ts'
import * as cards from '#contract/cards/calls.ts'
import { itemsOf } from '#stores/baskets/lines.ts'
import { expect } from '../expect.ts'
import type { Market } from './market.ts'
import { placeOrder, type Visitor, type Wanted } from './person.ts'
import type { Scene } from './scene.ts'

const shopper = ({ plain }: Market): Wanted => ({ signedIn: true, withAddress: true, products: [{ id: plain.id, quantity: 3 }] })

/** Pays by a card that the bank is to remember. */
const saveCard = async (visitor: Visitor): Promise<void> => {
  const { redirectUrl } = await placeOrder(visitor, 'card', randomUUID(), { bindCard: true })
  await visitor.decides(redirectUrl ?? '', { action: 'approve', bind: '1' })
  await expect.poll(async () => (await visitor.call(cards.list)).length).toBe(1)
}

/** What somebody sees whose bank remembers a card. */
export const SAVED_CARD_SCENES: readonly Scene[] = [
  {
    name: 'checkout with a saved card',
    file: '/checkout',
    isOnBoth: true,
    isWeighed: true,
    wanted: shopper,
    prepare: async (visitor) => {
      await saveCard(visitor)
      const bought = visitor.basket ? itemsOf(visitor.basket) : []
      for (const { productId, quantity } of bought) await visitor.call(baskets.add, { body: { productId, quantity } })
      return '/checkout'
    }
  },
  {
    name: 'account: payment method with a saved card',
    file: '/account/payment',
    isWeighed: true,
    wanted: shopper,
    prepare: async (visitor) => {
      await saveCard(visitor)
      return '/account/payment'
    }
  }
]
