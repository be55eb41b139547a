import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as account from '#contract/account/calls.ts'
import * as auth from '#contract/auth/calls.ts'
import * as notifications from '#contract/notifications/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { schema } from '#server/db/schema.ts'
import { lanesOf } from '#server/jobs/tasks.ts'
import { enqueueMessage } from '#server/services/messages/enqueue-message.ts'
import type { Kernel } from '#server/kernel.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { admissionEffects } from '#tests/support/admissions.ts'
import { claimEffects } from '#tests/support/claim-effects.ts'
import { group, infoOf } from '#tests/support/group.ts'
import { workThrough } from '#tests/support/lanes.ts'
import { cardEffects } from '#tests/support/gift-cards.ts'
import { pointEffects } from '#tests/support/rewards.ts'
import { isMessageTo, pushToNobody } from '#tests/support/message-effects.ts'
import { add, atWork, buy } from '#tests/support/shopping.ts'
import { down, openTill } from '#tests/support/till.ts'

const [SECOND, MINUTE] = [1_000, 60_000]
const [HOUR, DAY] = [60 * MINUTE, 24 * 60 * MINUTE]

let api: TestApi
let kernel: Kernel
let plain = 0
beforeAll(async () => {
  api = await startApi({ env: { AUTOPILOT_SECONDS: '20' } })
  plain = await api.product(1, 'PLAIN')
  const words = { ...{ slug: 'jobs', title: 'Fair', description: 'A fair' }, from: '2026-11-01', to: '2026-12-31' }
  const [sample] = api.kernel.campaigns
  if (!sample) throw new Error('the content has no campaign')
  kernel = { ...api.kernel, campaigns: (['hy', 'en', 'ru'] as const).map((locale) => ({ ...sample, ...words, locale })) }
})
afterAll(() => api.close())
beforeEach(() => api.clock.set(NOON))

type Done = () => Promise<boolean>
interface Effect {
  /** How long it takes until the task has something to do, and one that is too early; 0: it is due at once. */
  after: number
  early: number
  /** Prepares what the task is for; answers how to look whether it did it. */
  begin: () => Promise<Done>
}

const isGone = (rows: Promise<unknown[]>): Promise<boolean> => rows.then(({ length }) => length === 0)
const of = (client: Client): number => client.userId ?? 0
const details = (client: Client, orderNumber: string) => client.call(orders.details, { query: { orderNumber } })
const sendCode = async (type: 'phone' | 'email', contact: string): Promise<Done> => {
  await api.guest().call(auth.sendCode, { body: { type, contact } })
  return () => isMessageTo(api, contact, 'sent')
}
const sendLetter = async (type: 'phone' | 'email', contact: string): Promise<Done> => {
  await enqueueMessage(atWork(api), { to: { type, contact }, template: { kind: 'passwordChanged' }, locale: 'en' })
  return () => isMessageTo(api, contact, 'sent')
}
const startGroup = async (end: 'expired' | 'locked', deadlineMinutes?: number): Promise<Done> => {
  const { owner, started } = await group(api, [], deadlineMinutes === undefined ? {} : { deadlineMinutes })
  await add(owner, plain)
  return async () => (await infoOf(api.guest(), started.hash)).state === end
}
const listOf = async (client: Client) => (await client.call(notifications.list, { query: {} })).items

/** What each task does, seen from outside. A push to a browser that is known no more is let go of. */
const EFFECTS: Record<string, Effect> = {
  autopilot: {
    ...{ after: 30 * SECOND, early: 15 * SECOND },
    begin: async () => {
      const { client, placed } = await buy(api, plain)
      return async () => (await details(client, placed.orderNumber)).status > 0
    }
  },
  'expire group orders': { ...{ after: 125 * MINUTE, early: 110 * MINUTE }, begin: () => startGroup('expired') },
  'keep deadlines of group orders': { ...{ after: 31 * MINUTE, early: 29 * MINUTE }, begin: () => startGroup('locked', 30) },
  ...pointEffects(() => ({ api, plain })),
  ...cardEffects(() => api),
  ...admissionEffects(() => api),
  ...claimEffects(() => ({ api, plain })),
  'expire unpaid orders': {
    ...{ after: 31 * MINUTE, early: 29 * MINUTE },
    begin: async () => {
      const { placed } = await buy(api, plain, { paymentId: 8 })
      return async () => {
        const [order] = await api.engine.db.select().from(schema.orders).where(eq(schema.orders.id, placed.orderId))
        return order?.status === -1
      }
    }
  },
  'relay events': {
    ...{ after: SECOND, early: 0 },
    begin: async () => {
      const { client, placed } = await buy(api, plain)
      return async () => (await listOf(client)).some(({ path }) => path.includes(placed.orderNumber))
    }
  },
  'reconcile payments': {
    ...{ after: MINUTE, early: 0 },
    begin: async () => {
      const till = openTill(api)
      const { client, placed } = await till.buyByCard(plain)
      await till.decide(placed.orderId, 'approve')
      return async () => (await details(client, placed.orderNumber)).payment === 'paid'
    }
  },
  'unbind cards of erased accounts': {
    ...{ after: MINUTE, early: 0 },
    begin: async () => {
      const { cardUnbindings } = schema
      const askAfter = new Date(api.clock.now() + 1)
      await api.engine.db.insert(cardUnbindings).values({ provider: 'arca-simulator', clientId: 'somebody', bindingId: 'gone', askAfter })
      return () => isGone(api.engine.db.select().from(cardUnbindings).where(eq(cardUnbindings.bindingId, 'gone')))
    }
  },
  'send receipts': {
    ...{ after: 2 * SECOND, early: 0 },
    begin: async () => {
      const till = openTill(api)
      const { client, placed } = await till.buyByCard(plain)
      await till.decide(placed.orderId, 'approve')
      await till.comeBack(client, placed.orderId)
      return async () => (await details(client, placed.orderNumber)).receipts.some(({ printed }) => printed !== null)
    }
  },
  'report overdue refunds': {
    ...{ after: DAY + MINUTE, early: 23 * HOUR },
    begin: async () => {
      const till = openTill(api)
      const { client, placed } = await till.buyByCard(plain)
      await till.decide(placed.orderId, 'approve')
      await till.comeBack(client, placed.orderId)
      await till.withBank({ refund: down }, () => client.call(orders.cancel, { params: { id: placed.orderId } }))
      const change = (set: Partial<typeof schema.payments.$inferInsert>) =>
        api.engine.db.update(schema.payments).set(set).where(eq(schema.payments.orderId, placed.orderId))
      // A bank that goes on refusing for longer than the test lasts.
      await change({ askAfter: new Date(NOON + 9 * DAY) })
      return async () => {
        const reported = api.errors.some((line) => line.includes(`order ${placed.orderNumber}: the bank has not given back`))
        if (reported) await change({ state: 'refunded' })
        return reported
      }
    }
  },
  'check the ledger': {
    ...{ after: 17 * HOUR, early: 12 * HOUR },
    begin: async () => {
      const { ledgerChecks } = schema
      // Other tasks' tests were here before, at later times.
      await api.engine.db.delete(ledgerChecks)
      const checks = () => api.engine.db.select().from(ledgerChecks)
      const [row] = await api.engine.db
        .insert(ledgerChecks)
        .values({ reason: 'nightly', at: new Date(api.clock.now()), entries: 0, differences: 0 })
        .returning()
      return async () => (await checks()).some(({ id, differences }) => id > (row?.id ?? 0) && differences === 0)
    }
  },
  'forget idempotency keys': {
    ...{ after: 49 * HOUR, early: 47 * HOUR },
    begin: async () => {
      const { placed } = await buy(api, plain)
      const { idempotencyKeys } = schema
      return () => isGone(api.engine.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.orderId, placed.orderId)))
    }
  },
  'sweep sign-in': {
    ...{ after: 3 * DAY, early: 12 * HOUR },
    begin: async () => {
      const contact = 'swept@shuka.test'
      await sendCode('email', contact)
      return () => isGone(api.engine.db.select().from(schema.pins).where(eq(schema.pins.contact, contact)))
    }
  },
  'sweep visits to providers': {
    ...{ after: HOUR, early: 5 * MINUTE },
    begin: async () => {
      const stateHash = 'a visit'
      const { signInAttempts: visits } = schema
      await api.engine.db.insert(visits).values({
        ...{ stateHash, provider: 'google', browserHash: 'browser', locale: 'hy' as const, redirect: '/' },
        expiresAt: new Date(api.clock.now() + 10 * MINUTE)
      })
      return () => isGone(api.engine.db.select().from(visits).where(eq(visits.stateHash, stateHash)))
    }
  },
  'erase accounts': {
    ...{ after: 15 * DAY, early: 13 * DAY },
    begin: async () => {
      const client = await api.person()
      const { phone } = await client.call(auth.me)
      api.clock.advance(2 * MINUTE)
      await client.call(account.sendDeletionCode)
      await client.call(account.requestDeletion, { body: { pin: await api.code(phone ?? '') } })
      const { users } = schema
      return async () => {
        const [user] = await api.engine.db
          .select()
          .from(users)
          .where(eq(users.id, of(client)))
        return user?.phone !== phone
      }
    }
  },
  'sweep events': {
    ...{ after: 31 * DAY, early: 29 * DAY },
    begin: async () => {
      const { placed } = await buy(api, plain)
      const { events } = schema
      const placing = and(eq(events.orderId, placed.orderId), eq(events.kind, 'order.placed'))
      return () => isGone(api.engine.db.select().from(events).where(placing))
    }
  },
  'publish news': {
    ...{ after: 6 * MINUTE, early: 0 },
    begin: async () => {
      const client = await api.person()
      await client.call(notifications.changeSettings, { body: { promotionalInfo: true } })
      return async () => (await listOf(client)).some(({ kind, title }) => kind === 'news' && title === 'Fair')
    }
  },
  'sweep messages': {
    ...{ after: 31 * DAY, early: 29 * DAY },
    begin: async () => {
      const contact = 'old@shuka.test'
      await sendCode('email', contact)
      return () => isGone(api.engine.db.select().from(schema.messages).where(eq(schema.messages.recipient, contact)))
    }
  },
  'sweep notifications': {
    ...{ after: 366 * DAY, early: 364 * DAY },
    begin: async () => {
      const { client } = await buy(api, plain)
      await workThrough(api, SECOND, { rounds: 1, kernel })
      const { notifications: table } = schema
      const own = eq(table.userId, of(client))
      const mine = await api.engine.db.select().from(table).where(own)
      expect(mine).toHaveLength(1)
      const first = eq(table.id, mine[0]?.id ?? 0)
      return () => isGone(api.engine.db.select().from(table).where(first))
    }
  },
  'rate suppliers': {
    ...{ after: 2 * MINUTE, early: 0 },
    begin: async () => {
      const { client, placed } = await buy(api, plain)
      const review = { orderId: placed.orderId, supplierId: 1, userId: of(client), stars: 5, locale: 'hy', author: '' } as const
      await api.engine.db.insert(schema.orderReviews).values({ ...review, answers: { collected: 5, goods: 5, accuracy: 5, again: 5 } })
      return async () => (await api.engine.db.select().from(schema.supplierRatings)).length > 0
    }
  },
  'sweep abandoned baskets': {
    ...{ after: 91 * DAY, early: 89 * DAY },
    begin: async () => {
      const guest = api.guest()
      await add(guest, plain)
      await add(guest, plain) // One that was never changed goes earlier (sweeps.test.ts).
      return () => isGone(api.engine.db.select().from(schema.baskets).where(eq(schema.baskets.anonymousId, guest.anonymousId)))
    }
  },
  'send email codes': { ...{ after: SECOND, early: 0 }, begin: () => sendCode('email', 'sent@shuka.test') },
  'send sms codes': { ...{ after: SECOND, early: 0 }, begin: () => sendCode('phone', '+37491777777') },
  'send email': { ...{ after: SECOND, early: 0 }, begin: () => sendLetter('email', 'letter@shuka.test') },
  'send sms': { ...{ after: SECOND, early: 0 }, begin: () => sendLetter('phone', '+37491777778') },
  'send push': { ...{ after: SECOND, early: 0 }, begin: () => pushToNobody(api) }
}

test('every task of the lanes has its effect here, and no name stands twice', () => {
  const names = lanesOf(kernel).flatMap((lane) => lane.map(({ name }) => name))
  expect(names.sort()).toEqual(Object.keys(EFFECTS).sort())
})

test.each(Object.entries(EFFECTS))(
  '%s: does its work in time, and nobody else does it',
  async (name, { begin, after, early }) => {
    const isDone = await begin()
    const begun = api.clock.now()
    if (early > 0) await workThrough(api, early, { rounds: 3, kernel })
    expect(await isDone(), 'too early').toBe(false)
    await workThrough(api, begun + after - api.clock.now(), { rounds: 3, without: [name], kernel })
    expect(await isDone(), 'without the task').toBe(false)
    await workThrough(api, after / 4 + SECOND, { rounds: 3, kernel })
    expect(await isDone(), 'with the task').toBe(true)
    expect(api.errors.splice(0).filter((text) => !/^(?:message |order \d+: the bank has not)/.test(text))).toEqual([])
  },
  60_000
)
