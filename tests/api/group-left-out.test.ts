import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as orders from '#contract/orders/calls.ts'
import { COLLECTING_MORE_MS, COLLECTING_MS } from '#domain/orders/group-order.ts'
import { MINUTE } from '#domain/time/yerevan-time.ts'
import { schema } from '#server/db/schema.ts'
import { reconcilePayments } from '#server/services/orders/settle-order.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { booksAgree } from '#tests/support/books-agree.ts'
import { NOON } from '#tests/support/clock.ts'
import { basketOf, cancel, codeOf, infoOf, isInGroup } from '#tests/support/group.ts'
import { goOn, memberIdOf, openShares, payFor, paymentsOf } from '#tests/support/shares.ts'
import { atWork, pay, refused, stockOf } from '#tests/support/shopping.ts'
import { down } from '#tests/support/till.ts'

let api: TestApi
let shares: Awaited<ReturnType<typeof openShares>>
beforeAll(async () => {
  api = await startApi()
  shares = await openShares(api)
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api.close()
})
afterEach(() => api.clock.set(NOON))

/** Sessions live for ten minutes, less than there is to pay: moves the end forward. */
const placedEarlier = async (orderId: number, ms: number): Promise<void> => {
  await api.engine.db
    .update(schema.orders)
    .set({ payBefore: new Date(NOON + COLLECTING_MS - ms) })
    .where(eq(schema.orders.id, orderId))
}

describe('somebody does not pay', () => {
  test('the initiator goes on without them and bears what is missing; nobody else pays more', async () => {
    const stock = (await stockOf(api, shares.ten)) ?? 0
    const { owner, davit, mariam, started, placed, number } = await shares.collecting()
    await shares.press(owner, placed.redirectUrl)
    await shares.payShare(davit, number)
    const { redirectUrl } = await pay(mariam, number)
    const { without } = (await infoOf(owner)).collecting ?? {}
    // 3,000 of goods, 100 and 400, and the least fee of 100: 3,600, of which 1,197 and 2,227 are paid.
    expect(without).toEqual({ extra: 176, missing: 0 })
    expect((await infoOf(davit)).collecting?.without).toBeNull()
    expect(await codeOf(goOn(davit, 176))).toEqual([430, 'GROUP_ORDER_ACTION_FORBIDDEN'])
    const outdated = await refused(goOn(owner, 100))
    expect([outdated.type, outdated.field]).toEqual(['CHECKOUT_OUTDATED', 'agreed'])
    await placedEarlier(placed.orderId, 6 * MINUTE)
    api.clock.advance(6 * MINUTE)
    const after = await goOn(owner, 176)
    expect(after).toMatchObject({ state: 'collecting', orderPrice: 3600, itemsPrice: 3000, membersCount: 2 })
    expect(after.collecting).toMatchObject({ due: 176, without: null })
    expect(Date.parse(after.collecting?.payBefore ?? '')).toBe(NOON + 6 * MINUTE + COLLECTING_MORE_MS)
    expect(await stockOf(api, shares.ten)).toBe(stock)
    expect(await infoOf(mariam, started.hash)).toMatchObject({ role: 'outsider', state: 'collecting', members: [] })
    expect(await basketOf(mariam)).toMatchObject({ type: 'user', status: 'empty' })
    expect(await codeOf(pay(mariam, number))).toEqual([420, 'ORDER_NOT_FOUND'])
    await shares.press(mariam, redirectUrl)
    expect(shares.keptBy(number)).toBe(1197 + 2227)
    await shares.payShare(owner, number)
    expect(await shares.till.details(owner, number)).toMatchObject({
      status: 12,
      payment: 'paid',
      orderPrice: 3600,
      itemsCount: 3,
      refunds: []
    })
    expect(shares.keptBy(number)).toBe(3600)
    expect(await shares.tendersOf(placed.orderId)).toEqual([
      [owner.userId, 1197, 'captured'],
      [davit.userId, 2227, 'captured'],
      [mariam.userId, 1711, 'released'],
      [owner.userId, 176, 'captured']
    ])
    await booksAgree(api)
  })

  test('before the initiator has paid, one sum covers both', async () => {
    const { owner, davit, mariam, placed, number } = await shares.collecting()
    await shares.payShare(mariam, number)
    // 2,500 of goods and 600 more, less 1,711.
    await goOn(owner, 1389 - 1197)
    expect((await infoOf(owner)).collecting).toMatchObject({ due: 1389, without: null })
    // The page with the old sum is closed.
    await shares.press(owner, placed.redirectUrl)
    expect(shares.keptBy(number)).toBe(1711)
    await shares.payShare(owner, number)
    expect(await shares.till.details(owner, number)).toMatchObject({ status: 12, orderPrice: 3100 })
    expect(await isInGroup(davit)).toBe(false)
    expect((await refused(goOn(owner, 0))).type).toBe('GROUP_ORDER_NOT_FOUND')
    await booksAgree(api)
  })

  test('a bank that says only afterwards that they paid: that money goes back', async () => {
    const { owner, davit, mariam, placed, number, started } = await shares.collecting()
    await shares.press(owner, placed.redirectUrl)
    await shares.payShare(davit, number)
    const { redirectUrl } = await pay(mariam, number)
    await shares.till.press(redirectUrl ?? '', 'approve')
    expect(shares.keptBy(number)).toBe(5135)
    // The bank is away while the initiator goes on.
    await shares.till.withBank({ status: down, close: down }, () => goOn(owner, 176))
    expect((await infoOf(owner)).collecting?.due).toBe(176)
    api.clock.advance(60_000)
    await reconcilePayments(atWork(api))
    expect(shares.keptBy(number)).toBe(1197 + 2227)
    expect((await infoOf(mariam, started.hash)).role).toBe('outsider')
    await booksAgree(api)
  })

  test('not below the restaurant’s minimum: somebody pays for them, or all get their money back', async () => {
    const { owner, davit, mariam, placed, number } = await shares.collecting()
    await shares.press(owner, placed.redirectUrl)
    await setMinimum(4000)
    try {
      expect((await infoOf(owner)).collecting?.without).toMatchObject({ missing: 3000 })
      const below = await refused(goOn(owner, 0))
      expect([below.code, below.field]).toEqual([438, 'minimum'])
    } finally {
      await setMinimum(0)
    }
    const davits = await memberIdOf(owner, 'Davit')
    expect(await codeOf(payFor(mariam, number, davits))).toEqual([430, 'GROUP_ORDER_ACTION_FORBIDDEN'])
    expect(await codeOf(payFor(owner, number, 0x7ff_fff))).toEqual([404, 'NOT_FOUND'])
    const { redirectUrl } = await payFor(owner, number, davits)
    expect(await paymentsOf(mariam)).toEqual([
      ['Ani', 'due'],
      ['Davit', 'covered'],
      ['Mariam', 'due']
    ])
    expect(await codeOf(pay(davit, number))).toEqual([420, 'ORDER_NOT_FOUND'])
    // Both at once: one sum.
    const both = await payFor(owner, number, await memberIdOf(owner, 'Mariam'))
    await shares.press(owner, redirectUrl)
    expect(shares.keptBy(number)).toBe(1197)
    await shares.press(owner, both.redirectUrl)
    expect(await shares.till.details(owner, number)).toMatchObject({ status: 12, orderPrice: 5135 })
    expect(shares.keptBy(number)).toBe(5135)
    await booksAgree(api)
  })

  test('nobody takes over what is paid', async () => {
    const { owner, davit, number } = await shares.collecting()
    await shares.payShare(davit, number)
    expect(await codeOf(payFor(owner, number, await memberIdOf(owner, 'Davit')))).toEqual([
      473,
      'GROUP_ORDER_OWNER_CANNOT_EDIT_PAID_MEMBER'
    ])
    await cancel(owner)
  })

  test('a payment that arrives while the initiator goes on counts, or goes back', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { owner, davit, mariam, placed, number } = await shares.collecting()
      await shares.press(owner, placed.redirectUrl)
      await shares.payShare(davit, number)
      const { redirectUrl } = await pay(mariam, number)
      const back = (await shares.till.press(redirectUrl ?? '', 'approve')).headers.get('location') ?? ''
      await Promise.allSettled([goOn(owner, 176), mariam.fetch(back, { redirect: 'manual' })])
      await reconcilePayments(atWork(api))
      const details = await shares.till.details(owner, number)
      if (details.status === 17) await cancel(owner)
      expect(shares.keptBy(number)).toBe(details.status === 17 ? 0 : details.orderPrice)
    }
    await booksAgree(api)
  })
})

describe('what is given back', () => {
  test('goes to whoever paid for it, and the whole to all', async () => {
    const { owner, davit, mariam, placed, number } = await shares.collecting()
    await shares.press(owner, placed.redirectUrl)
    for (const one of [davit, mariam]) await shares.payShare(one, number)
    const shown = await operateOrders(atWork(api), ['show', number])
    expect(shown.filter((line) => line.startsWith('share: ')).map((line) => line.replaceAll(/\s/g, ' '))).toEqual([
      'share: 1 197 ֏, card, captured, Ani',
      'share: 2 227 ֏, card, captured, Davit',
      'share: 1 711 ֏, card, captured, Mariam'
    ])
    // One of Davit's two.
    expect(await operateOrders(atWork(api), ['refund', number, '2', '1'])).toEqual([expect.stringMatching(/^1.000.֏ of/)])
    await reconcilePayments(atWork(api))
    const refunded = async () => {
      const { orderTenders, payments } = schema
      const rows = await api.engine.db
        .select({ payerId: orderTenders.payerId, ref: payments.bankRef })
        .from(payments)
        .innerJoin(orderTenders, eq(orderTenders.id, payments.tenderId))
        .where(eq(payments.orderId, placed.orderId))
      return new Map(rows.map(({ payerId, ref }) => [payerId, (shares.till.bank().order(ref ?? '')?.refunded ?? 0) / 100]))
    }
    expect(await refunded()).toEqual(
      new Map([
        [owner.userId, 0],
        [davit.userId, 1000],
        [mariam.userId, 0]
      ])
    )
    await owner.call(orders.cancel, { params: { id: placed.orderId } })
    await reconcilePayments(atWork(api))
    expect(await refunded()).toEqual(
      new Map([
        [owner.userId, 1197],
        [davit.userId, 2227],
        [mariam.userId, 1711]
      ])
    )
    await booksAgree(api)
  })
})

const setMinimum = async (amd: number): Promise<void> => {
  await api.engine.db
    .update(schema.suppliers)
    .set({ minimum: amd * 100 })
    .where(eq(schema.suppliers.id, 1))
}
