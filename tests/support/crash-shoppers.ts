import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '#client/call.ts'
import * as baskets from '#contract/baskets/calls.ts'
import type { Basket } from '#contract/baskets/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { PAYMENT_METHOD } from '#domain/enums.ts'
import { untilAnswered, type ShopClient } from './shop-client.ts'

/** What a buyer and the shop agreed on, as the buyer saw it. */
export interface Agreed {
  orderNumber: string
  /** AMD. */
  price: number
  quantity: number
  card: boolean
}

/** Requests that move money: how many are on their way, and how many each kill broke off. Who kills counts `kills` first. */
export interface MoneyCalls {
  pending: number
  kills: number
  broken: number[]
}

const quantityIn = ({ basketList }: Basket): number =>
  basketList.sessionBaskets.flatMap(({ entries }) => entries.flatMap(({ items }) => items)).reduce((sum, { quantity }) => sum + quantity, 0)

/** Buyers of a shop that is killed and started again; `url` is where it is now. */
export const openBuyers = (url: () => string, money: MoneyCalls) => {
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
  /** A browser that loads until something comes. */
  const browse = async (path: string, init: RequestInit = {}): Promise<Response> => {
    for (let tries = 0; tries < 2_400; tries += 1) {
      const response = await counted(() => fetch(`${url()}${path}`, { redirect: 'manual', ...init })).catch(() => null)
      if (response && response.status < 500) return response
      await wait(50)
    }
    throw new Error(`${path}: no answer in two minutes`)
  }
  /** Presses a button of the bank's page; answers where the bank sends the buyer. */
  const press = async (formUrl: string, action: 'approve' | 'decline'): Promise<string> => {
    const response = await browse(formUrl, { method: 'POST', body: new URLSearchParams({ action }) })
    const back = response.headers.get('location')
    if (response.status !== 303 || !back) throw new Error(`the bank answered ${response.status}`)
    return back
  }
  const payAgain = (person: ShopClient, orderNumber: string) =>
    untilAnswered(() => counted(() => person.call(orders.payForOrder, { body: { orderNumber } }, { idempotencyKey: randomUUID() })))

  /** Orders paid by those who did not come back, a person: the shop lets three wait for their money. */
  const closed = new Map<ShopClient, number>()
  const MAX_CLOSED = 2

  /** Pays at the bank, every third buyer after a refusal; every fourth closes the window instead of coming back. */
  const payByCard = async (person: ShopClient, orderNumber: string, formUrl: string, turn: number): Promise<void> => {
    let form = formUrl
    if (turn % 3 === 0) {
      await browse(await press(form, 'decline'))
      form = (await payAgain(person, orderNumber)).redirectUrl ?? ''
    }
    const back = await press(form, 'approve')
    const before = closed.get(person) ?? 0
    if (turn % 4 !== 0 || before >= MAX_CLOSED) await browse(back)
    else closed.set(person, before + 1)
  }

  return {
    /** Adds, looks, orders, looks again, and pays: by card every other turn. */
    buy: async (person: ShopClient, productId: number, turn: number): Promise<Agreed> => {
      const { call, addressId } = person
      const card = turn % 2 === 0
      await untilAnswered(() => call(baskets.add, { body: { productId, quantity: 1 + (turn % 3) } }))
      const basket = await untilAnswered(() => call(baskets.get, { query: { addressId } }))
      const { version: basketVersion, orderPrice } = basket
      const paymentId = card ? PAYMENT_METHOD.ARCA : PAYMENT_METHOD.CASH
      const body = { addressId, paymentId, deliveryNow: true, basketVersion, orderPrice }
      const key = randomUUID()
      const placed = await untilAnswered(() => counted(() => call(orders.checkout, { body }, { idempotencyKey: key })))
      const left = quantityIn(await untilAnswered(() => call(baskets.get, { query: { addressId } })))
      if (left > 0) throw new Error(`order ${placed.orderNumber} left ${left} pieces in the basket`)
      if (card) await payByCard(person, placed.orderNumber, placed.redirectUrl ?? '', turn / 2)
      return { orderNumber: placed.orderNumber, price: orderPrice, quantity: quantityIn(basket), card }
    },
    /** Who did not come back presses again: the shop learns from the bank that it was paid, and opens no second payment. */
    pressAgain: async (person: ShopClient, orderNumber: string): Promise<string | null> => {
      try {
        return (await payAgain(person, orderNumber)).redirectUrl
      } catch (cause) {
        if (cause instanceof ApiError && cause.type === 'ALREADY_PAID') return null
        throw cause
      }
    }
  }
}
