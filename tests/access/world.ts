import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import * as auth from '#contract/auth/calls.ts'
import type { Registration } from '#contract/auth/calls.ts'
import * as credentials from '#contract/credentials/calls.ts'
import * as alerts from '#contract/alerts/calls.ts'
import * as favourites from '#contract/favourites/calls.ts'
import * as notifications from '#contract/notifications/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import * as profile from '#contract/profile/calls.ts'
import { schema } from '#server/db/schema.ts'
import { jobContext } from '#server/jobs/context.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import type { Client, TestApi } from '#tests/support/api.ts'
import { askCode, PASSWORD } from '#tests/support/identity.ts'
import { add, linesOf, NEAR, orderOf, place } from '#tests/support/shopping.ts'

export const CALLERS = ['guest', 'A', 'B', 'company', 'deactivated', 'expired'] as const
export type Caller = (typeof CALLERS)[number]

/** Person B, whose things everybody else tries to reach. */
export interface Victim {
  client: Client
  userId: number
  phone: string
  email: string
  /** A live code to the phone, and one of a reset by mail: they belong to B's browser. */
  pin: string
  resetPin: string
  sessionId: string
  addressId: number
  basketItemId: number
  basketVersion: number
  orderPrice: number
  orderId: number
  orderNumber: string
  unpaidNumber: string
  notificationId: number
  pushEndpoint: string
  cardId: number
  alertId: number
  replacementId: number
  /** Texts that no answer to anybody else may hold. */
  secrets: string[]
}

const { notifications: notices, socialIdentities, users } = schema
let people = 0
const newPhone = (): string => `+3749955${String(1000 + (people += 1))}`
const PUSH = 'https://fcm.googleapis.com/fcm/send/'

export const PRODUCT = { supplier: 1, code: 'PLAIN' } as const
export const pushSubscription = (name: string) => ({
  endpoint: PUSH + name,
  keys: { p256dh: randomBytes(65).toString('base64url'), auth: randomBytes(16).toString('base64url') }
})

/** Registers at once: the API of the matrix lets codes be asked for without a pause. */
const enter = async (api: TestApi, extra: Partial<Registration> = {}) => {
  const phone = newPhone()
  const client = api.guest()
  const body = { type: 'phone' as const, contact: phone, pin: await askCode(api, client, phone), firstName: 'Ani', ...extra }
  const { accessToken, user } = await client.call(auth.register, { body })
  client.token = accessToken
  return { client, phone, userId: user.id }
}

/** Somebody with a filled basket, so that orders get as far as the address. */
const shopper = async (api: TestApi, extra: Partial<Registration> = {}): Promise<Client> => {
  const { client } = await enter(api, extra)
  await add(client, await api.product(PRODUCT.supplier, PRODUCT.code))
  return client
}

export const makeCaller = {
  guest: (api: TestApi): Promise<Client> => Promise.resolve(api.guest()),
  A: (api: TestApi) => shopper(api),
  company: (api: TestApi) => shopper(api, { companyName: 'Ընկերություն', tin: String(20_000_000 + (people += 1)) }),
  deactivated: async (api: TestApi): Promise<Client> => {
    const { client, userId } = await enter(api)
    await api.engine.db
      .update(users)
      .set({ deactivatedAt: new Date(api.clock.now()) })
      .where(eq(users.id, userId))
    return client
  },
  /** The caller keeps the refresh cookie; the token itself is over. */
  expired: async (api: TestApi): Promise<Client> => {
    const now = api.clock.now()
    api.clock.set(now - 601_000)
    const { client } = await enter(api)
    api.clock.set(now)
    return client
  }
} satisfies Record<Exclude<Caller, 'B'>, (api: TestApi) => Promise<Client>>

export const makeVictim = async (api: TestApi): Promise<Victim> => {
  const { db } = api.engine
  const mark = randomBytes(6).toString('hex')
  const { client, phone, userId } = await enter(api, { firstName: `Benik${mark}`, lastName: `Gaghtnyan${mark}`, password: PASSWORD })
  const email = `benik.${mark}@private.am`
  await db.update(users).set({ email, emailVerified: true }).where(eq(users.id, userId))
  const address = { city: 'Yerevan', latitude: NEAR.lat, longitude: NEAR.lng, doorCode: `${mark}#`, comment: `Comment ${mark}` }
  const { id: addressId } = await client.call(profile.addAddress, { body: { street: `Gaghtni ${mark}`, ...address } })
  await client.call(profile.addAddress, { body: { street: `Other ${mark}`, ...address } })
  const productId = await api.product(PRODUCT.supplier, PRODUCT.code)
  await client.call(favourites.addArticle, { body: { articleId: productId } })
  await client.call(favourites.addSupplier, { body: { supplierId: PRODUCT.supplier } })
  const { id: alertId } = await client.call(alerts.add, { body: { supplierId: PRODUCT.supplier } })
  const order = async (paymentId: number) => {
    await add(client, productId)
    return place(client, await orderOf(client, addressId, { paymentId, customerComment: `For ${mark}` }), randomUUID())
  }
  const { orderId, orderNumber } = await order(3)
  const { orderNumber: unpaidNumber } = await order(8)
  await operateOrders(jobContext(api.kernel), ['replace', orderNumber, '1', String(await api.product(PRODUCT.supplier, 'TEN'))])
  const { replacements } = await client.call(orders.details, { query: { orderNumber } })
  const basket = await add(client, productId)
  const { endpoint, keys } = pushSubscription(mark)
  await client.call(notifications.subscribe, { body: { endpoint, keys } })
  await db.insert(socialIdentities).values({ provider: 'google', subject: `google-${mark}`, userId, email })
  const [notice] = await db
    .insert(notices)
    .values({ userId, kind: 'news', subject: mark, status: 4, words: { title: `News for ${mark}`, text: mark } })
    .returning({ id: notices.id })
  const binding = {
    provider: 'arca-simulator',
    clientId: mark,
    bindingId: mark,
    brand: 'visa' as const,
    lastFour: '1111',
    expiry: '203012'
  }
  const [card] = await db
    .insert(schema.boundCards)
    .values({ userId, ...binding })
    .returning({ id: schema.boundCards.id })
  const { items } = await client.call(credentials.sessions)
  const pin = await askCode(api, client, phone)
  await client.call(credentials.requestReset, { query: { email } })
  return {
    client,
    userId,
    phone,
    email,
    pin,
    resetPin: await api.code(email),
    sessionId: items[0]?.id ?? '',
    addressId,
    basketItemId: linesOf(basket)[0]?.id ?? 0,
    basketVersion: basket.version,
    orderPrice: basket.orderPrice,
    orderId,
    orderNumber,
    unpaidNumber,
    notificationId: notice?.id ?? 0,
    pushEndpoint: endpoint,
    cardId: card?.id ?? 0,
    alertId,
    replacementId: replacements[0]?.id ?? 0,
    secrets: [mark, phone, orderNumber, unpaidNumber, items[0]?.id ?? mark, client.anonymousId]
  }
}
