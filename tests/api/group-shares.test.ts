import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { COLLECTING_MS, GROUP_ORDER_TYPE } from '#domain/orders/group-order.ts'
import { schema } from '#server/db/schema.ts'
import { expireGroupOrders } from '#server/services/group-orders/expire.ts'
import { expireUnpaid } from '#server/services/orders/expire-unpaid.ts'
import { reconcilePayments } from '#server/services/orders/settle-order.ts'
import { relayEvents } from '#server/services/notifications/relay-events.ts'
import { operatePayments } from '#server/services/orders/staff/operate-payments.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { booksAgree } from '#tests/support/books-agree.ts'
import { NOON } from '#tests/support/clock.ts'
import { basketOf, cancel, codeOf, complete, group, infoOf, isInGroup, join, leave, memberAt, takeOut } from '#tests/support/group.ts'
import { CARD, goOn, memberIdOf, openShares, paymentsOf } from '#tests/support/shares.ts'
import { add, addAddress, atWork, linesOf, orderOf, pay, place, refused, setProduct, stockOf } from '#tests/support/shopping.ts'
import { openWalletTill } from '#tests/support/wallet-till.ts'

const IDRAM = 7

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

describe('everybody pays', () => {
  test('the own share, and the order is paid once all have', async () => {
    const stock = (await stockOf(api, shares.ten)) ?? 0
    const { owner, davit, mariam, started, placed, number } = await shares.collecting()
    expect(placed).toMatchObject({ status: 17, redirectUrl: expect.stringContaining('/') })
    expect(await stockOf(api, shares.ten)).toBe(stock - 3)
    expect(await shares.tendersOf(placed.orderId)).toEqual([
      [owner.userId, 1197, 'held'],
      [davit.userId, 2227, 'held'],
      [mariam.userId, 1711, 'held']
    ])
    const seen = await infoOf(mariam)
    expect(seen).toMatchObject({ state: 'collecting', status: 0, itemsPrice: 4500, orderPrice: 5135, isEstimate: false })
    expect(seen.collecting).toMatchObject({ orderNumber: number, due: 1711, without: null })
    expect(Date.parse(seen.collecting?.payBefore ?? '')).toBe(NOON + COLLECTING_MS)
    expect(seen.collecting?.payableBy.map(({ key }) => key)).toEqual(expect.arrayContaining(['card', 'idram']))
    expect(seen.collecting?.payableBy.map(({ key }) => key)).not.toContain('cash')
    expect(seen.members.map(({ share }) => share)).toEqual([1197, 2227, 1711])
    expect((await infoOf(owner)).collecting?.without).toEqual({ extra: 403, missing: 0 })
    expect(await shares.press(owner, placed.redirectUrl)).toBe(`/en/restaurants/${started.supplier.alias}?groupHash=${started.hash}`)
    expect(await paymentsOf(davit)).toEqual([
      ['Ani', 'paid'],
      ['Davit', 'due'],
      ['Mariam', 'due']
    ])
    expect((await shares.till.details(owner, number)).payment).toBe('awaiting')
    await shares.payShare(mariam, number)
    expect(await shares.till.details(owner, number)).toMatchObject({ payment: 'awaiting', collecting: { hash: started.hash } })
    const [davits] = await Promise.all([shares.payShare(davit, number), shares.payShare(davit, number).catch(() => '')])
    expect(davits).toContain(started.hash)
    expect(await shares.till.details(owner, number)).toMatchObject({ status: 12, payment: 'paid', orderPrice: 5135, collecting: null })
    for (const one of [owner, davit, mariam]) {
      expect(await basketOf(one)).toMatchObject({ type: 'user', status: 'empty', itemsCount: 0 })
      expect(await infoOf(one, started.hash)).toMatchObject({ state: 'placed', status: 2, collecting: null, order: { status: 12 } })
      expect(await codeOf(pay(one, number))).toEqual([476, 'ALREADY_PAID'])
    }
    expect(shares.keptBy(number)).toBe(5135)
    await booksAgree(api)
    expect(await codeOf(pay(await api.person(), number))).toEqual([420, 'ORDER_NOT_FOUND'])
  })

  test('at once: each payment counts once, whoever is last', async () => {
    const { owner, davit, mariam, placed, number } = await shares.collecting()
    const pages = [placed.redirectUrl, ...(await Promise.all([davit, mariam].map((one) => pay(one, number)))).map((one) => one.redirectUrl)]
    expect(new Set(pages).size).toBe(3)
    const backs = await Promise.all(
      pages.map(async (page) => (await shares.till.press(page ?? '', 'approve')).headers.get('location') ?? '')
    )
    await Promise.all(
      [...backs, ...backs, '/api/orders'].map((back, index) =>
        memberAt([owner, davit, mariam], index % 3).fetch(back, { redirect: 'manual' })
      )
    )
    await reconcilePayments(atWork(api))
    expect(await shares.till.details(owner, number)).toMatchObject({ status: 12, payment: 'paid', refunds: [] })
    expect((await shares.till.kindsOf(placed.orderId)).filter((kind) => kind === 'order.status')).toHaveLength(1)
    expect(shares.keptBy(number)).toBe(5135)
    await booksAgree(api)
  })

  test('nobody but those who chose something, and somebody else’s refusal is not the owner’s', async () => {
    const { owner, members, started } = await group(api, ['Davit', 'Mariam'], { groupOrderType: GROUP_ORDER_TYPE.PAID_BY_ALL })
    const davit = memberAt(members, 0)
    await add(davit, shares.ten, 2)
    await complete(owner)
    const placed = await place(owner, await orderOf(owner, await addAddress(owner), { paymentId: CARD }))
    expect(placed).toMatchObject({ status: 17, redirectUrl: null, paymentCode: null })
    expect(await shares.tendersOf(placed.orderId)).toEqual([[davit.userId, 1600, 'held']])
    await shares.payShare(davit, placed.orderNumber, 'funds')
    expect(await paymentsOf(owner)).toEqual([
      ['Ani', 'none'],
      ['Davit', 'refused'],
      ['Mariam', 'none']
    ])
    expect(await shares.till.details(owner, placed.orderNumber)).toMatchObject({ payment: 'awaiting', cardRefusal: null })
    expect(await codeOf(pay(owner, placed.orderNumber))).toEqual([476, 'ALREADY_PAID'])
    expect((await refused(goOn(owner, 0))).type).toBe('BASKET_EMPTY')
    expect(await shares.payShare(davit, placed.orderNumber)).toContain(started.hash)
    expect((await shares.till.details(owner, placed.orderNumber)).payment).toBe('paid')
  })

  test('online alone: other methods are not offered, and refused', async () => {
    const { owner, members } = await group(api, ['Davit'], { groupOrderType: GROUP_ORDER_TYPE.PAID_BY_ALL })
    await add(owner, shares.plain)
    await add(memberAt(members, 0), shares.plain)
    await complete(owner)
    const methods = await owner.call(orders.paymentMethods)
    expect(methods.filter(({ available }) => available).map(({ key }) => key)).toEqual(expect.arrayContaining(['card', 'idram']))
    for (const key of ['cash', 'pos', 'transfer'])
      expect(methods.find((method) => method.key === key)).toMatchObject({ available: false, code: 484 })
    expect(methods[0]).toMatchObject({ isDefault: true, available: true })
    const body = await orderOf(owner, await addAddress(owner))
    expect(await codeOf(place(owner, body))).toEqual([484, 'PAYMENT_METHOD_UNAVAILABLE'])
    const { orderNumber } = await place(owner, { ...body, paymentId: CARD })
    expect(await codeOf(pay(memberAt(members, 0), orderNumber, 3))).toEqual([484, 'PAYMENT_METHOD_UNAVAILABLE'])
    expect(await codeOf(place(owner, { ...body, paymentId: CARD }))).toEqual([455, 'ORDER_BEING_PROCESSED'])
  })
})

describe('while shares are paid', () => {
  test('nothing that was chosen changes, and who has paid neither leaves nor is taken out', async () => {
    const { owner, davit, mariam, started, number } = await shares.collecting()
    await shares.payShare(davit, number)
    const line = linesOf(await basketOf(davit))[0]
    expect(line).toMatchObject({ quantity: 2, availability: 'ok' })
    expect([(await basketOf(owner)).isBeingPaid, (await basketOf(mariam)).isBeingPaid]).toEqual([true, true])
    expect(await codeOf(add(davit, shares.plain))).toEqual([471, 'GROUP_ORDER_PAID_MEMBER_CANNOT_EDIT'])
    expect(await codeOf(add(mariam, shares.plain))).toEqual([430, 'GROUP_ORDER_ACTION_FORBIDDEN'])
    expect(await codeOf(add(owner, shares.plain))).toEqual([430, 'GROUP_ORDER_ACTION_FORBIDDEN'])
    expect(await codeOf(leave(davit))).toEqual([472, 'GROUP_ORDER_PAID_MEMBER_CANNOT_LEAVE'])
    expect(await codeOf(leave(mariam))).toEqual([430, 'GROUP_ORDER_ACTION_FORBIDDEN'])
    const changed = (client: Client, id: number) => client.call(baskets.quantity, { params: { id }, query: {}, body: { quantity: 1 } })
    expect(await codeOf(changed(owner, line?.id ?? 0))).toEqual([473, 'GROUP_ORDER_OWNER_CANNOT_EDIT_PAID_MEMBER'])
    expect(await codeOf(changed(mariam, line?.id ?? 0))).toEqual([454, 'ONLY_YOUR_ORDER'])
    expect(await codeOf(complete(owner, false))).toEqual([473, 'GROUP_ORDER_OWNER_CANNOT_EDIT_PAID_MEMBER'])
    expect(await codeOf(takeOut(owner, await memberIdOf(owner, 'Davit')))).toEqual([474, 'GROUP_ORDER_OWNER_CANNOT_REMOVE_PAID_MEMBER'])
    expect(await codeOf(takeOut(owner, await memberIdOf(owner, 'Mariam')))).toEqual([430, 'GROUP_ORDER_ACTION_FORBIDDEN'])
    expect(await codeOf(complete(davit))).toEqual([430, 'GROUP_ORDER_ACTION_FORBIDDEN'])
    expect((await refused(join(await api.person(), started))).code).toBe(427)
    api.clock.advance(3 * COLLECTING_MS)
    expect(await expireGroupOrders(atWork(api))).toBe(0)
  })

  test('a last dish that the order took is not shown as sold out', async () => {
    const sale = await api.product(1, 'SALE')
    await setProduct(api, sale, { stock: 1 })
    const { owner, members } = await group(api, ['Davit'], { groupOrderType: GROUP_ORDER_TYPE.PAID_BY_ALL })
    const davit = memberAt(members, 0)
    await add(davit, sale)
    await complete(owner)
    await place(owner, await orderOf(owner, await addAddress(owner), { paymentId: CARD }))
    expect(await stockOf(api, sale)).toBe(0)
    for (const one of [owner, davit]) {
      expect((await infoOf(one)).members[1]?.items).toMatchObject([{ quantity: 1, availability: 'ok' }])
      expect(linesOf(await basketOf(one))).toMatchObject([{ availability: 'ok' }])
    }
    await complete(owner, false)
    expect(await stockOf(api, sale)).toBe(1)
  })

  test('the initiator lets people choose again as long as nobody has paid; money that comes later goes back', async () => {
    const stock = await stockOf(api, shares.ten)
    const { owner, davit, mariam, placed, number, addressId } = await shares.collecting()
    const { redirectUrl } = await pay(davit, number)
    const opened = await complete(owner, false)
    expect(opened).toMatchObject({ state: 'open', collecting: null, itemsPrice: 4500 })
    expect(await stockOf(api, shares.ten)).toBe(stock)
    expect(await shares.till.details(owner, number)).toMatchObject({ status: -1, payment: 'none' })
    // The page is closed, and one that takes money all the same gives it back.
    await shares.press(davit, redirectUrl)
    expect(shares.keptBy(number)).toBe(0)
    expect(await codeOf(pay(davit, number))).toEqual([420, 'ORDER_NOT_FOUND'])
    await add(mariam, shares.ten)
    await complete(owner)
    const again = await place(owner, await orderOf(owner, addressId, { paymentId: CARD }))
    expect(again.orderId).toBeGreaterThan(placed.orderId)
    expect((await infoOf(mariam)).collecting?.orderNumber).toBe(again.orderNumber)
    await cancel(owner)
    await booksAgree(api)
  })

  test('the initiator cancels: what is paid goes back, and everybody keeps what they chose', async () => {
    const stock = await stockOf(api, shares.ten)
    const { owner, davit, mariam, started, placed, number } = await shares.collecting()
    await shares.press(owner, placed.redirectUrl)
    await shares.payShare(mariam, number)
    expect(shares.keptBy(number)).toBe(1197 + 1711)
    expect(await codeOf(cancel(davit))).toEqual([430, 'GROUP_ORDER_ACTION_FORBIDDEN'])
    expect(await cancel(owner)).toMatchObject({ state: 'cancelled' })
    expect(shares.keptBy(number)).toBe(0)
    expect(await stockOf(api, shares.ten)).toBe(stock)
    expect((await shares.tendersOf(placed.orderId)).map(([, , state]) => state)).toEqual(['refunded', 'released', 'refunded'])
    expect(linesOf(await basketOf(mariam))).toMatchObject([{ productId: shares.ten, quantity: 3 }])
    expect(linesOf(await basketOf(owner))).toMatchObject([{ productId: shares.plain, quantity: 1 }])
    expect((await infoOf(davit, started.hash)).state).toBe('cancelled')
    expect(await isInGroup(davit)).toBe(false)
    await booksAgree(api)
  })

  test('the order’s own page cancels it as well', async () => {
    const { owner, mariam, placed, number, started } = await shares.collecting()
    await shares.payShare(mariam, number)
    await owner.call(orders.cancel, { params: { id: placed.orderId } })
    expect(shares.keptBy(number)).toBe(0)
    expect((await infoOf(mariam, started.hash)).state).toBe('cancelled')
    expect(linesOf(await basketOf(owner))).toHaveLength(1)
  })

  test('time runs out: everybody gets the money back, also by hand where a wallet has no refund', async () => {
    const { owner, davit, mariam, started, number } = await shares.collecting()
    await shares.payShare(davit, number)
    const wallet = openWalletTill(api, 'idram', IDRAM)
    const bought = { client: mariam, placed: await pay(mariam, number, IDRAM) }
    expect(await wallet.finish(bought, 'approve')).toContain(started.hash)
    expect(await paymentsOf(owner)).toEqual([
      ['Ani', 'due'],
      ['Davit', 'paid'],
      ['Mariam', 'paid']
    ])
    // The bank was just asked about a page that is open still, and is asked again later.
    api.clock.advance(COLLECTING_MS - 1_000)
    await reconcilePayments(atWork(api))
    api.clock.advance(1_001)
    expect(await expireUnpaid(atWork(api))).toBeGreaterThan(0)
    // Sessions end earlier than the time to pay.
    api.clock.set(NOON)
    expect(shares.keptBy(number)).toBe(0)
    expect(await infoOf(davit, started.hash)).toMatchObject({ state: 'expired', collecting: null })
    expect(linesOf(await basketOf(davit))).toMatchObject([{ productId: shares.plain, quantity: 2 }])
    expect(await shares.till.details(owner, number)).toMatchObject({
      status: -1,
      refunds: [
        { amount: 1711, byHand: true },
        { amount: 2227, byHand: false }
      ]
    })
    const [payout] = await api.engine.db
      .select()
      .from(schema.payouts)
      .where(eq(schema.payouts.userId, mariam.userId ?? 0))
    expect(payout).toMatchObject({ amount: 171_100, state: 'requested' })
    // The order's page, on which points are taken instead, is not theirs any more: nothing says that they could.
    await relayEvents(atWork(api), () => undefined)
    const notices = await api.engine.db
      .select()
      .from(schema.notifications)
      .where(eq(schema.notifications.userId, mariam.userId ?? 0))
    expect(notices.filter(({ kind }) => kind === 'payout').map(({ words }) => words['as'])).toEqual([undefined])
    expect(await operatePayments(atWork(api), ['payout', String(payout?.id), 'ani'])).toEqual([`payout ${payout?.id} is paid by ani`])
    await booksAgree(api)
  })
})
