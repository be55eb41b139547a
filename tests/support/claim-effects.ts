import { eq } from 'drizzle-orm'
import * as alertCalls from '#contract/alerts/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { schema } from '#server/db/schema.ts'
import { jobContext } from '#server/jobs/context.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import type { TestApi } from './api.ts'
import { storedBooking } from './bookings.ts'
import { buy } from './shopping.ts'

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000]
const { alerts, applications, bookings, claimPhotos, giftCardPhotos, orderClaims } = schema

interface Here {
  api: TestApi
  plain: number
}

/** A claim that waits; answers whether it has its answer. */
const openClaim = async ({ api, plain }: Here): Promise<() => Promise<boolean>> => {
  const { client, placed } = await buy(api, plain)
  const { orderId } = placed
  const said = { reason: 'late', locale: 'hy', createdAt: new Date(api.clock.now()) } as const
  await api.engine.db.insert(orderClaims).values({ orderId, userId: client.userId ?? 0, ...said })
  return async () => (await api.engine.db.select().from(orderClaims).where(eq(orderClaims.orderId, orderId)))[0]?.state === 'answered'
}

/** A photo that no claim names; answers whether it is gone. */
const forgottenPhoto = async ({ api, plain }: Here): Promise<() => Promise<boolean>> => {
  const { client, placed } = await buy(api, plain)
  const { orderId } = placed
  const photo = { orderId, userId: client.userId ?? 0, image: Buffer.from('photo'), createdAt: new Date(api.clock.now()) }
  await api.engine.db.insert(claimPhotos).values(photo)
  return async () => (await api.engine.db.select().from(claimPhotos).where(eq(claimPhotos.orderId, orderId))).length === 0
}

/** A picture that no gift card got; answers whether it is gone. */
const unusedPicture = async ({ api }: Here): Promise<() => Promise<boolean>> => {
  const userId = (await api.person()).userId ?? 0
  await api.engine.db.insert(giftCardPhotos).values({ userId, image: Buffer.from('picture'), createdAt: new Date(api.clock.now()) })
  return async () => (await api.engine.db.select().from(giftCardPhotos).where(eq(giftCardPhotos.userId, userId))).length === 0
}

/** Something asked for by a form; answers whether it is gone. */
const oldApplication = async ({ api }: Here): Promise<() => Promise<boolean>> => {
  const phone = '+37491000777'
  const form = { kind: 'telecom', phone, fields: {}, locale: 'hy', suspect: false, fingerprint: phone } as const
  await api.engine.db.insert(applications).values({ ...form, createdAt: new Date(api.clock.now()) })
  return async () => (await api.engine.db.select().from(applications).where(eq(applications.phone, phone))).length === 0
}

/** The price of a booking that nobody answers; answers whether the booking has ended. */
const unansweredPrice = async ({ api, plain }: Here): Promise<() => Promise<boolean>> => {
  const { client } = await buy(api, plain)
  const userId = client.userId ?? 0
  const agreeBefore = new Date(api.clock.now() + 24 * HOUR)
  await api.engine.db.insert(bookings).values(storedBooking(userId, api.clock.now(), { agreeBefore }))
  return async () => (await api.engine.db.select().from(bookings).where(eq(bookings.userId, userId)))[0]?.endedFor === 'notAgreed'
}

/** Waits for a supplier that is open, where nobody was told yet; answers whether the person was. */
const waitingAlert = async ({ api }: Here): Promise<() => Promise<boolean>> => {
  const client = await api.person()
  const { id } = await client.call(alertCalls.add, { body: { supplierId: 1 } })
  return async () => (await api.engine.db.select().from(alerts).where(eq(alerts.id, id)))[0]?.toldAt !== null
}

/** An offer that nobody answers; answers whether the line it is about was left out. */
const unansweredOffer = async ({ api, plain }: Here): Promise<() => Promise<boolean>> => {
  const { client, placed } = await buy(api, plain)
  const { orderNumber } = placed
  await operateOrders(jobContext(api.kernel), ['replace', orderNumber, '1', String(await api.product(1, 'TEN'))])
  return async () => (await client.call(orders.details, { query: { orderNumber } })).replacements[0]?.state === 'declined'
}

/** What the jobs about bookings, claims, replacements, forms and photos do, seen from outside. */
export const claimEffects = (here: () => Here) => ({
  'send alerts': { ...{ after: SECOND, early: 0 }, begin: () => waitingAlert(here()) },
  'keep bookings': { ...{ after: 24 * HOUR + SECOND, early: 24 * HOUR - MINUTE }, begin: () => unansweredPrice(here()) },
  'settle replacements': { ...{ after: 5 * MINUTE + SECOND, early: 4 * MINUTE }, begin: () => unansweredOffer(here()) },
  'answer claims': { ...{ after: 30 * SECOND, early: 15 * SECOND }, begin: () => openClaim(here()) },
  'sweep applications': { ...{ after: 366 * 24 * HOUR, early: 364 * 24 * HOUR }, begin: () => oldApplication(here()) },
  'sweep photos': { ...{ after: 25 * HOUR, early: 24 * HOUR - 20 * MINUTE }, begin: () => forgottenPhoto(here()) },
  'sweep gift card photos': { ...{ after: 25 * HOUR, early: 24 * HOUR - 20 * MINUTE }, begin: () => unusedPicture(here()) }
})
