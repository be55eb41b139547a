import { desc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import * as baskets from '#contract/baskets/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import * as wallet from '#contract/wallet/calls.ts'
import type { NewOrder } from '#contract/orders/calls.ts'
import { schema } from '#server/db/schema.ts'
import { eraseDue } from '#server/services/account/erase.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { operatePayments } from '#server/services/orders/staff/operate-payments.ts'
import { sendReceipts } from '#server/services/receipts/send-receipts.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { booksAgree } from '#tests/support/books-agree.ts'
import { NOON } from '#tests/support/clock.ts'
import { activate, give } from '#tests/support/gift-cards.ts'
import { postsLost } from '#tests/support/lost-postings.ts'
import { setRules, withPoints } from '#tests/support/rewards.ts'
import { add, addAddress, atWork, buyer, orderOf, place, refused, setProduct } from '#tests/support/shopping.ts'
import { openTill, type Till } from '#tests/support/till.ts'

let api: TestApi
let till: Till
let plain = 0
let tins = 22_000_000
beforeAll(async () => {
  api = await startApi()
  till = openTill(api)
  plain = await api.product(1, 'PLAIN')
  await setRules(api)
})
afterAll(() => api.close())
afterEach(async () => {
  api.clock.set(NOON)
  await booksAgree(api)
  expect(api.errors).toEqual([])
})

const [CASH, TRANSFER, CARD, WITHOUT_PAYMENT] = [3, 4, 8, 18]
const CORPORATE = 1
const DAY = 86_400_000
const payments = (...words: string[]) => operatePayments(atWork(api), words)
const staff = (...words: string[]) => operateOrders(atWork(api), words)
const asCompany = (client: Client) => client.call(auth.change, { body: { companyName: 'Ararat LLC', tin: String(++tins) } })
const topUp = (client: Client, amount: number) => client.call(wallet.topup, { body: { amount } })
const walletOf = async (client: Client) =>
  (await client.call(wallet.wallets, { query: {} })).find(({ walletType }) => walletType === CORPORATE)
const historyOf = async (client: Client) =>
  (await client.call(wallet.history, { query: { skip: 0, take: 20, walletType: CORPORATE } })).items
const invoiceOf = (client: Client, orderNumber: string) => client.call(orders.invoice, { query: { orderNumber } })

/** Puts money into the wallet of a new company. */
const fill = async (client: Client, amount: number): Promise<void> => {
  await asCompany(client)
  const { number } = await topUp(client, Math.max(amount, 10_000))
  await payments('received', number, String(amount))
}
/** A company with money in its wallet and a basket. */
const company = async (amount: number, quantity = 1) => {
  const { client, addressId } = await buyer(api, plain, quantity)
  await fill(client, amount)
  return { client, addressId }
}
/** The order that the page would place now, with the wallet. */
const withWallet = async (client: Client, addressId: number, paymentId: number, rest: Partial<NewOrder> = {}): Promise<NewOrder> => {
  const order = await orderOf(client, addressId, { paymentId, ...rest })
  const { corporateWallet } = await client.call(baskets.get, { query: { addressId, walletType: CORPORATE } })
  const left = order.orderPrice - (order.giftCardAmount ?? 0) - (order.walletAmount ?? 0)
  const corporateWalletAmount = Math.min(left, corporateWallet?.available ?? 0)
  return { ...order, useCorporateWallet: true, corporateWalletAmount }
}
const refuse = async (refuses: ('bankTransfer' | 'corporateWallet')[], work: () => Promise<void>): Promise<void> => {
  const { products, suppliers } = schema
  const [product] = await api.engine.db.select().from(products).where(eq(products.id, plain))
  const one = eq(suppliers.id, product?.supplierId ?? 0)
  const [before] = await api.engine.db.select().from(suppliers).where(one)
  await api.engine.db.update(suppliers).set({ refuses }).where(one)
  try {
    await work()
  } finally {
    await api.engine.db
      .update(suppliers)
      .set({ refuses: before?.refuses ?? [] })
      .where(one)
  }
}

describe('a corporate wallet is topped up', () => {
  test('by an invoice of which all that comes is in it, in parts and too much', async () => {
    const client = await api.person()
    await asCompany(client)
    expect(await walletOf(client)).toMatchObject({ balance: 0, available: 0, canTopUp: true, topUps: [] })
    const written = await topUp(client, 50_000)
    expect(written).toMatchObject({ amount: 50_000, received: 0, lastDay: '2026-11-25' })
    const { number } = written
    expect(await invoiceOf(client, number)).toMatchObject({
      ...{ orderNumber: number, total: 50_000, received: 0, lastDay: '2026-11-25', status: 17 },
      buyer: { name: 'Ararat LLC', tin: String(tins) },
      lines: [{ totalPrice: 50_000 }]
    })
    const [line = ''] = await payments('received', number, '20000')
    expect(line.replaceAll(/\s/g, ' ')).toBe(`20 000 ֏ is in the corporate wallet; 30 000 ֏ of invoice ${number} is left`)
    expect(await walletOf(client)).toMatchObject({ available: 20_000, topUps: [{ number, received: 20_000 }] })
    await payments('received', number)
    expect(await walletOf(client)).toMatchObject({ available: 50_000, topUps: [] })
    expect(await invoiceOf(client, number)).toMatchObject({ received: 50_000, status: 12 })
    await expect(payments('received', number)).rejects.toThrow(`invoice ${number} waits for no bank transfer`)
    await payments('received', number, '500')
    expect(await walletOf(client)).toMatchObject({ balance: 50_500, available: 50_500 })
    const history = await historyOf(client)
    expect(history.map(({ type, amount }) => [type, amount])).toEqual([
      ['recalculation', 500],
      ['recalculation', 30_000],
      ['recalculation', 20_000]
    ])
    expect(history[0]?.reason).toEqual({ why: 'toppedUp', invoice: number })
    await postsLost(api, [`wallet-entry:${history[0]?.id}:topped-up`])
  })

  test('by a company only, and by no more than ten open invoices', async () => {
    const client = await api.person()
    expect(await walletOf(client)).toBeUndefined()
    expect(await refused(topUp(client, 10_000))).toMatchObject({ type: 'CORPORATE_WALLET_UNAVAILABLE' })
    await client.call(auth.change, { body: { companyName: 'Elsewhere Ltd', tin: 'DE123456789' } })
    expect(await refused(topUp(client, 10_000))).toMatchObject({ type: 'CORPORATE_WALLET_UNAVAILABLE' })
    await asCompany(client)
    for (const amount of [9_999, 10_000.5, 10_000_001, -1])
      expect(await refused(topUp(client, amount))).toMatchObject({ type: 'BAD_REQUEST', field: 'amount' })
    api.clock.advance(61_000)
    const all = await Promise.all(Array.from({ length: 6 }, () => topUp(client, 10_000)))
    api.clock.advance(61_000)
    await Promise.all(Array.from({ length: 4 }, () => topUp(client, 10_000)))
    expect(await refused(topUp(client, 10_000))).toMatchObject({ type: 'CONFLICT', field: 'amount' })
    const other = await api.person()
    for (const number of [all[0]?.number ?? '', 'W99999'])
      expect(await refused(invoiceOf(other, number))).toMatchObject({ type: 'ORDER_NOT_FOUND' })
    // After its day an invoice is no longer shown, and money for it is still taken.
    api.clock.advance(6 * DAY)
    await payments('received', all[0]?.number ?? '', '700')
    api.clock.set(NOON)
    expect((await walletOf(client))?.available).toBe(700)
  })
})

describe('a corporate wallet pays', () => {
  test('all of an order, which is paid at once, has a receipt, and comes back to the wallet', async () => {
    const { client, addressId } = await company(100_000)
    const order = await withWallet(client, addressId, WITHOUT_PAYMENT)
    const placed = await place(client, order)
    expect(placed).toMatchObject({ status: 12, redirectUrl: null })
    expect(await till.details(client, placed.orderNumber)).toMatchObject({
      ...{ payment: 'paid', paymentId: WITHOUT_PAYMENT, paymentKey: 'corporateWallet' },
      tenders: [{ methodKey: 'corporateWallet', amount: order.orderPrice }]
    })
    expect(await walletOf(client)).toMatchObject({ available: 100_000 - order.orderPrice })
    await sendReceipts(atWork(api))
    const { fiscalReceipts } = schema
    const [receipt] = await api.engine.db.select().from(fiscalReceipts).where(eq(fiscalReceipts.orderId, placed.orderId))
    expect(receipt?.content).toMatchObject({ cash: 0, card: order.orderPrice * 100 })
    const [spent] = await historyOf(client)
    expect(spent).toMatchObject({ type: 'withdrawn', amount: -order.orderPrice, order: { id: placed.orderId }, reason: { why: 'spent' } })
    const { orderTenders } = schema
    const [tender] = await api.engine.db.select().from(orderTenders).where(eq(orderTenders.orderId, placed.orderId))
    await postsLost(api, [`tender:${tender?.id}:spent`])
    await staff('refund', placed.orderNumber)
    expect(await walletOf(client)).toMatchObject({ available: 100_000 })
    expect((await till.details(client, placed.orderNumber)).refunds).toMatchObject([
      { amount: order.orderPrice, as: 'corporateWallet', byHand: false }
    ])
    expect((await historyOf(client))[0]).toMatchObject({ type: 'refund', amount: order.orderPrice, reason: { why: 'returned' } })
  })

  test('what gift cards and points leave, and a card the rest; a refund goes to the card first', async () => {
    const { client, addressId } = await withPoints(api, plain, 300)
    const { code } = await give(api, 1_000)
    await activate(client, code)
    await fill(client, 500)
    await add(client, plain, 4)
    const order = await withWallet(client, addressId, CARD, {
      ...{ useGiftCard: true, giftCardAmount: 1_000, useWallet: true, walletAmount: 300 }
    })
    expect(order.corporateWalletAmount).toBe(500)
    const placed = await place(client, order)
    expect(placed.status).toBe(17)
    await till.decide(placed.orderId, 'approve')
    await till.comeBack(client, placed.orderId)
    const paid = await till.details(client, placed.orderNumber)
    expect(paid).toMatchObject({
      ...{ status: 12, paymentKey: 'card' },
      tenders: [
        { methodKey: 'card', amount: order.orderPrice - 1_800 },
        { methodKey: 'giftCard', amount: 1_000 },
        { methodKey: 'points', amount: 300 },
        { methodKey: 'corporateWallet', amount: 500 }
      ]
    })
    await staff('refund', placed.orderNumber, '1', '1')
    await staff('refund', placed.orderNumber)
    expect(await walletOf(client)).toMatchObject({ available: 500 })
  })

  test('beside cash, and comes back when the order is cancelled', async () => {
    const { client, addressId } = await company(400)
    const placed = await place(client, await withWallet(client, addressId, CASH))
    expect((await walletOf(client))?.available).toBe(0)
    await client.call(orders.cancel, { params: { id: placed.orderId } })
    expect(await walletOf(client)).toMatchObject({ available: 400 })
  })

  test('beside cash, and gets back what is not there, after the cash', async () => {
    const { client, addressId } = await company(1_600)
    await setProduct(api, plain, { price: 60_000 })
    await add(client, plain)
    const order = await withWallet(client, addressId, CASH)
    const placed = await place(client, order)
    await setProduct(api, plain, { price: 100_000 })
    const back = 600 - (order.orderPrice - 1_600)
    expect(back).toBeGreaterThan(0)
    await staff('refund', placed.orderNumber, '1', '1')
    expect(await walletOf(client)).toMatchObject({ available: back })
    const [entry] = await historyOf(client)
    expect(entry).toMatchObject({ type: 'refund', amount: back, reason: { why: 'returned' } })
    await postsLost(api, [`wallet-entry:${entry?.id}:returned`])
  })

  test('once, when twenty orders ask for it', async () => {
    const { client, addressId } = await company(1_000)
    const body = await withWallet(client, addressId, CARD)
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => place(client, body)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await walletOf(client)).toMatchObject({ available: 0 })
    expect((await historyOf(client)).filter(({ type }) => type === 'withdrawn')).toHaveLength(1)
  })

  test('what was shown, or nothing is ordered', async () => {
    const { client, addressId } = await company(1_000)
    const shown = await withWallet(client, addressId, CARD)
    for (const corporateWalletAmount of [0, 999, 1_001])
      expect(await refused(place(client, { ...shown, corporateWalletAmount }))).toMatchObject({
        ...{ type: 'CHECKOUT_OUTDATED', field: 'corporateWalletAmount' }
      })
    expect(await refused(place(client, { ...shown, paymentId: WITHOUT_PAYMENT }))).toMatchObject({
      ...{ type: 'PAYMENT_METHOD_UNAVAILABLE', field: 'paymentId' }
    })
    const { users } = schema
    await api.engine.db
      .update(users)
      .set({ phoneVerified: true })
      .where(eq(users.id, client.userId ?? 0))
    expect(await refused(place(client, { ...shown, paymentId: TRANSFER }))).toMatchObject({
      ...{ type: 'CORPORATE_WALLET_UNAVAILABLE', field: 'useCorporateWallet' }
    })
  })

  test('not where a supplier takes none, and nobody but a company', async () => {
    const { client, addressId } = await company(1_000)
    const shown = await withWallet(client, addressId, CARD)
    await refuse(['corporateWallet'], async () => {
      const basket = await client.call(baskets.get, { query: { addressId, walletType: CORPORATE } })
      expect(basket.corporateWallet).toEqual({ available: 1_000, takes: false })
      expect(await refused(place(client, shown))).toMatchObject({ type: 'CORPORATE_WALLET_UNAVAILABLE', field: 'useCorporateWallet' })
      const types = async (fromAlloed: boolean) =>
        (await client.call(wallet.wallets, { query: { fromAlloed } })).map(({ walletType }) => walletType)
      expect([await types(false), await types(true)]).toEqual([[0, 1], [0]])
    })
    const person = await api.person()
    const own = await addAddress(person)
    await add(person, plain)
    const order = { ...(await orderOf(person, own, { paymentId: CARD })), useCorporateWallet: true }
    expect(await refused(place(person, order))).toMatchObject({ type: 'CORPORATE_WALLET_UNAVAILABLE' })
    expect(await person.call(baskets.get, { query: { walletType: CORPORATE } })).not.toHaveProperty('corporateWallet')
  })
})

test('an account with money in its corporate wallet is erased when staff have paid it back', async () => {
  const client = await api.person()
  await fill(client, 10_000)
  const { number } = await topUp(client, 20_000)
  const id = client.userId ?? 0
  const { accountDeletions } = schema
  const at = new Date(api.clock.now())
  await api.engine.db.insert(accountDeletions).values({ userId: id, requestedAt: at, dueAt: at, toldAt: at })
  const isErased = async (): Promise<boolean> => {
    await eraseDue(atWork(api))
    const [row] = await api.engine.db.select().from(accountDeletions).where(eq(accountDeletions.userId, id))
    return row?.erasedAt != null
  }
  expect(await isErased()).toBe(false)
  const stuck = (await payments('stuck')).filter((line) => line.startsWith('wallet\t'))
  expect(stuck.map((line) => line.split('\t')[1])).toEqual([String(id)])
  expect(stuck[0]).toContain('to pay back')
  expect(await payments('empty-wallet', String(id))).toEqual([expect.stringContaining('is paid back')])
  await expect(payments('empty-wallet', String(id))).rejects.toThrow('there is no corporate wallet')
  const { walletEntries } = schema
  const [entry] = await api.engine.db.select().from(walletEntries).where(eq(walletEntries.userId, id)).orderBy(desc(walletEntries.id))
  await postsLost(api, [`wallet-entry:${entry?.id}:emptied`])
  expect(await isErased()).toBe(true)
  await expect(payments('received', number)).rejects.toThrow('waits for no bank transfer')
})
