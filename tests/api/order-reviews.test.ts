import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import * as profile from '#contract/profile/calls.ts'
import * as reviews from '#contract/reviews/calls.ts'
import type { ReviewAnswers } from '#domain/reviews/answers.ts'
import { schema } from '#server/db/schema.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { rateSuppliers } from '#server/services/reviews/rate-suppliers.ts'
import { runRatings } from '#tests/load/ratings.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { add, atWork, buyer, orderOf, place, refused, signIn } from '#tests/support/shopping.ts'

let api: TestApi
let plain = 0
let daily = 0
beforeAll(async () => {
  api = await startApi()
  plain = await api.product(1, 'PLAIN')
  daily = await api.product(2, 'P1')
})
afterAll(() => api.close())
afterEach(() => api.clock.set(NOON))

const staff = (...words: string[]): Promise<string[]> => operateOrders(atWork(api), words)
const all = (stars: number): ReviewAnswers => ({
  ...{ collected: stars, goods: stars, accuracy: stars },
  ...{ again: stars, deliveryTime: stars, courier: stars }
})
const delivered = async (withSecond = false) => {
  const { client, addressId } = await buyer(api, plain)
  if (withSecond) await add(client, daily)
  const placed = await place(client, await orderOf(client, addressId))
  for (const verb of ['accept', 'on-the-way', 'delivered']) await staff(verb, placed.orderNumber)
  return { client, ...placed }
}
const rate = (client: Client, orderId: number, supplierId = 1, answers = all(4), comment?: string) =>
  client.call(reviews.write, { body: { orderId, supplierId, answers, ...(comment === undefined ? {} : { comment }) } })
const rating = async (id = 1) => (await api.guest().call(catalogue.supplier, { params: { id } })).rating

describe('an order is rated', () => {
  test('once a supplier, after it was delivered, and is then offered no more', async () => {
    const { client, orderId, orderNumber } = await delivered(true)
    const offered = await client.call(reviews.reviewable)
    expect(offered).toMatchObject({ id: orderId, orderNumber, isReviewableOrder: true, fetched: false })
    expect(offered?.parts.map(({ supplier, stars }) => [supplier.id, stars])).toEqual([
      [1, null],
      [2, null]
    ])
    expect((await rate(client, orderId)).parts.map(({ stars }) => stars)).toEqual([4, null])
    expect(await refused(rate(client, orderId))).toMatchObject({ type: 'ALREADY_RATED', field: 'supplierId' })
    expect(await refused(rate(client, orderId, 3))).toMatchObject({ type: 'SUPPLIER_NOT_FOUND' })
    const history = async (filter: 'reviewed' | 'unreviewed') => (await client.call(orders.history, { query: { filter } })).totalCount
    expect([await history('reviewed'), await history('unreviewed')]).toEqual([0, 1])
    const mixed = { ...all(5), courier: 1, deliveryTime: 2 }
    expect(await rate(client, orderId, 2, mixed)).toMatchObject({ isReviewableOrder: false, parts: [{ stars: 4 }, { stars: 4 }] })
    expect([await history('reviewed'), await history('unreviewed')]).toEqual([1, 0])
    expect(await client.call(reviews.reviewable)).toBeNull()
    expect(await client.call(reviews.ofOrder, { params: { id: orderId } })).toMatchObject({ isReviewableOrder: false })
  })

  test('not by another, not before it was delivered, not after 14 days', async () => {
    const { client, orderId } = await delivered()
    const stranger = await api.person()
    expect(await refused(rate(stranger, orderId))).toMatchObject({ type: 'ORDER_NOT_FOUND' })
    expect(await refused(stranger.call(reviews.ofOrder, { params: { id: orderId } }))).toMatchObject({ type: 'ORDER_NOT_FOUND' })
    const early = await buyer(api, plain)
    const open = await place(early.client, await orderOf(early.client, early.addressId))
    expect(await refused(rate(early.client, open.orderId))).toMatchObject({ type: 'RATING_TOO_EARLY' })
    expect(await early.client.call(reviews.ofOrder, { params: { id: open.orderId } })).toMatchObject({ isReviewableOrder: false })
    expect(await early.client.call(reviews.reviewable)).toBeNull()
    const { users } = schema
    const [person] = await api.engine.db
      .select({ phone: users.phone })
      .from(users)
      .where(eq(users.id, client.userId ?? 0))
    api.clock.set(NOON + 14 * 86_400_000 + 120_000)
    client.token = null
    await signIn(api, person?.phone ?? '', client)
    expect((await refused(rate(client, orderId))).code).toBe(423)
    expect(await client.call(reviews.reviewable)).toBeNull()
  })

  test('declined is for good, and rating from its page stays possible', async () => {
    const { client, orderId } = await delivered()
    const decline = (isReviewableOrder: boolean) => client.call(reviews.decline, { body: { orderId, isReviewableOrder } })
    await decline(true)
    expect(await client.call(reviews.reviewable)).toMatchObject({ id: orderId })
    await decline(false)
    expect(await client.call(reviews.reviewable)).toBeNull()
    await decline(true)
    expect(await client.call(reviews.reviewable)).toBeNull()
    expect(await refused((await api.person()).call(reviews.decline, { body: { orderId, isReviewableOrder: false } }))).toMatchObject({
      type: 'ORDER_NOT_FOUND'
    })
    expect(await rate(client, orderId)).toMatchObject({ isReviewableOrder: false })
  })

  test('the last one that is not rated is offered, also behind a rated or a declined one', async () => {
    const { client, orderId: older } = await delivered()
    const again = async () => {
      await add(client, plain)
      const [address] = await client.call(profile.addresses)
      const placed = await place(client, await orderOf(client, address?.id ?? 0))
      for (const verb of ['accept', 'on-the-way', 'delivered']) await staff(verb, placed.orderNumber)
      return placed.orderId
    }
    await rate(client, await again())
    expect(await client.call(reviews.reviewable)).toMatchObject({ id: older })
    const newest = await again()
    expect(await client.call(reviews.reviewable)).toMatchObject({ id: newest })
    await client.call(reviews.decline, { body: { orderId: newest, isReviewableOrder: false } })
    expect(await client.call(reviews.reviewable)).toMatchObject({ id: older })
  })

  test('of a fetched order nothing counts about the way', async () => {
    const client = await api.person()
    await add(client, plain)
    await client.call(baskets.setOrderMode, { body: { orderMode: 2 } })
    const basket = await client.call(baskets.get, { query: {} })
    const { orderId, orderNumber } = await place(client, {
      ...{ paymentId: 3, deliveryNow: true },
      ...{ basketVersion: basket.version, orderPrice: basket.orderPrice }
    })
    const { pickupCode } = await client.call(orders.details, { query: { orderNumber } })
    for (const words of [['accept'], ['ready'], ['picked', pickupCode ?? '']]) await staff(words[0] ?? '', orderNumber, ...words.slice(1))
    expect(await client.call(reviews.reviewable)).toMatchObject({ fetched: true })
    expect(await rate(client, orderId, 1, { ...all(5), courier: 1, deliveryTime: 1 })).toMatchObject({ parts: [{ stars: 5 }] })
  })
})

describe('what is written', () => {
  test.each([
    'call +374 91 12 34 56',
    'write to ani@mail.am',
    'see https://example.org/x',
    'on www.shop',
    'visit my-shop.am',
    'հեռ․ 091-12-34-56'
  ])('holds no contacts: %s', async (comment) => {
    const { client, orderId } = await delivered()
    expect(await refused(rate(client, orderId, 1, all(5), comment))).toMatchObject({ type: 'TEXT_WITH_CONTACTS', field: 'comment' })
    expect(await rate(client, orderId, 1, all(5), 'In 15-20 minutes, 2 500 ֏ for 3. Good.')).toMatchObject({ parts: [{ stars: 5 }] })
  })

  test('stays text, is at most 1,000 letters, and stands at the supplier with first name, month and answer', async () => {
    const { client, orderId } = await delivered()
    expect(await refused(rate(client, orderId, 1, all(5), 'ա'.repeat(5_000)))).toMatchObject({ type: 'BAD_REQUEST', field: 'comment' })
    expect(await refused(rate(client, orderId, 1, { ...all(5), goods: 6 }))).toMatchObject({ type: 'BAD_REQUEST' })
    const comment = '<b>Համեղ</b> էր, "շնորհակալություն"'
    await rate(client, orderId, 1, all(5), comment)
    const page = () => api.guest('hy').call(reviews.ofSupplier, { params: { id: 1 }, query: { take: 3 } })
    const [first] = (await page()).items
    expect(first).toMatchObject({ stars: 5, date: '2026-11', demo: false, answer: null, text: { language: 'en', words: comment } })
    expect(first?.author).toMatch(/^Ani \d+$/)
    const lines = await staff('reviews', 'always-open')
    const number = lines.find((line) => line.includes('Համեղ'))?.split(' ')[0] ?? ''
    await expect(staff('answer', number)).rejects.toThrow('missing')
    await expect(staff('answer', '999999', 'Thanks')).rejects.toMatchObject({ why: 'UNKNOWN_REVIEW' })
    expect(await staff('answer', number, 'Thank', 'you!')).toEqual([`review ${number} is answered`])
    expect((await page()).items[0]).toMatchObject({ answer: 'Thank you!' })
    expect((await staff('reviews', 'always-open')).join()).not.toContain('Համեղ')
  })
})

test('averages of real orders are added to the imported ones, from their rows', async () => {
  const { orderReviews } = schema
  await api.engine.db.delete(orderReviews)
  await rateSuppliers(atWork(api))
  api.kernel.directory.invalidate()
  const imported = await rating()
  if (!imported) throw new Error('the supplier is rated')
  const { client, orderId } = await delivered()
  await rate(client, orderId, 1, all(1))
  expect(await rateSuppliers(atWork(api))).toBe(1)
  expect(await rateSuppliers(atWork(api)), 'nothing has changed').toBe(0)
  api.kernel.directory.invalidate()
  const after = await rating()
  expect(after?.count).toBe(imported.count + 1)
  expect(after?.average).toBeCloseTo((imported.average * imported.count + 1) / (imported.count + 1), 5)

  // `npm run speed -- afterwards` does a hundred times as many.
  await api.engine.db.delete(orderReviews)
  const { batches, wrong } = await runRatings(atWork(api), { operations: 1_000, seed: 7, supplierIds: [1, 2, 3] })
  expect({ batches, wrong }).toEqual({ batches: 10, wrong: 0 })
})
