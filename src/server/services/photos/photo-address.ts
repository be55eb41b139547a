import { createHmac, timingSafeEqual } from 'node:crypto'
import { MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import { keysOf } from '#server/services/core/keys.ts'

const HOUR_MS = 60 * MINUTE

/** A photo at a path of the contract, which ends in `:id`. */
interface Photo {
  path: string
  id: number
}

const keyFor = async (ctx: Context, { path, id }: Photo, until: number): Promise<string> =>
  createHmac('sha256', (await keysOf(ctx)).photo)
    .update(`${path}.${id}.${until}`)
    .digest('base64url')

/**
 * The address at which a photo can be read for one to two hours by whoever has it, so that `<img>` needs no header and staff no account. It
 * changes once an hour, so that browsers keep what they loaded.
 */
export const photoAddress = async (ctx: Context, photo: Photo): Promise<string> => {
  const until = Math.floor(ctx.now() / HOUR_MS) + 2
  return `/api${photo.path.replace(':id', String(photo.id))}?until=${until}&key=${await keyFor(ctx, photo, until)}`
}

/** Whether an address was made here for this photo, and is still valid. */
const isPhotoAddress = async (ctx: Context, photo: Photo, { until, key }: { until: number; key: string }): Promise<boolean> => {
  const [expected, given] = [Buffer.from(await keyFor(ctx, photo, until)), Buffer.from(key)]
  return until * HOUR_MS > ctx.now() && expected.length === given.length && timingSafeEqual(expected, given)
}

/** Returns a photo as WebP by its address. PHOTO_NOT_FOUND when it is not there, or the address was not made here or is over. */
export const readPhoto = async (
  ctx: Context,
  photo: Photo,
  address: { until: number; key: string },
  find: () => Promise<{ image: Buffer }[]>
): Promise<Uint8Array<ArrayBuffer>> => {
  const [found] = (await isPhotoAddress(ctx, photo, address)) ? await find() : []
  if (!found) throw fail('PHOTO_NOT_FOUND')
  return new Uint8Array(found.image)
}
