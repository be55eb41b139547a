import { randomUUID } from 'node:crypto'
import { eq, isNull } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as account from '#contract/account/calls.ts'
import * as auth from '#contract/auth/calls.ts'
import * as giftCards from '#contract/gift-cards/calls.ts'
import { MAX_PHOTO_BYTES } from '#domain/limits/photos.ts'
import { schema } from '#server/db/schema.ts'
import { sweepCardPhotos } from '#server/services/gift-cards/photos.ts'
import { eraseDue } from '#server/services/account/erase.ts'
import { sendDue } from '#server/services/messages/send-due.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { activate, cardsOf, codeSentTo } from '#tests/support/gift-cards.ts'
import { atWork, refused } from '#tests/support/shopping.ts'
import { openTill, type Till } from '#tests/support/till.ts'

let api: TestApi
let till: Till
beforeAll(async () => {
  api = await startApi()
  till = openTill(api)
})
afterAll(() => api.close())
afterEach(() => {
  api.clock.set(NOON)
  expect(api.errors).toEqual([])
})

const CARD = 8
const HOUR = 3_600_000
const { giftCardPhotos } = schema
const picture = (width = 1_600): Promise<Buffer> =>
  sharp({ create: { width, height: 800, channels: 3, background: '#a43' } })
    .withExifMerge({ IFD0: { Make: 'Sevan' } })
    .jpeg()
    .toBuffer()
const send = (client: Client, bytes: Buffer) => client.call(giftCards.addPhoto, { body: new Blob([new Uint8Array(bytes)]) })
let count = 0
const buy = (client: Client, photoId: number, recipientEmail = `photo-${(count += 1)}@example.am`) =>
  client.call(giftCards.buy, { body: { amount: 5_000, recipientEmail, paymentId: CARD, photoId } }, { idempotencyKey: randomUUID() })
const photosLeft = async (): Promise<number> => (await api.engine.db.select().from(giftCardPhotos)).length
/** A card with a picture, paid and activated by somebody else. */
const given = async () => {
  const [giver, friend] = [await api.person(), await api.person()]
  const { id } = await send(giver, await picture())
  const recipient = `photo-${(count += 1)}@example.am`
  const placed = await buy(giver, id, recipient)
  await till.decide(placed.orderId, 'approve')
  await till.comeBack(giver, placed.orderId)
  await activate(friend, await codeSentTo(api, recipient))
  return { giver, friend, photoId: id }
}

const eraseAccount = async (client: Client): Promise<void> => {
  const { phone } = await client.call(auth.me)
  api.clock.advance(2 * 60_000)
  await client.call(account.sendDeletionCode)
  await client.call(account.requestDeletion, { body: { pin: await api.code(phone ?? '') } })
  api.clock.advance(15 * 24 * HOUR)
  // The first time it says so, and is done once that is sent.
  await eraseDue(atWork(api))
  await sendDue(atWork(api), 'sms')
  expect(await eraseDue(atWork(api))).toBe(1)
}

test('an own picture is on the card for the giver and for whoever got it, small and without what the camera wrote', async () => {
  const { giver, friend } = await given()
  const [bought] = await giver.call(giftCards.bought, { query: {} })
  const [card] = await cardsOf(friend)
  expect(card?.photo).toMatch(/^\/api\/gift-card\/photos\/\d+\?until=\d+&key=/)
  expect(bought?.photo).toBe(card?.photo)
  const seen = await api.guest().fetch(card?.photo ?? '')
  expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/webp'])
  const bytes = Buffer.from(await seen.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 1_200, height: 600 })
  expect(bytes.includes('Sevan')).toBe(false)
  api.clock.advance(2 * HOUR)
  expect((await api.guest().fetch(card?.photo ?? '')).status, 'an address that is over').toBe(404)
})

test('an address that was not made here shows nothing, not even one of another picture', async () => {
  const { friend, photoId } = await given()
  const [card] = await cardsOf(friend)
  const address = card?.photo ?? ''
  const other = await given()
  for (const wrong of [
    address.replace(`/${photoId}?`, `/${other.photoId}?`),
    address.replace(/key=.*/, 'key=x'),
    `/api/gift-card/photos/${photoId}`
  ])
    expect((await api.guest().fetch(wrong)).status).not.toBe(200)
})

test('what is none, or too large, is refused; a picture is for one card of whoever sent it', async () => {
  const client = await api.person()
  for (const bytes of [Buffer.from('no picture'), Buffer.alloc(0)])
    expect(await refused(send(client, bytes))).toMatchObject({ type: 'PHOTO_UNREADABLE' })
  expect(await refused(send(client, Buffer.alloc(MAX_PHOTO_BYTES + 1)))).toMatchObject({ type: 'PAYLOAD_TOO_LARGE' })
  const { id } = await send(client, await picture())
  expect(await refused(buy(await api.person(), id))).toMatchObject({ type: 'PHOTO_NOT_FOUND', field: 'photoId' })
  await buy(client, id)
  expect(await refused(buy(client, id))).toMatchObject({ type: 'PHOTO_NOT_FOUND', field: 'photoId' })
})

test('one that no card got is deleted after a day, and of many the oldest at once', async () => {
  const client = await api.person()
  await sweepCardPhotos(atWork(api))
  const before = await photosLeft()
  const ids: number[] = []
  for (let turn = 0; turn < 8; turn += 1) ids.push((await send(client, await picture(80))).id)
  expect((await photosLeft()) - before).toBe(6)
  expect(await refused(buy(client, ids[0] ?? 0))).toMatchObject({ type: 'PHOTO_NOT_FOUND' })
  await buy(client, ids.at(-1) ?? 0)
  api.clock.advance(25 * HOUR)
  await sweepCardPhotos(atWork(api))
  expect(await api.engine.db.select().from(giftCardPhotos).where(isNull(giftCardPhotos.usedAt))).toEqual([])
  expect(
    await api.engine.db
      .select()
      .from(giftCardPhotos)
      .where(eq(giftCardPhotos.id, ids.at(-1) ?? 0))
  ).toHaveLength(1)
})

test.each(['giver', 'friend'] as const)('it is gone with the account of the %s', async (who) => {
  const people = await given()
  const before = await photosLeft()
  await eraseAccount(people[who])
  expect((await photosLeft()) - before).toBe(-1)
  api.clock.set(NOON)
  if (who === 'giver') expect((await cardsOf(people.friend))[0]).not.toHaveProperty('photo')
})
