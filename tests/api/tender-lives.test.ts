import { asc, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import { rowsOf } from '#server/db/rows.ts'
import { schema } from '#server/db/schema.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { IS_FULL } from '#tests/config/full.ts'
import { createRandom, type Random } from '#tests/load/random.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { booksAgree } from '#tests/support/books-agree.ts'
import { activate, cardsOf, give } from '#tests/support/gift-cards.ts'
import { pick } from '#tests/support/order-lives.ts'
import { deliver, setRules, walletOf, withPoints } from '#tests/support/rewards.ts'
import { add, addAddress, atWork, orderOf, place, setProduct } from '#tests/support/shopping.ts'
import { ownFirst, priceOf, sharesNow, split, type Sale } from '#tests/support/tender-lives.ts'
import { openTill, type Till } from '#tests/support/till.ts'

/** LIVES=10000 in the environment tells more of them. */
const LIVES = Number(process.env['LIVES'] ?? (IS_FULL ? 200 : 24))
/** On the slower engine, beside other work, a life takes more than a second. */
const TIMEOUT_MS = 120_000 + LIVES * 2_000
const MAX_REFUNDS = 6
const [OPEN, PAID] = [0, 12]
const [CASH, CARD, GIFT_CARD, BONUS, NOTHING_LEFT] = [3, 8, 10, 16, 18]
/** Hundredths of a percent, by supplier. */
const RATES = new Map([
  [1, 2_000],
  [2, 1_250]
])
const VOUCHERS = [
  { code: 'MARKET', kind: 'fixed', value: 77_700, cap: null, funder: 'market' },
  { code: 'SUPPLIER', kind: 'fixed', value: 50_100, cap: null, funder: 'supplier' },
  { code: 'TENTH', kind: 'percent', value: 1_000, cap: 65_000, funder: 'market' },
  { code: 'SEVENTH', kind: 'percent', value: 1_430, cap: null, funder: 'supplier' },
  { code: 'WAY', kind: 'free-delivery', value: 0, cap: null, funder: 'market' }
] as const
type Voucher = (typeof VOUCHERS)[number]

interface Offered {
  code: string
  supplier: number
  /** Price of so many pieces, hundredths. */
  price: (quantity: number) => number
}
const TIERS = [
  { from: 2, discount: 10 },
  { from: 4, discount: 25 }
]
const OFFERED: readonly Offered[] = [
  // Every second piece is free.
  { code: 'PLAIN', supplier: 1, price: (quantity) => Math.ceil(quantity / 2) * 100_000 },
  { code: 'TEN', supplier: 1, price: (quantity) => quantity * 50_000 },
  // Discounted.
  { code: 'SALE', supplier: 1, price: (quantity) => quantity * 72_000 },
  // Who buys more pays less for each.
  { code: 'P1', supplier: 2, price: (quantity) => quantity * (quantity < 2 ? 300_000 : quantity < 4 ? 270_000 : 225_000) },
  { code: 'P2', supplier: 2, price: (quantity) => quantity * 70_000 }
]

let api: TestApi
let till: Till
let products: (Offered & { id: number })[]
const { orderItems, orderParts, orderTenders, orders, paymentRefunds, payments, suppliers, vouchers } = schema
beforeAll(async () => {
  api = await startApi({ env: { TRUST_PROXY: '1' } })
  till = openTill(api)
  const { db } = api.engine
  await setRules(api)
  for (const [id, commission] of RATES) await db.update(suppliers).set({ commission }).where(eq(suppliers.id, id))
  products = await Promise.all(OFFERED.map(async (one) => ({ ...one, id: await api.product(one.supplier, one.code) })))
  for (const { id } of products) await setProduct(api, id, { stock: null })
  const idOf = (code: string): number => products.find((product) => product.code === code)?.id ?? 0
  await setProduct(api, idOf('PLAIN'), { labels: ['plus_one'] })
  await setProduct(api, idOf('P1'), { labels: ['up_to_sale'], tiers: TIERS })
  const common = { title: { hy: 'Զեղչ', en: 'Less', ru: 'Скидка' }, startsOn: '2026-11-01', endsOn: '2026-11-30', minimum: 0 }
  const open = { suppliers: [], kinds: [], methods: [], notDiscounted: false, firstOrder: false, vip: false }
  await db.insert(vouchers).values(VOUCHERS.map((voucher) => ({ ...voucher, ...common, ...open })))
})
afterAll(() => api.close())

const staff = (...words: string[]) => operateOrders(atWork(api), words)
const upTo = (random: Random, most: number): number => Math.floor(random() * (most + 1))

/** All accounts of the ledger whose money is not one person's. */
const books = async (): Promise<Map<string, number>> => {
  const rows = await rowsOf<{ account: string; sum: string }>(
    api.engine.db,
    sql`select account, sum(amount)::text as sum from ledger_entries
      where account like 'payable:supplier:%' or account like 'revenue:%' or account = 'cost:vouchers' group by account`
  )
  return new Map(rows.map(({ account, sum }) => [account, Number(sum)]))
}

interface Wanted {
  quantities: Map<number, number>
  voucher: Voucher | null
}

/** What the order has to be, by what was chosen: read from it are its packing, deliveries and fee alone. */
const saleOf = async (orderId: number, { quantities, voucher }: Wanted): Promise<Sale> => {
  const { db } = api.engine
  const items = await db.select().from(orderItems).where(eq(orderItems.orderId, orderId)).orderBy(asc(orderItems.id))
  const parts = await db.select().from(orderParts).where(eq(orderParts.orderId, orderId)).orderBy(asc(orderParts.id))
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  const tenders = await db.select().from(orderTenders).where(eq(orderTenders.orderId, orderId)).orderBy(asc(orderTenders.id))
  const totals = items.map(({ productId }) => {
    const product = products.find(({ id }) => id === productId)
    return product?.price(quantities.get(productId) ?? 0) ?? 0
  })
  const goods = totals.reduce((all, total) => all + total, 0)
  const percent = voucher?.kind === 'percent' ? Math.floor((goods * voucher.value) / 10_000 / 100) * 100 : 0
  const off = voucher === null || voucher.kind === 'free-delivery' ? 0 : voucher.kind === 'fixed' ? voucher.value : percent
  const taken = Math.min(goods, voucher?.cap ?? goods, off)
  const shares = split(taken, totals)
  return {
    lines: items.map(({ id, partId, productId }, index) => ({
      ...{ itemId: id, part: parts.findIndex((part) => part.id === partId), quantity: quantities.get(productId) ?? 0 },
      ...{ total: totals[index] ?? 0, voucher: shares[index] ?? 0, back: 0 }
    })),
    parts: parts.map(({ supplierId, packingPrice, deliveryPrice }) => ({
      ...{ supplierId, rate: RATES.get(supplierId) ?? 0, packing: packingPrice, delivery: deliveryPrice },
      voucherDelivery: voucher?.kind === 'free-delivery' ? deliveryPrice : 0
    })),
    fee: order?.serviceFee ?? 0,
    funder: voucher?.funder ?? null,
    tenders: tenders.map(({ id, methodId, amount }) => ({ id, isOwn: methodId === GIFT_CARD || methodId === BONUS, amount }))
  }
}

interface Life {
  client: Client
  number: string
  sale: Sale
  /** Of the person: cards and points before the order, hundredths. */
  cards: number
  points: number
  before: Map<string, number>
}

const begin = async (random: Random): Promise<Life> => {
  const points = random() < 0.6 ? 100 + upTo(random, 3_000) : 0
  const fresh = async () => {
    const client = await api.person()
    return { client, addressId: await addAddress(client) }
  }
  const { client, addressId } = points > 0 ? await withPoints(api, products[1]?.id ?? 0, points) : await fresh()
  let cards = 0
  for (let count = upTo(random, 2); count > 0; count -= 1) {
    const value = 1_000 + upTo(random, 40) * 100
    await activate(client, (await give(api, value)).code)
    cards += value * 100
  }
  const quantities = new Map<number, number>()
  for (const supplier of pick(random, [[1], [2], [1, 2]]))
    for (const [index, { id }] of products.filter((product) => product.supplier === supplier).entries())
      // The first one always: a supplier may have a minimum.
      if (index === 0 || random() < 0.6) quantities.set(id, 1 + upTo(random, 4))
  for (const [id, quantity] of quantities) await add(client, id, quantity)
  const voucher = random() < 0.7 ? pick(random, VOUCHERS) : null
  if (voucher) await client.call(baskets.enterVoucher, { body: { promoCode: voucher.code } })
  const before = await books()
  const shown = await client.call(baskets.get, { query: { addressId, useGiftCard: true, useBonusPoints: true } })
  const price = shown.orderPrice * 100
  const own = ownFirst(price, cards, points * 100)
  const alone = own.cards === 0 ? BONUS : own.points === 0 ? GIFT_CARD : NOTHING_LEFT
  const paymentId = own.left === 0 ? alone : pick(random, [CARD, CASH])
  const placed = await place(client, {
    ...(await orderOf(client, addressId, { paymentId })),
    ...(own.cards > 0 && { useGiftCard: true, giftCardAmount: own.cards / 100 }),
    ...(own.points > 0 && { useWallet: true, walletAmount: own.points / 100 })
  })
  const { orderId, orderNumber: number } = placed
  if (paymentId === CARD) {
    await till.decide(orderId, 'approve')
    await till.comeBack(client, orderId)
  }
  expect((await till.details(client, number)).status).toBe(paymentId === CASH ? OPEN : PAID)
  // What is paid at the door is there once the order is.
  if (paymentId === CASH || random() < 0.5) await deliver(api, number)
  const sale = await saleOf(orderId, { quantities, voucher })
  expect(priceOf(sale)).toBe(price)
  const [byCards, byPoints, left] = [GIFT_CARD, BONUS, paymentId].map((method) => amountBy(placed.orderId, method))
  expect([await byCards, await byPoints, own.left === 0 ? 0 : await left]).toEqual([own.cards, own.points, own.left])
  return { client, number, sale, cards, points: points * 100, before }
}

const amountBy = async (orderId: number, methodId: number): Promise<number> => {
  const rows = await api.engine.db.select().from(orderTenders).where(eq(orderTenders.orderId, orderId))
  return rows.filter((tender) => tender.methodId === methodId).reduce((all, { amount }) => all + amount, 0)
}

const agrees = async ({ client, sale, cards, points, before }: Life): Promise<void> => {
  const shares = sharesNow(sale)
  const now = await books()
  const moved = (account: string): number => (now.get(account) ?? 0) - (before.get(account) ?? 0)
  for (const [id, amount] of shares.suppliers) expect([id, moved(`payable:supplier:${id}`)]).toEqual([id, amount])
  expect({
    ...{ commission: moved('revenue:commission'), delivery: moved('revenue:delivery') },
    ...{ fee: moved('revenue:service-fee'), voucher: -moved('cost:vouchers') + 0 }
  }).toEqual({ commission: shares.commission, delivery: shares.delivery, fee: shares.fee, voucher: shares.voucher })
  const ids = sale.tenders.map(({ id }) => id)
  const refunds = await api.engine.db
    .select({ amount: paymentRefunds.amount, tenderId: sql<number>`coalesce(${paymentRefunds.tenderId}, ${payments.tenderId})` })
    .from(paymentRefunds)
    .leftJoin(payments, eq(payments.id, paymentRefunds.paymentId))
    .where(inArray(sql`coalesce(${paymentRefunds.tenderId}, ${payments.tenderId})`, ids))
  const given = new Map(ids.map((id) => [id, 0]))
  for (const { tenderId, amount } of refunds) given.set(tenderId, (given.get(tenderId) ?? 0) + amount)
  expect(given).toEqual(shares.given)
  const spent = sale.tenders.filter(({ isOwn }) => isOwn).reduce((all, { id, amount }) => all + amount - (shares.given.get(id) ?? 0), 0)
  const left = (await cardsOf(client)).reduce((all, { balance }) => all + Math.round(balance * 100), 0)
  expect(left + Math.round((await walletOf(client)).balance * 100)).toBe(cards + points - spent)
}

test(
  `${LIVES} orders paid by every mix of voucher, gift cards, points and money are refunded as chance will have it: everybody’s money is an oracle’s`,
  async () => {
    const seed = Number(process.env['RANDOM_SEED'] ?? 33)
    for (let index = 0; index < LIVES; index += 1) {
      const random = createRandom(seed + index)
      try {
        const life = await begin(random)
        await agrees(life)
        for (let refund = upTo(random, MAX_REFUNDS); refund > 0; refund -= 1) {
          const open = life.sale.lines.filter(({ quantity, back }) => back < quantity)
          if (open.length === 0) break
          const line = pick(random, open)
          const pieces = 1 + upTo(random, line.quantity - line.back - 1)
          await staff('refund', life.number, String(life.sale.lines.indexOf(line) + 1), String(pieces))
          line.back += pieces
          await agrees(life)
        }
      } catch (cause) {
        throw new Error(`life ${index} of seed ${seed}`, { cause })
      }
    }
    await booksAgree(api)
    expect(api.errors).toEqual([])
  },
  TIMEOUT_MS
)
