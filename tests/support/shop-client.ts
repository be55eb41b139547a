import { randomBytes, randomUUID } from 'node:crypto'
import * as auth from '#contract/auth/calls.ts'
import * as baskets from '#contract/baskets/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import type { PlacedOrder } from '#contract/orders/calls.ts'
import * as profile from '#contract/profile/calls.ts'
import { ApiError, createCaller, type Call } from '#client/call.ts'

export interface ShopClient {
  call: Call
  anonymousId: string
  addressId: number
  token: () => string | null
  /** The network the person comes from, for shops that trust a proxy. */
  from: Record<string, string>
}

const wait = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/** Asks until somebody answers: what a patient client does while a server is down. Refusals are thrown as they are. */
export const untilAnswered = async <T>(ask: () => Promise<T>, tries = 2400): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask()
    } catch (cause) {
      const silent = cause instanceof ApiError && ['NETWORK', 'INTERNAL', 'DATABASE_AWAY'].includes(cause.type)
      if (!silent || attempt >= tries) throw cause
      await wait(50)
    }
  }
}

/** A new person of a running shop, signed in by a code read from the outbox page, with an address in Yerevan. `ip`: where they come from. */
export const newPerson = async (url: () => string, phone: string, ip?: string): Promise<ShopClient> => {
  const from: Record<string, string> = ip === undefined ? {} : { 'x-forwarded-for': ip }
  const anonymousId = randomBytes(16).toString('hex')
  let token: string | null = null
  const call = createCaller({
    fetch: (input, init) => fetch(`${url()}${input}`, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...from } }),
    locale: 'en',
    sessionId: () => anonymousId,
    accessToken: () => token
  })
  await untilAnswered(() => call(auth.sendCode, { body: { type: 'phone', contact: phone } }))
  const page = await (
    await fetch(`${url()}/outbox?language=en`, { headers: { cookie: `buy_anonymous_id=${anonymousId}`, ...from } })
  ).text()
  const pin = /\b\d{6}\b/.exec(page.replace(/<style[\s\S]*?<\/style>/g, ''))?.[0] ?? ''
  token = (await call(auth.register, { body: { type: 'phone', contact: phone, pin, firstName: 'Test' } })).accessToken
  const address = await call(profile.addAddress, {
    body: { street: 'Abovyan Street 10', city: 'Yerevan', latitude: 40.1805, longitude: 44.514 }
  })
  return { call, anonymousId, addressId: address.id, token: () => token, from }
}

/** Orders what is in the basket, after adding a product if one is named. paymentId: 3 cash, 8 card. */
export const buyAtShop = async ({ call, addressId }: ShopClient, productId: number | null, paymentId: number): Promise<PlacedOrder> => {
  if (productId !== null) await call(baskets.add, { body: { productId, quantity: 2 } })
  const { version, orderPrice } = await call(baskets.get, { query: { addressId } })
  const body = { addressId, paymentId, deliveryNow: true, basketVersion: version, orderPrice }
  return call(orders.checkout, { body }, { idempotencyKey: randomUUID() })
}
