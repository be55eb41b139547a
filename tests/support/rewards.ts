import { eq } from 'drizzle-orm'
import * as baskets from '#contract/baskets/calls.ts'
import * as wallet from '#contract/wallet/calls.ts'
import { REWARD_TYPE } from '#domain/rewards/rule.ts'
import { schema } from '#server/db/schema.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import type { Client, TestApi } from './api.ts'
import { atWork, buy, buyer, orderOf, place } from './shopping.ts'

const { pointLots, rewardRules } = schema
type NewRule = typeof rewardRules.$inferInsert

/** Rules of rewards instead of those that run; without more words one gives 10 % of the goods as points that live 30 days. */
export const setRules = async ({ engine: { db } }: TestApi, ...rules: Partial<NewRule>[]): Promise<void> => {
  await db.update(rewardRules).set({ active: false })
  for (const [position, rule] of rules.entries()) {
    count += 1
    await db.insert(rewardRules).values({ ...TEN_PERCENT, key: `rule-${count}`, contentHash: String(count), position, ...rule })
  }
}
let count = 0

const TEN_PERCENT = {
  title: { hy: 'Տասը տոկոս', en: 'Ten percent', ru: 'Десять процентов' },
  type: 2,
  rate: 1_000,
  points: null,
  tickets: null,
  winners: null,
  prize: null,
  startsOn: '2026-11-01',
  endsOn: '2026-12-31',
  minimum: 0,
  cap: null,
  suppliers: [],
  kinds: [],
  methods: [],
  labelled: false,
  vip: false,
  groups: [],
  liveDays: 30,
  liveUntil: null
} satisfies Partial<NewRule>

/** The points of a person can be spent from now on. */
export const ripen = async ({ engine: { db }, clock }: TestApi, userId: number): Promise<void> => {
  await db
    .update(pointLots)
    .set({ availableAt: new Date(clock.now()) })
    .where(eq(pointLots.userId, userId))
}

export const deliver = async (api: TestApi, orderNumber: string): Promise<void> => {
  for (const verb of ['accept', 'on-the-way', 'delivered']) await operateOrders(atWork(api), [verb, orderNumber])
}

export const walletOf = async (client: Client) => {
  const [own] = await client.call(wallet.wallets, { query: {} })
  if (!own) throw new Error('everybody has a wallet')
  return own
}
export const historyOf = async (client: Client) =>
  (await client.call(wallet.history, { query: { skip: 0, take: 20, walletType: 0 } })).items
export const bonusOf = (client: Client, orderId: number) => client.call(wallet.orderBonus, { query: { orderId } })
export const pointsOf = async (client: Client, addressId: number, paymentId?: number) =>
  (await client.call(baskets.get, { query: { addressId, useBonusPoints: true, ...(paymentId && { paymentId }) } })).points

/** A person with that many points to spend, from an order delivered before; no rule runs any more. */
export const withPoints = async (api: TestApi, productId: number, points: number) => {
  await setRules(api, { type: REWARD_TYPE.FIXED, rate: null, points: points * 100 })
  const { client, addressId } = await buyer(api, productId)
  const placed = await place(client, await orderOf(client, addressId))
  await deliver(api, placed.orderNumber)
  await ripen(api, client.userId ?? 0)
  await setRules(api)
  return { client, addressId }
}

/** The order that would be placed now, with points. */
export const withWallet = async (client: Client, addressId: number, paymentId: number) => {
  const points = await pointsOf(client, addressId)
  if (!points) throw new Error('the basket says nothing of points')
  return { ...(await orderOf(client, addressId, { paymentId })), useWallet: true, walletAmount: points.covers }
}

/** An order whose reward ends in eight days or nine; answers whether the person was told of its end. */
const soonOver = async (api: TestApi, productId: number, kind: 'points' | 'freeDelivery'): Promise<() => Promise<boolean>> => {
  await setRules(api, kind === 'points' ? { liveDays: 8 } : { liveDays: 9, type: REWARD_TYPE.FREE_DELIVERY, rate: null })
  const { client, placed } = await buy(api, productId)
  await setRules(api)
  await deliver(api, placed.orderNumber)
  return async () => {
    const { notifications } = schema
    const rows = await api.engine.db
      .select()
      .from(notifications)
      .where(eq(notifications.userId, client.userId ?? 0))
    return rows.some((row) => row.kind === kind)
  }
}

/** An order whose points live a day; answers whether they are gone. */
const shortLived = async (api: TestApi, productId: number): Promise<() => Promise<boolean>> => {
  await setRules(api, { liveDays: 1 })
  const { placed } = await buy(api, productId)
  await setRules(api)
  await deliver(api, placed.orderNumber)
  return async () => {
    const [lot] = await api.engine.db.select().from(pointLots).where(eq(pointLots.orderId, placed.orderId))
    return lot?.remaining === 0
  }
}

const [DAY, HOUR, MINUTE] = [86_400_000, 3_600_000, 60_000]

/** What the jobs about points do, seen from outside. */
export const pointEffects = (here: () => { api: TestApi; plain: number }) => ({
  'remind of points': { ...{ after: DAY + 2 * HOUR, early: DAY - 2 * HOUR }, begin: () => soonOver(here().api, here().plain, 'points') },
  // Told on the day that is a week before the last one.
  'remind of free deliveries': {
    ...{ after: 2 * DAY + 2 * HOUR, early: DAY - HOUR },
    begin: () => soonOver(here().api, here().plain, 'freeDelivery')
  },
  'expire points': { ...{ after: DAY + MINUTE, early: DAY - 20 * MINUTE }, begin: () => shortLived(here().api, here().plain) }
})
