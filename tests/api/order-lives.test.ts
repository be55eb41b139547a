import { afterAll, beforeAll, expect, test } from 'vitest'
import * as orders from '#contract/orders/calls.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { booksAgree } from '#tests/support/books-agree.ts'
import { createRandom, type Random } from '#tests/load/random.ts'
import { IS_FULL } from '#tests/config/full.ts'
import { end, isOver, lack, leftOf, lifeOf, pick, replace, statusOf, type Life, type LifeLine } from '#tests/support/order-lives.ts'
import { addSecondOf } from '#tests/support/second-supplier.ts'
import { answer } from '#tests/support/replacements.ts'
import { add, addAddress, atWork, orderOf, place, setProduct, stockOf } from '#tests/support/shopping.ts'
import { openTill, type Till } from '#tests/support/till.ts'

/** LIVES=10000 in the environment tells more of them. */
const LIVES = Number(process.env['LIVES'] ?? (IS_FULL ? 200 : 12))
/** On the slower engine, beside other work, a life takes most of a second. */
const TIMEOUT_MS = 120_000 + LIVES * 1_000
const STEPS = 10
const STOCK = 1_000_000
const SECOND_STORE = 20_902

interface Sold {
  id: number
  unit: number
}
let api: TestApi
let till: Till
/** By supplier: two families of suppliers that are ordered from together. */
let families: (readonly [supplier: number, products: Sold[]])[][]
let counted: number[]
beforeAll(async () => {
  api = await startApi({ env: { TRUST_PROXY: '1' } })
  till = openTill(api)
  await addSecondOf(api, 902, SECOND_STORE)
  const sold = async (supplier: number, code: string, unit: number): Promise<Sold> => ({ id: await api.product(supplier, code), unit })
  families = [
    [
      [1, [await sold(1, 'PLAIN', 1000), await sold(1, 'TEN', 500), await sold(1, 'SALE', 720)]],
      [2, [await sold(2, 'P1', 3000), await sold(2, 'P2', 700)]]
    ],
    [
      [4, [await sold(4, 'ROSE', 12_000)]],
      [5, [await sold(5, 'PARA', 650)]],
      [902, [await sold(902, 'MILK', 600), await sold(902, 'WATER', 250)]],
      [SECOND_STORE, [await sold(SECOND_STORE, 'MILK', 600), await sold(SECOND_STORE, 'WATER', 250)]]
    ]
  ]
  const all = families.flat().flatMap(([, products]) => products.map(({ id }) => id))
  const stocks = await Promise.all(all.map(async (id) => [id, await stockOf(api, id)] as const))
  counted = stocks.flatMap(([id, stock]) => (stock === null ? [] : [id]))
})
afterAll(() => api.close())

const staff = (...words: string[]) => operateOrders(atWork(api), words)
const [CARD, CASH] = [8, 3]

interface TestOrder {
  client: Client
  number: string
  orderId: number
  life: Life
}

const ordered = async (random: Random): Promise<TestOrder> => {
  const client = await api.person()
  const family = pick(random, families)
  const suppliers = family.slice(Math.floor(random() * (family.length - 1)))
  for (const [, products] of suppliers)
    // The dear one first: one supplier has a minimum.
    for (const [index, { id }] of products.entries()) if (index === 0 || random() < 0.7) await add(client, id, 1 + Math.floor(random() * 4))
  const byCard = random() < 0.5
  const payment = byCard ? { paymentId: CARD, ...(random() < 0.5 && { tip: 500 }) } : { paymentId: CASH }
  const placed = await place(client, await orderOf(client, await addAddress(client), payment))
  if (byCard) {
    await till.decide(placed.orderId, 'approve')
    await till.comeBack(client, placed.orderId)
  }
  const { orderNumber: number, orderId } = placed
  const details = await till.details(client, number)
  expect(details.status).toBe(byCard ? 12 : 0)
  return { client, number, orderId, life: lifeOf(details, byCard) }
}

type Action = () => Promise<void>

/** What may happen to an order as it is now. */
const actions = ({ client, number, orderId, life }: TestOrder, random: Random): Action[] => {
  const { parts, lines } = life
  const at = (index: number): string => `${number}/${parts[index]?.alias ?? ''}`
  const lineNo = (line: LifeLine): string => String(lines.indexOf(line) + 1)
  const live = parts.filter(({ status }) => status !== -1)
  const next: Action[] = parts.flatMap((part, index): Action[] => {
    const move =
      (verb: string, to: number): Action =>
      async () => {
        await staff(verb, at(index))
        part.status = to
      }
    const refuse: Action = async () => {
      await staff('refuse', at(index), 'sold', 'out')
      const isOnly = live.length === 1
      end(life, (other) => (isOnly ? true : other === index))
    }
    if (part.status === 0 || part.status === 12) return [move('accept', 1), move('accept', 1), refuse]
    if (part.status === 1) return [move('on-the-way', 5), move('on-the-way', 5), refuse]
    return part.status === 5 ? [move('delivered', 7), move('delivered', 7)] : []
  })
  const open = lines.filter((line) => leftOf(line) > 0)
  const refunds = open.map((line): Action => async () => {
    const pieces = 1 + Math.floor(random() * leftOf(line))
    await staff('refund', number, lineNo(line), String(pieces))
    lack(life, line, pieces)
  })
  const replaceable = open.filter(
    ({ part, back, isReplacement }) => [0, 12, 1].includes(parts[part]?.status ?? -1) && back === 0 && !isReplacement
  )
  const replacements = replaceable.flatMap((line): Action[] => {
    const products = families.flat().find(([, list]) => list.some(({ id }) => id === line.productId))?.[1] ?? []
    const others = products.filter(({ id }) => id !== line.productId)
    if (others.length === 0) return []
    return [
      async () => {
        const other = pick(random, others)
        await staff('replace', number, lineNo(line), String(other.id))
        const { replacements: asked } = await till.details(client, number)
        const accepts = random() < 0.6
        await answer(client, asked.at(-1)?.id ?? 0, accepts)
        if (!accepts) return lack(life, line, leftOf(line))
        const after = await till.details(client, number)
        const items = after.parts.flatMap(({ items: list }) => list).map(({ id }) => id)
        replace(life, line, { productId: other.id, unit: other.unit, itemId: Math.max(...items) })
      }
    ]
  })
  const isUntouched = live.every(({ status }) => status === 0 || status === 12)
  const cancel: Action = async () => {
    await client.call(orders.cancel, { params: { id: orderId } })
    end(life, () => true)
  }
  return [...next, ...next, ...refunds, ...replacements, ...(isUntouched ? [cancel] : [])]
}

const agrees = async ({ client, number, life }: TestOrder, stocks: ReadonlyMap<number, number>): Promise<void> => {
  const seen = await till.details(client, number)
  expect(seen.status).toBe(statusOf(life))
  expect(seen.parts.map(({ status }) => status)).toEqual(life.parts.map(({ status }) => status))
  const items = seen.parts.flatMap((part) => part.items).toSorted((a, b) => a.id - b.id)
  // A cancelled order paid at the door keeps what it would have cost.
  if (!(isOver(life) && !life.byCard)) {
    expect(items.map(({ id, quantity, refunded, takenOff }) => [id, quantity, refunded, takenOff])).toEqual(
      life.lines.map(({ itemId, quantity, back, off }) => [itemId, quantity, back, off])
    )
    expect(items.map(({ totalPrice }) => totalPrice * 100)).toEqual(life.lines.map(({ total }) => total))
    expect(seen.orderPrice * 100).toBe(life.price)
  }
  expect(Math.round(seen.refunds.reduce((sum, { amount }) => sum + amount, 0) * 100)).toBe(life.given)
  for (const [id, before] of stocks) expect([id, await stockOf(api, id)]).toEqual([id, before - (life.held.get(id) ?? 0)])
}

test(
  `${LIVES} orders of two to four suppliers live as chance will have it: statuses, lines, money and stock are an oracle’s`,
  async () => {
    const seed = Number(process.env['RANDOM_SEED'] ?? 7)
    for (let life = 0; life < LIVES; life += 1) {
      const random = createRandom(seed + life)
      for (const id of counted) await setProduct(api, id, { stock: STOCK })
      const testOrder = await ordered(random)
      const stocks = new Map(counted.map((id) => [id, STOCK]))
      try {
        for (let step = 0; step < STEPS && !isOver(testOrder.life); step += 1) {
          const possible = actions(testOrder, random)
          if (possible.length === 0) break
          await pick(random, possible)()
          await agrees(testOrder, stocks)
        }
      } catch (cause) {
        throw new Error(`life ${life} of seed ${seed}`, { cause })
      }
    }
    await booksAgree(api)
    expect(api.errors).toEqual([])
  },
  TIMEOUT_MS
)
