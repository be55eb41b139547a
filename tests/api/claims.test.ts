import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as claims from '#contract/claims/calls.ts'
import type { NewClaim } from '#contract/claims/calls.ts'
import * as notifications from '#contract/notifications/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { formatAmd } from '#domain/money.ts'
import { getTranslator } from '#i18n/translate.ts'
import { schema } from '#server/db/schema.ts'
import { relayEvents } from '#server/services/notifications/relay-events.ts'
import { settleClaims } from '#server/services/orders/claims/settle-due.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { add, atWork, buyer, orderOf, place, refused, signIn } from '#tests/support/shopping.ts'

let api: TestApi
let plain = 0
let ten = 0
beforeAll(async () => {
  api = await startApi()
  plain = await api.product(1, 'PLAIN')
  ten = await api.product(1, 'TEN')
})
afterAll(() => api.close())
afterEach(() => api.clock.set(NOON))

const DAY = 86_400_000
const staff = (...words: string[]): Promise<string[]> => operateOrders(atWork(api), words)
const details = (client: Client, orderNumber: string) => client.call(orders.details, { query: { orderNumber } })
/** Two lines, the first one of them three times. */
const delivered = async () => {
  const { client, addressId } = await buyer(api, plain, 3)
  await add(client, ten)
  const placed = await place(client, await orderOf(client, addressId))
  for (const verb of ['accept', 'on-the-way', 'delivered']) await staff(verb, placed.orderNumber)
  const items = (await details(client, placed.orderNumber)).parts.flatMap((part) => part.items)
  return { client, ...placed, items }
}
const say = (client: Client, orderId: number, said: NewClaim[], comment?: string) =>
  client.call(claims.write, { body: { orderId, claims: said, ...(comment === undefined ? {} : { comment }) } })

describe('what was wrong with an order is said', () => {
  test('by line, and answered with money or in words; its state stands on the order', async () => {
    const { client, orderId, orderNumber, items } = await delivered()
    const [first, second] = items
    if (!first || !second) throw new Error('two lines were ordered')
    expect(await details(client, orderNumber)).toMatchObject({ canClaim: true, claims: [] })
    const said = await say(
      client,
      orderId,
      [{ reason: 'missing', itemId: first.id, quantity: 2 }, { reason: 'spoilt', itemId: second.id }, { reason: 'late' }],
      ' Two of three were not there. '
    )
    expect(said).toMatchObject([
      { reason: 'missing', item: { id: first.id, name: first.name, quantity: 2 }, state: 'open', comment: 'Two of three were not there.' },
      { reason: 'spoilt', item: { id: second.id, quantity: 1 }, state: 'open' },
      { reason: 'late', item: null, state: 'open' }
    ])
    expect(await details(client, orderNumber)).toMatchObject({ canClaim: false, claims: said })
    const [missing, spoilt, late] = said.map(({ id }) => String(id))
    expect((await staff('claims', 'always-open')).filter((line) => line.includes(orderNumber))).toEqual([
      expect.stringMatching(
        new RegExp(`^${missing} {2}${orderNumber}/always-open {2}missing: 2 × .* {2}"Two of three were not there\\."$`)
      ),
      expect.stringMatching(new RegExp(`^${spoilt} {2}`))
    ])
    expect(await staff('refund-claim', missing ?? '')).toEqual([
      `claim ${missing} is answered; ${formatAmd(2 * first.price, 'en')} goes back`
    ])
    expect(await staff('answer-claim', spoilt ?? '', 'The', 'photo', 'please')).toEqual([`claim ${spoilt} is answered`])
    await expect(staff('refund-claim', late ?? '')).rejects.toThrow('about the time, which has no price')
    await expect(staff('refund-claim', missing ?? '')).rejects.toThrow('has its answer already')
    await expect(staff('answer-claim', '999999', 'what')).rejects.toThrow('there is no claim 999999')
    await expect(staff('answer-claim', late ?? '')).rejects.toThrow('REASON is missing')
    expect(await staff('answer-claim', late ?? '', 'Sorry')).toHaveLength(1)
    await relayEvents(atWork(api), () => undefined)
    const { items: notices } = await client.call(notifications.list, { query: {} })
    expect(notices.filter(({ kind }) => kind === 'claim')[0]).toMatchObject({
      title: getTranslator('en')('messages:order.answered.title', { number: orderNumber }),
      path: `/account/orders/${orderNumber}`
    })
    const after = await details(client, orderNumber)
    expect(after.claims).toMatchObject([
      { state: 'refunded', refunded: 2 * first.price, answer: '' },
      { state: 'answered', refunded: 0, answer: 'The photo please' },
      { state: 'answered', answer: 'Sorry' }
    ])
    expect(after.refunds).toMatchObject([{ amount: 2 * first.price, reason: 'lines' }])
    expect(after.parts[0]?.items.map(({ refunded }) => refunded)).toEqual([2, 0])
  })

  test('not about an order of another, under way, or of long ago; each line once, none that it has not', async () => {
    const { client, orderId, items } = await delivered()
    const itemId = items[0]?.id ?? 0
    const missing: NewClaim = { reason: 'missing', itemId }
    expect(await refused(say(await api.person(), orderId, [missing]))).toMatchObject({ type: 'ORDER_NOT_FOUND', field: 'orderId' })
    const early = await buyer(api, plain)
    const open = await place(early.client, await orderOf(early.client, early.addressId))
    expect(await refused(say(early.client, open.orderId, [{ reason: 'late' }]))).toMatchObject({ type: 'CLAIM_TOO_EARLY' })
    expect(await details(early.client, open.orderNumber)).toMatchObject({ canClaim: false, claims: [] })
    expect(await refused(say(client, orderId, [{ reason: 'wrong' }]))).toMatchObject({ type: 'ARTICLE_NOT_FOUND', field: 'itemId' })
    const other = await delivered()
    expect(await refused(say(client, orderId, [{ reason: 'wrong', itemId: other.items[0]?.id ?? 0 }]))).toMatchObject({
      type: 'ARTICLE_NOT_FOUND'
    })
    // Nothing of a message is kept of which one line is refused.
    expect(await refused(say(client, orderId, [{ reason: 'late' }, missing, missing]))).toMatchObject({ type: 'ALREADY_CLAIMED' })
    expect(await say(client, orderId, [{ ...missing, quantity: 9_000 }])).toMatchObject([{ item: { quantity: 3 } }])
    expect(await refused(say(client, orderId, [missing]))).toMatchObject({ type: 'ALREADY_CLAIMED', field: 'claims' })
    const { users } = schema
    const [person] = await api.engine.db
      .select({ phone: users.phone })
      .from(users)
      .where(eq(users.id, client.userId ?? 0))
    api.clock.set(NOON + 15 * DAY)
    client.token = null
    await signIn(api, person?.phone ?? '', client)
    expect(await refused(say(client, orderId, [{ reason: 'late' }]))).toMatchObject({ type: 'CLAIM_TOO_LATE' })
  })

  test('two at once are one', async () => {
    const { client, orderId, items } = await delivered()
    const missing: NewClaim = { reason: 'missing', itemId: items[0]?.id ?? 0 }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        say(client, orderId, [missing]).then(
          () => 'said',
          (cause: { type: string }) => cause.type
        )
      )
    )
    expect(answers.sort()).toEqual(['ALREADY_CLAIMED', 'ALREADY_CLAIMED', 'ALREADY_CLAIMED', 'ALREADY_CLAIMED', 'said'])
  })

  test('two of staff who give it back at once give it back once', async () => {
    const { client, orderId, orderNumber, items } = await delivered()
    const [claim] = await say(client, orderId, [{ reason: 'missing', itemId: items[0]?.id ?? 0, quantity: 1 }])
    const done = await Promise.all(
      Array.from({ length: 4 }, () =>
        staff('refund-claim', String(claim?.id)).then(
          () => 'back',
          () => 'refused'
        )
      )
    )
    expect(done.sort()).toEqual(['back', 'refused', 'refused', 'refused'])
    expect((await details(client, orderNumber)).refunds.map(({ amount }) => amount)).toEqual([items[0]?.price])
  })

  test('what went back before is not given back again', async () => {
    const { client, orderId, orderNumber, items } = await delivered()
    const [claim] = await say(client, orderId, [{ reason: 'spoilt', itemId: items[0]?.id ?? 0 }])
    await staff('refund', orderNumber, '1')
    await expect(staff('refund-claim', String(claim?.id))).rejects.toThrow('went back already')
    expect(await refused(say(client, orderId, [{ reason: 'wrong', itemId: items[0]?.id ?? 0 }]))).toMatchObject({
      type: 'ALREADY_CLAIMED',
      field: 'itemId'
    })
  })
})

describe('the autopilot of the demo', () => {
  test('gives back what was wrong, and says sorry for what was late, in the language of the person', async () => {
    const { client, orderId, orderNumber, items } = await delivered()
    await say(client, orderId, [{ reason: 'wrong', itemId: items[1]?.id ?? 0 }, { reason: 'late' }])
    const work = { ...atWork(api), config: { ...atWork(api).config, AUTOPILOT_SECONDS: 60 } }
    await settleClaims(work)
    expect((await details(client, orderNumber)).claims.map(({ state }) => state)).toEqual(['open', 'open'])
    api.clock.set(NOON + 61_000)
    await settleClaims(atWork(api))
    expect((await details(client, orderNumber)).claims.map(({ state }) => state)).toEqual(['open', 'open'])
    await settleClaims({ ...work, now: () => NOON + 61_000 })
    await settleClaims({ ...work, now: () => NOON + 61_000 })
    expect((await details(client, orderNumber)).claims).toMatchObject([
      { state: 'refunded', refunded: items[1]?.price, answer: 'Sorry about this. Your money goes back.' },
      { state: 'answered', answer: 'Sorry that you had to wait. We’ve told the courier team.' }
    ])
  })
})
