import { and, eq, isNull } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as claims from '#contract/claims/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { MAX_PHOTO_BYTES } from '#domain/limits/photos.ts'
import { schema } from '#server/db/schema.ts'
import { sweepPhotos } from '#server/services/orders/claims/photos/photos.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { deliver } from '#tests/support/rewards.ts'
import { atWork, buy, refused } from '#tests/support/shopping.ts'

let api: TestApi
let plain = 0
beforeAll(async () => {
  api = await startApi()
  plain = await api.product(1, 'PLAIN')
})
afterAll(() => api.close())
afterEach(() => {
  api.clock.set(NOON)
  expect(api.errors).toEqual([])
})

const HOUR = 3_600_000
const delivered = async () => {
  const { client, placed } = await buy(api, plain)
  await deliver(api, placed.orderNumber)
  return { client, ...placed }
}
/** A photo of a phone that was held upright: 60 by 40 pixels turned, with where it was taken. */
const photo = (format: 'jpeg' | 'png' | 'webp' = 'jpeg', width = 60): Promise<Buffer> =>
  sharp({ create: { width, height: 40, channels: 3, background: '#a43' } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: 'Sevan' }, IFD3: { GPSLatitude: '40/1 11/1 0/1', GPSLatitudeRef: 'N' } })
    .toFormat(format)
    .toBuffer()
const send = (client: Client, orderId: number, bytes: Buffer) =>
  client.call(claims.addPhoto, { query: { orderId }, body: new Blob([new Uint8Array(bytes)]) })
const say = (client: Client, orderId: number, photos: number[]) =>
  client.call(claims.write, { body: { orderId, claims: [{ reason: 'late' }], photos } })
const unsentOf = async (orderId: number): Promise<number> => {
  const { claimPhotos } = schema
  const rows = await api.engine.db
    .select()
    .from(claimPhotos)
    .where(and(eq(claimPhotos.orderId, orderId), isNull(claimPhotos.sentAt)))
  return rows.length
}

describe('photos of what was wrong', () => {
  test('are turned upright, lose what the camera wrote into them, and are seen by the customer and by staff', async () => {
    const { client, orderId, orderNumber } = await delivered()
    const ids: number[] = []
    for (const format of ['jpeg', 'png', 'webp'] as const) ids.push((await send(client, orderId, await photo(format))).id)
    const [claim] = await say(client, orderId, ids)
    expect(claim?.photos).toHaveLength(3)
    const address = claim?.photos[0] ?? ''
    const { exif: written, orientation } = await sharp(await photo()).metadata()
    expect([written?.includes('Sevan'), orientation]).toEqual([true, 6])
    const seen = await api.guest().fetch(address)
    expect([seen.status, seen.headers.get('content-type'), seen.headers.get('cache-control')]).toEqual([
      ...[200, 'image/webp', 'private, max-age=3600']
    ])
    const bytes = Buffer.from(await seen.arrayBuffer())
    const { width, height, exif, xmp, icc } = await sharp(bytes).metadata()
    expect({ width, height, exif, xmp, icc }).toEqual({ width: 40, height: 60, exif: undefined, xmp: undefined, icc: undefined })
    expect(bytes.includes('Sevan')).toBe(false)
    const listed = await operateOrders(atWork(api), ['claims'])
    expect(listed.filter((line) => line.includes(new URL(address, 'http://127.0.0.1').pathname))).toHaveLength(1)
    const { claims: shown } = await client.call(orders.details, { query: { orderNumber } })
    expect(shown[0]?.photos).toEqual(claim?.photos)
  })

  test('are kept small', async () => {
    const { client, orderId } = await delivered()
    const large = await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#a43' } })
      .jpeg()
      .toBuffer()
    const [claim] = await say(client, orderId, [(await send(client, orderId, large)).id])
    const seen = await api.guest().fetch(claim?.photos[0] ?? '')
    expect(await sharp(Buffer.from(await seen.arrayBuffer())).metadata()).toMatchObject({ width: 1_600, height: 1_200 })
  })

  test('are refused when they are none, damaged, a bomb or too large; an order under way has none', async () => {
    const { client, orderId } = await delivered()
    const good = await photo()
    const bomb = await sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(MAX_PHOTO_BYTES)
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>')
    for (const bytes of [Buffer.from('no photo'), svg, good.subarray(0, good.length / 2), Buffer.alloc(0), bomb])
      expect(await refused(send(client, orderId, bytes))).toMatchObject({ type: 'PHOTO_UNREADABLE', code: 415 })
    expect(await refused(send(client, orderId, Buffer.alloc(MAX_PHOTO_BYTES + 1)))).toMatchObject({ type: 'PAYLOAD_TOO_LARGE' })
    // Other calls take no more than before.
    const chatty = await client.raw('POST', '/orders/claims', { text: ' '.repeat(70_000) })
    expect(chatty).toMatchObject({ status: 413 })
    expect(await unsentOf(orderId)).toBe(0)
    expect(await refused(send(await api.person(), orderId, good))).toMatchObject({ type: 'ORDER_NOT_FOUND', field: 'orderId' })
    const { client: early, placed } = await buy(api, plain)
    expect(await refused(send(early, placed.orderId, good))).toMatchObject({ type: 'CLAIM_TOO_EARLY' })
  })

  test('belong to one message about one order of one person, at most three', async () => {
    const [one, other] = [await delivered(), await delivered()]
    const { id } = await send(one.client, one.orderId, await photo())
    expect(await refused(say(other.client, other.orderId, [id]))).toMatchObject({ type: 'PHOTO_NOT_FOUND', field: 'photos' })
    expect(await refused(say(one.client, one.orderId, [id, id + 1]))).toMatchObject({ type: 'PHOTO_NOT_FOUND' })
    expect(await refused(say(one.client, one.orderId, [1, 2, 3, 4]))).toMatchObject({ type: 'BAD_REQUEST', field: 'photos' })
    // Nothing of a refused message is kept: the photo can still be sent, once.
    const [claim] = await say(one.client, one.orderId, [id, id])
    expect(claim?.photos).toHaveLength(1)
    const details = await one.client.call(orders.details, { query: { orderNumber: one.orderNumber } })
    const itemId = details.parts[0]?.items[0]?.id ?? 0
    const again = one.client.call(claims.write, { body: { orderId: one.orderId, claims: [{ reason: 'spoilt', itemId }], photos: [id] } })
    expect(await refused(again)).toMatchObject({ type: 'PHOTO_NOT_FOUND' })
  })

  test('are read only at an address that was given out, for two hours at most', async () => {
    const { client, orderId, orderNumber } = await delivered()
    const [claim] = await say(client, orderId, [(await send(client, orderId, await photo())).id])
    const address = claim?.photos[0] ?? ''
    for (const wrong of [
      address.slice(0, -1),
      address.replace(/until=\d+/, 'until=900000'),
      address.replace(/photos\/\d+/, 'photos/999999')
    ])
      expect((await api.guest().fetch(wrong)).status).toBe(404)
    api.clock.set(NOON + 2 * HOUR + 1)
    expect((await api.guest().fetch(address)).status).toBe(404)
    const { claims: shown } = await client.call(orders.details, { query: { orderNumber } }).catch(() => ({ claims: [] }))
    expect(shown.every(({ photos }) => photos[0] !== address)).toBe(true)
  })

  test('that no claim named are deleted after a day, and the oldest earlier when there are many', async () => {
    const { client, orderId } = await delivered()
    const ids: number[] = []
    for (let sent = 0; sent < 13; sent += 1) ids.push((await send(client, orderId, await photo())).id)
    expect(await unsentOf(orderId)).toBe(12)
    expect(await refused(say(client, orderId, ids.slice(0, 1)))).toMatchObject({ type: 'PHOTO_NOT_FOUND' })
    const [claim] = await say(client, orderId, ids.slice(-1))
    api.clock.set(NOON + 23 * HOUR)
    await sweepPhotos(atWork(api))
    expect(await unsentOf(orderId)).toBe(11)
    api.clock.set(NOON + 25 * HOUR)
    await sweepPhotos(atWork(api))
    expect(await unsentOf(orderId)).toBe(0)
    api.clock.set(NOON)
    expect((await api.guest().fetch(claim?.photos[0] ?? '')).status).toBe(200)
  })
})
