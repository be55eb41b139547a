import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '#client/call.ts'
import * as baskets from '#contract/baskets/calls.ts'
import type { Basket } from '#contract/baskets/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import type { NewOrder, PlacedOrder } from '#contract/orders/calls.ts'
import { PAYMENT_METHOD } from '#domain/enums.ts'
import { PROVIDER_PAGES, type Action, type Browse, type ProviderPages } from './provider-pages.ts'
import { untilAnswered, type ShopClient } from './shop-client.ts'

/** What a buyer and the shop agreed on, as the buyer saw it. */
export interface Agreed {
  orderNumber: string
  /** AMD. */
  price: number
  quantity: number
  card: boolean
  /** Paid, and cancelled afterwards. */
  cancelled?: boolean
  /** Its provider gave the money back. */
  givenBack?: boolean
}

/** Who buys: by cash and card in turn, or all by card (or wallet), of whom every fifth who comes back cancels what was paid. */
export type Buyers = 'cash and card' | 'card, and cancel'

/** Requests that move money: how many are on their way, and how many each kill broke off. Who kills counts `kills` first. */
export interface MoneyCalls {
  pending: number
  kills: number
  broken: number[]
}

const quantityIn = ({ basketList }: Basket): number =>
  basketList.sessionBaskets.flatMap(({ entries }) => entries.flatMap(({ items }) => items)).reduce((sum, { quantity }) => sum + quantity, 0)

/** Buyers of a shop that is killed and started again; `url` is where it is now, `provider` whom they pay. */
export const openBuyers = (
  url: () => string,
  money: MoneyCalls,
  who: Buyers = 'cash and card',
  provider: ProviderPages = PROVIDER_PAGES.arca
) => {
  const counted = async <T>(ask: () => Promise<T>): Promise<T> => {
    const { kills } = money
    money.pending += 1
    try {
      return await ask()
    } catch (cause) {
      // One that begins and fails between two kills met no server at all.
      if (money.kills > kills) money.broken[kills] = (money.broken[kills] ?? 0) + 1
      throw cause
    } finally {
      money.pending -= 1
    }
  }
  /** Somebody's browser. Whoever asks too often waits as long as the shop says. */
  const browserOf =
    ({ from }: ShopClient): Browse =>
    async (address, init = {}) => {
      const headers = { ...Object.fromEntries(new Headers(init.headers)), ...from }
      for (let tries = 0; tries < 2_400; tries += 1) {
        const response = await counted(() => fetch(new URL(address, url()), { redirect: 'manual', ...init, headers })).catch(() => null)
        if (response && response.status < 500 && response.status !== 429) return response
        await wait(1_000 * Number(response?.headers.get('retry-after') ?? 0) + 50)
      }
      throw new Error(`${address}: no answer in two minutes`)
    }
  /** The page that the shop leads to; null when the order is paid. Whoever pressed too often waits as long as the shop says. */
  const payAgain = async (person: ShopClient, orderNumber: string): Promise<string | null> => {
    const press = () => counted(() => person.call(orders.payForOrder, { body: { orderNumber } }, { idempotencyKey: randomUUID() }))
    for (;;) {
      try {
        const { redirectUrl } = await untilAnswered(press)
        if (redirectUrl !== null) return redirectUrl
        // The provider is away.
        await wait(500)
      } catch (cause) {
        if (!(cause instanceof ApiError)) throw cause
        if (cause.type === 'ALREADY_PAID') return null
        if (cause.type !== 'TOO_MANY_REQUESTS') throw cause
        await wait(1000 * Number((cause.data as { retryAfter?: number } | null)?.retryAfter ?? 1))
      }
    }
  }

  /** Orders paid by those who did not come back, a person: the shop lets three wait for their money. */
  const closed = new Map<ShopClient, number>()
  const MAX_CLOSED = 2
  /** Where each order was paid, of providers that repeat what they told. */
  const paidAt = new Map<string, string>()

  /** From the address that the shop led to, until the provider has decided; null when the order turned out to be paid. */
  const decide = async (person: ShopClient, orderNumber: string, first: string | null, action: Action): Promise<string | null> => {
    const browse = browserOf(person)
    for (let address = first ?? (await payAgain(person, orderNumber)); address !== null; address = await payAgain(person, orderNumber)) {
      const page = await provider.arrive(browse, address)
      const back = await provider.decide(browse, page, action)
      // The shop did not say that it may be paid, or nobody heard it.
      const isLeft = action === 'approve' && new URL(back, url()).searchParams.has('left')
      if (!isLeft) {
        if (provider.onlyTells && action === 'approve') paidAt.set(orderNumber, page)
        return back
      }
      await browse(back)
    }
    return null
  }
  /** A provider that only tells says again that an order was paid, until the shop has heard it. */
  const hear = async (person: ShopClient, orderNumber: string): Promise<void> => {
    const page = paidAt.get(orderNumber)
    if (page === undefined) return
    for (let tries = 0; tries < 100; tries += 1) {
      const { payment } = await untilAnswered(() => person.call(orders.details, { query: { orderNumber } }))
      if (payment !== 'awaiting') return
      await provider.decide(browserOf(person), page, 'approve')
      await wait(100)
    }
  }

  /** Whether the order's page says that the bank has refused. */
  const isRefused = async ({ call }: ShopClient, orderNumber: string): Promise<boolean> => {
    const { payment, cardRefusal } = await untilAnswered(() => call(orders.details, { query: { orderNumber } }))
    return payment === 'awaiting' && cardRefusal !== null
  }
  /**
   * Pays at the bank, every third buyer after a refusal; of the others every fourth closes the window instead of coming back. Whether the
   * buyer came back.
   */
  const payByCard = async (person: ShopClient, orderNumber: string, formUrl: string | null, turn: number): Promise<boolean> => {
    const browse = browserOf(person)
    let address = formUrl
    const isFirstRefused = turn % 3 === 0
    if (isFirstRefused) {
      await browse((await decide(person, orderNumber, address, 'funds')) ?? '/')
      address = await payAgain(person, orderNumber)
    }
    const back = await decide(person, orderNumber, address, 'approve')
    const before = closed.get(person) ?? 0
    if (!isFirstRefused && turn % 4 === 0 && before < MAX_CLOSED) {
      closed.set(person, before + 1)
      return false
    }
    await browse(back ?? '/')
    await hear(person, orderNumber)
    // The bank was away when the shop would have learned of the refusal, and led to the refused page again.
    while (await isRefused(person, orderNumber)) {
      await browse((await decide(person, orderNumber, null, 'approve')) ?? '/')
      await hear(person, orderNumber)
    }
    return true
  }

  /** Orders. Who has too many that wait for their money, because the shop was killed before it had asked the bank, waits until it has. */
  const order = async ({ call }: ShopClient, body: NewOrder): Promise<PlacedOrder> => {
    const key = randomUUID()
    for (let tries = 0; ; tries += 1) {
      try {
        return await untilAnswered(() => counted(() => call(orders.checkout, { body }, { idempotencyKey: key })))
      } catch (cause) {
        if (!(cause instanceof ApiError && cause.type === 'TOO_MANY_UNPAID_ORDERS' && tries < 240)) throw cause
        await wait(500)
      }
    }
  }

  /** Cancels, however often the answer is lost on the way: an order that cannot be cancelled any more was cancelled. */
  const cancel = async ({ call }: ShopClient, id: number): Promise<void> => {
    try {
      await untilAnswered(() => counted(() => call(orders.cancel, { params: { id } })))
    } catch (cause) {
      if (!(cause instanceof ApiError && cause.type === 'UNABLE_TO_CANCEL_ORDER')) throw cause
    }
  }

  return {
    /** Adds, looks, orders, looks again, and pays. */
    buy: async (person: ShopClient, productId: number, turn: number): Promise<Agreed> => {
      const { call, addressId } = person
      const card = who === 'card, and cancel' || turn % 2 === 0
      await untilAnswered(() => call(baskets.add, { body: { productId, quantity: 1 + (turn % 3) } }))
      const basket = await untilAnswered(() => call(baskets.get, { query: { addressId } }))
      const { version: basketVersion, orderPrice } = basket
      const paymentId = card ? provider.paymentId : PAYMENT_METHOD.CASH
      const body = { addressId, paymentId, deliveryNow: true, basketVersion, orderPrice }
      const placed = await order(person, body)
      const left = quantityIn(await untilAnswered(() => call(baskets.get, { query: { addressId } })))
      if (left > 0) throw new Error(`order ${placed.orderNumber} left ${left} pieces in the basket`)
      const agreed = { orderNumber: placed.orderNumber, price: orderPrice, quantity: quantityIn(basket), card }
      if (!card) return agreed
      const cameBack = await payByCard(person, placed.orderNumber, placed.redirectUrl, who === 'card, and cancel' ? turn : turn / 2)
      if (who !== 'card, and cancel' || turn % 5 !== 0 || !cameBack) return agreed
      await cancel(person, placed.orderId)
      return { ...agreed, cancelled: true, givenBack: provider.givesBack }
    },
    /** Looks until the money of a cancelled order is said to be back. */
    seeRefund: async (person: ShopClient, orderNumber: string): Promise<void> => {
      for (let tries = 0; tries < 600; tries += 1) {
        if ((await person.call(orders.details, { query: { orderNumber } })).payment === 'refunded') return
        await wait(200)
      }
    },
    /** Who did not come back presses again: the shop learns from the bank that it was paid, and opens no second payment. */
    pressAgain: async (person: ShopClient, orderNumber: string): Promise<string | null> => {
      await hear(person, orderNumber)
      return payAgain(person, orderNumber)
    }
  }
}
