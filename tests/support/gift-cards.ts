import { desc, eq } from 'drizzle-orm'
import * as baskets from '#contract/baskets/calls.ts'
import * as giftCards from '#contract/gift-cards/calls.ts'
import { schema } from '#server/db/schema.ts'
import { operateGiftCards } from '#server/services/orders/staff/operate-gift-cards.ts'
import type { Client, TestApi } from './api.ts'
import { atWork, buyer, orderOf } from './shopping.ts'

const CODE = /[A-HJ-NP-Z2-9]{4}(?: [A-HJ-NP-Z2-9]{4}){3}/

/** The code in the newest letter to an address. */
export const codeSentTo = async ({ engine: { db } }: TestApi, recipient: string): Promise<string> => {
  const { messages } = schema
  const [letter] = await db.select().from(messages).where(eq(messages.recipient, recipient)).orderBy(desc(messages.id)).limit(1)
  const code = CODE.exec(letter?.body ?? '')?.[0]
  if (!code) throw new Error(`no letter to ${recipient} has a code`)
  return code
}

let count = 0

/** Gives a card of so many drams; answers its id and the code that was sent. */
export const give = async (api: TestApi, drams: number, ...words: string[]): Promise<{ id: number; code: string; recipient: string }> => {
  count += 1
  const recipient = `friend-${count}@example.am`
  const [line = ''] = await operateGiftCards(atWork(api), ['issue', String(drams), recipient, 'anna', ...words])
  return { id: Number(/gift card (\d+)/.exec(line)?.[1]), code: await codeSentTo(api, recipient), recipient }
}

export const activate = (client: Client, cardCode: string, giftCardOnly = true) =>
  client.call(giftCards.activate, { body: { cardCode, giftCardOnly } })

export const cardsOf = (client: Client) => client.call(giftCards.list, { query: {} })
export const detailsOf = (client: Client, id: number) => client.call(giftCards.details, { params: { id } })

/** A person with a basket and cards of so many drams each, activated. */
export const withCards = async (api: TestApi, productId: number, ...drams: number[]) => {
  const { client, addressId } = await buyer(api, productId)
  const ids: number[] = []
  for (const value of drams) {
    const { id, code } = await give(api, value)
    await activate(client, code)
    ids.push(id)
  }
  return { client, addressId, ids }
}

export const basketWith = (client: Client, addressId: number, useGiftCard: boolean, cards?: number[]) =>
  client.call(baskets.get, { query: { addressId, useGiftCard, useBonusPoints: true, ...(cards && { cards }) } })

/** The order that would be placed now, with gift cards. */
export const orderWithCards = async (client: Client, addressId: number, paymentId: number) => {
  const { giftCards: shown } = await basketWith(client, addressId, true)
  if (!shown) throw new Error('the basket says nothing of gift cards')
  return { ...(await orderOf(client, addressId, { paymentId })), useGiftCard: true, giftCardAmount: shown.covers }
}

/** A person whose card expires in so many days; answers what became of it. */
const cardThatEnds = async (api: TestApi, days: number) => {
  const { id, code } = await give(api, 2_000)
  const client = await api.person()
  await activate(client, code)
  const { giftCards, notifications } = schema
  await api.engine.db
    .update(giftCards)
    .set({ expiresAt: new Date(api.clock.now() + days * 86_400_000) })
    .where(eq(giftCards.id, id))
  return {
    isExpired: async () => (await api.engine.db.select().from(giftCards).where(eq(giftCards.id, id)))[0]?.status === 6,
    isTold: async () => {
      const rows = await api.engine.db
        .select()
        .from(notifications)
        .where(eq(notifications.subject, `gift-card:${id}`))
      return rows.length > 0
    }
  }
}

/** A card that waits for a day, and one whose letter did not arrive. */
const cardWith = async (api: TestApi, change: Partial<typeof schema.giftCards.$inferInsert>) => {
  const { id, recipient } = await give(api, 2_000)
  const { giftCards, messages } = schema
  await api.engine.db.update(giftCards).set(change).where(eq(giftCards.id, id))
  await api.engine.db.update(messages).set({ state: 'failed', dueAt: null }).where(eq(messages.recipient, recipient))
  return async () => (await api.engine.db.select().from(giftCards).where(eq(giftCards.id, id)))[0]
}

const [DAY, HOUR, MINUTE] = [86_400_000, 3_600_000, 60_000]

/** What the jobs about gift cards do, seen from outside. */
export const cardEffects = (api: () => TestApi) => ({
  'remind of gift cards': {
    ...{ after: DAY + 2 * HOUR, early: DAY - 2 * HOUR },
    begin: async () => (await cardThatEnds(api(), 31)).isTold
  },
  'send gift cards': {
    ...{ after: DAY + MINUTE, early: DAY - MINUTE },
    begin: async () => {
      const read = await cardWith(api(), { status: 1, sendAt: new Date(api().clock.now() + DAY) })
      return async () => (await read())?.status === 2
    }
  },
  'note gift cards that did not arrive': {
    ...{ after: 2 * MINUTE, early: 0 },
    begin: async () => {
      const read = await cardWith(api(), { unreachableAt: null })
      return async () => (await read())?.unreachableAt !== null
    }
  },
  'expire gift cards': {
    ...{ after: DAY + MINUTE, early: DAY - 20 * MINUTE },
    begin: async () => (await cardThatEnds(api(), 1)).isExpired
  }
})
