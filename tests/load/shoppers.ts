import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import * as baskets from '#contract/baskets/calls.ts'
import type { Basket, NewBasketItem } from '#contract/baskets/calls.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import type { PlacedOrder } from '#contract/orders/calls.ts'
import { PAYMENT_METHOD, SUPPLIER_TYPE, type PaymentMethodId } from '#domain/enums.ts'
import type { Call } from '#client/call.ts'
import { newPerson } from '#tests/support/shop-client.ts'
import type { Lane } from './lane.ts'
import { createRandom, zipf, type Random } from './random.ts'

export interface Shopper {
  anonymousId: string
  token: string | null
  /** 0 for a guest. */
  addressId: number
}

/** A shop people buy at, with some of its goods and how to choose them. */
interface Counter {
  supplierId: number
  goods: NewBasketItem[]
}

/** What the shop at the other end of the lanes sells, and who buys there. Demand is skewed: the n-th is asked for 1/n as often as the first. */
export interface Crowd {
  lanes: readonly Lane[]
  people: readonly Shopper[]
  guests: readonly Shopper[]
  /** Ids of all suppliers, the most asked for first. */
  suppliers: readonly number[]
  supplier: () => number
  /** Goods of a shop, the most asked for first. */
  goodsFor: (shopper: number) => readonly NewBasketItem[]
  random: Random
}

const GOODS = 6
const SHOPS = 24

/** Ordinary goods of a shop with the first choice wherever one must be made. */
const counterOf = async (call: Call, supplierId: number): Promise<Counter> => {
  const menu = await call(catalogue.products, { query: { supplierId, take: 60 } })
  const sold = menu.items.filter(({ stock }) => stock === null || stock > 100_000).slice(0, GOODS)
  const goods: NewBasketItem[] = []
  for (const { id, hasOptions, minimumPurchase } of sold) {
    const groups = hasOptions ? await call(catalogue.configurators, { params: { id } }) : []
    const selectedOptions = groups.flatMap(({ min, values }) => values.slice(0, min).map((value) => value.id))
    goods.push({ productId: id, quantity: Math.max(1, minimumPurchase), selectedOptions })
  }
  return { supplierId, goods }
}

export const guestOf = (): Shopper => ({ anonymousId: randomBytes(16).toString('hex'), token: null, addressId: 0 })

/** Signs people in and looks at the shops, over all lanes at once. */
export const gatherCrowd = async (
  url: string,
  lanes: readonly Lane[],
  howMany: { people: number; guests: number },
  seed = 11
): Promise<Crowd> => {
  const random = createRandom(seed)
  const [first] = lanes
  if (!first) throw new Error('a crowd needs a lane')
  const call = first.callerOf(guestOf())
  const ids: number[] = []
  for (let skip = 0, more = true; more; skip += 200) {
    const page = await call(catalogue.suppliers, { query: { type: SUPPLIER_TYPE.all, take: 200, skip } })
    ids.push(...page.items.map(({ id }) => id))
    more = ids.length < Math.min(page.totalCount, 10_000) && page.items.length > 0
  }
  ids.sort((a, b) => a - b)
  const open = await call(catalogue.suppliers, { query: { type: SUPPLIER_TYPE.all, city: 'yerevan', openNow: true, take: 200 } })
  const counters: Counter[] = []
  // Day and night, so that none closes while it is measured.
  const always = open.items.filter((supplier) => supplier.open.changesAt === null)
  for (const { id } of always.toSorted((a, b) => a.id - b.id)) {
    const counter = counters.length < SHOPS ? await counterOf(call, id) : null
    if (counter && counter.goods.length >= 3) counters.push(counter)
  }
  const people: Shopper[] = []
  const firstNumber = randomInt(1_000_000, 9_000_000)
  await Promise.all(
    lanes.map(async (_, lane) => {
      for (let index = lane; index < howMany.people; index += lanes.length) {
        // Each from a network of its own: codes are limited by network.
        const person = await newPerson(() => url, `+3749${String(firstNumber + index)}`, `10.${100 + (index >> 8)}.${index & 255}.1`)
        people.push({ anonymousId: person.anonymousId, token: person.token(), addressId: person.addressId })
      }
    })
  )
  const shops = zipf(counters.length, random)
  const chosen = Array.from({ length: howMany.people + howMany.guests }, () => counters[shops()]?.goods ?? [])
  const suppliers = zipf(ids.length, random)
  return {
    lanes,
    people,
    guests: Array.from({ length: howMany.guests }, guestOf),
    suppliers: ids,
    supplier: () => ids[suppliers()] ?? 0,
    goodsFor: (shopper) => chosen[shopper % chosen.length] ?? [],
    random
  }
}

const pick = (goods: readonly NewBasketItem[], random: Random): NewBasketItem => {
  const item = goods[Math.min(goods.length - 1, Math.floor(random() ** 2 * goods.length))]
  if (!item) throw new Error('a shop of the crowd sells nothing')
  return item
}

/** One more of something; every sixth time the basket begins anew, so that baskets stay those of people. */
export const addSomething = (call: Call, goods: readonly NewBasketItem[], random: Random): Promise<Basket> =>
  call(baskets.add, { body: { ...pick(goods, random), startAnew: random() < 1 / 6 } })

/** Two different goods in the basket, and nothing else. */
export const fillBasket = async (call: Call, goods: readonly NewBasketItem[]): Promise<void> => {
  const [one, other] = goods
  if (!one || !other) throw new Error('a shop of the crowd sells too little')
  await call(baskets.add, { body: { ...one, startAnew: true } })
  await call(baskets.add, { body: other })
}

/** The basket as the checkout page reads it, and the order button. */
export const readForCheckout = (call: Call, addressId: number, isMixed = false): Promise<Basket> =>
  call(baskets.get, { query: { addressId, ...(isMixed && { useGiftCard: true, useBonusPoints: true }) } })
export const order = (
  call: Call,
  addressId: number,
  { version, orderPrice, giftCards, points }: Basket,
  paymentId: PaymentMethodId = PAYMENT_METHOD.CASH
): Promise<PlacedOrder> => {
  const body = {
    ...{ addressId, paymentId, deliveryNow: true, basketVersion: version, orderPrice },
    ...(giftCards && { useGiftCard: true, giftCardAmount: giftCards.covers }),
    ...(points && { useWallet: true, walletAmount: points.covers })
  }
  return call(orders.checkout, { body }, { idempotencyKey: randomUUID() })
}

/** From an empty basket to a confirmed cash order of two lines, as the pages do it: six calls. */
export const purchase = async (call: Call, addressId: number, goods: readonly NewBasketItem[]): Promise<void> => {
  await fillBasket(call, goods)
  const basket = await readForCheckout(call, addressId)
  await call(baskets.availableTimes, { query: { addressId } })
  const placed = await order(call, addressId, basket)
  await call(orders.details, { query: { orderNumber: placed.orderNumber } })
}

/** The same by card: the bank's page takes the money, and the browser comes back from it. `isMixed`: what gift cards and points leave. */
export const purchaseByCard = async (lane: Lane, shopper: Shopper, goods: readonly NewBasketItem[], isMixed = false): Promise<void> => {
  const { addressId } = shopper
  const call = lane.callerOf(shopper)
  await fillBasket(call, goods)
  const basket = await readForCheckout(call, addressId, isMixed)
  await call(baskets.availableTimes, { query: { addressId } })
  const { orderNumber, redirectUrl } = await order(call, addressId, basket, PAYMENT_METHOD.ARCA)
  const paid = await fetch(redirectUrl ?? '', { method: 'POST', body: new URLSearchParams({ action: 'approve' }), redirect: 'manual' })
  const back = new URL(paid.headers.get('location') ?? '')
  // The browser is the person's: the returns of one person are limited, not those of everybody.
  await lane.fetch(`${back.pathname}${back.search}`, { headers: { Authorization: `Bearer ${shopper.token ?? ''}` } })
  const { payment } = await call(orders.details, { query: { orderNumber } })
  if (payment !== 'paid') throw new Error(`order ${orderNumber} is ${payment} after its payment`)
}
