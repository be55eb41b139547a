import { randomBytes } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import * as auth from '#contract/auth/calls.ts'
import type { User } from '#contract/auth/calls.ts'
import * as baskets from '#contract/baskets/calls.ts'
import type { Basket } from '#contract/baskets/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import type { NewOrder, PlacedOrder } from '#contract/orders/calls.ts'
import * as profile from '#contract/profile/calls.ts'
import type { Address } from '#contract/profile/calls.ts'
import { type Call } from '#client/call.ts'
import { ANONYMOUS_COOKIE } from '#domain/constants.ts'
import { PAYMENT_METHOD } from '#domain/enums.ts'
import { isFinal } from '#domain/order-status.ts'
import { expect } from '../expect.ts'
import { callerOver } from './market.ts'

/** One visitor of one browser context, set up through the API: the pages find the same cookies and saved values as after the clicks. */
export interface Visitor {
  call: Call
  user: User | null
  address: Address | null
  basket: Basket | null
  /** What the person sends from the page of the bank at this path. */
  decides: (path: string, form: Record<string, string>) => Promise<void>
}
export interface Wanted {
  signedIn?: boolean
  withAddress?: boolean
  /** Products and quantities to put into the basket. */
  products?: readonly { id: number; quantity: number }[]
}

const CENTRE = { street: 'Abovyan Street 10', city: 'Yerevan', latitude: 40.1805, longitude: 44.514 }

let people = 0

/** A number nobody has: tests of several workers share one shop. */
export const newPhone = (): string => {
  people += 1
  return `+37477${String(Number(process.env['TEST_WORKER_INDEX'] ?? 0) % 1_000).padStart(3, '0')}${String(people).padStart(3, '0')}`
}

export const visit = async (context: BrowserContext, baseUrl: string, wanted: Wanted): Promise<Visitor> => {
  const anonymousId = randomBytes(16).toString('hex')
  await context.addCookies([{ name: ANONYMOUS_COOKIE, value: anonymousId, url: baseUrl }])
  let token: string | null = null
  const call = callerOver(context.request, { sessionId: () => anonymousId, accessToken: () => token })
  let user: User | null = null
  if (wanted.signedIn) {
    const contact = newPhone()
    await call(auth.sendCode, { body: { type: 'phone', contact } })
    const outbox = await (await context.request.get('/outbox?language=en')).text()
    const pin = /class="code">(\d{6})</.exec(outbox)?.[1] ?? ''
    const signedIn = await call(auth.register, { body: { type: 'phone', contact, pin, firstName: 'Անի' } })
    token = signedIn.accessToken
    user = signedIn.user
  }
  const address = wanted.signedIn && wanted.withAddress ? await call(profile.addAddress, { body: CENTRE }) : null
  if (address) user = await call(auth.me)
  for (const { id, quantity } of wanted.products ?? []) await call(baskets.add, { body: { productId: id, quantity } })
  const query = address ? { addressId: address.id } : {}
  const basket = wanted.products?.length ? await call(baskets.get, { query: { sessionId: anonymousId, ...query } }) : null
  await context.addInitScript(save, savedValues(user, address, basket))
  const decides: Visitor['decides'] = async (path, form) => void (await context.request.post(path, { form }))
  return { call, user, address, basket, decides }
}

/** What the saved stores of this visitor hold (spec section 9). */
const savedValues = (user: User | null, address: Address | null, basket: Basket | null): [string, string][] => {
  const values: Record<string, object> = {}
  if (user) values['root:auth'] = { version: 1, user }
  if (address) {
    const { id, title, latitude, longitude } = address
    values['root:place'] = { version: 1, title, addressId: id, latitude, longitude }
  }
  if (basket) {
    const items = basket.basketList.sessionBaskets.flatMap(({ entries }) => entries.flatMap((entry) => entry.items))
    const lines = items.map(({ id, productId, quantity, unitId, name }) => ({
      key: String(productId),
      productId,
      itemId: id,
      quantity,
      unitId,
      name
    }))
    values['root:basket'] = { version: 1, basketVersion: basket.version, count: basket.itemsCount, total: basket.orderPrice, lines }
  }
  return Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)])
}

const save = (values: [string, string][]): void => {
  for (const [key, value] of values) if (localStorage.getItem(key) === null) localStorage.setItem(key, value)
}

/** The last slot that can be chosen: the demo's suppliers do nothing about such an order while a test looks at it. */
export const lastSlot = async ({ call, address }: Visitor): Promise<Partial<NewOrder>> => {
  const query = { addressId: address?.id ?? 0 }
  const { dates } = await call(baskets.availableTimes, { query })
  const { slots } = await call(baskets.availableTimes, { query: { ...query, date: dates.at(-1) ?? '' } })
  return { deliveryNow: false, deliveryDate: slots[0]?.date ?? '', deliveryTime: slots[0]?.time ?? '' }
}

/** Orders the basket of a visitor who has an address; by card it waits for the bank for as long as the test runs. */
export const placeOrder = async (
  { call, address, basket }: Visitor,
  pay: 'cash' | 'card' | 'transfer',
  key: string,
  change: Partial<NewOrder> = {}
): Promise<PlacedOrder> => {
  if (!address || !basket) throw new Error('this visitor has no address or no basket')
  const body: NewOrder = {
    addressId: address.id,
    paymentId: { cash: PAYMENT_METHOD.CASH, card: PAYMENT_METHOD.ARCA, transfer: PAYMENT_METHOD.BANK }[pay],
    deliveryNow: true,
    customerComment: 'Մուտքի դուռը բակից է, զանգը չի աշխատում',
    basketVersion: basket.version,
    orderPrice: basket.orderPrice,
    ...change
  }
  return call(orders.checkout, { body }, { idempotencyKey: key })
}

/** Until the order moves no more. */
export const untilFinal = ({ call }: Visitor, orderNumber: string): Promise<void> =>
  expect.poll(async () => isFinal((await call(orders.details, { query: { orderNumber } })).status), { timeout: 60_000 }).toBe(true)
