import { and, desc, eq, inArray, isNull, lt, notInArray } from 'drizzle-orm'
import * as claims from '#contract/claims/calls.ts'
import { DAY_MINUTES, MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { ownOrder } from '../../order-row.ts'
import { requireClaimable } from '../claimable.ts'
import { readPhoto } from '#server/services/photos/photo-address.ts'
import { reEncode } from '#server/services/photos/re-encode.ts'

const { claimPhotos } = schema
/** Of one order, without a claim yet. Whoever changes their mind more often loses the oldest. */
const MAX_UNSENT = 12
/** Large enough to see a crack in a bottle, small enough to keep in the database. */
const LONGEST_SIDE = 1_600
const UNSENT_LIVE_MS = DAY_MINUTES * MINUTE

/** Keeps a photo for a claim about an own order (POST /orders/claims/photos). Codes: see the contract. */
export const addPhoto = async (ctx: Context, { orderId, file }: { orderId: number; file: Blob }): Promise<{ id: number }> => {
  const { userId } = requireUser(ctx)
  const [order] = await ctx.db
    .select()
    .from(schema.orders)
    .where(ownOrder(userId, { id: orderId }))
  requireClaimable(ctx, order)
  const image = await reEncode(file, LONGEST_SIDE)
  const [photo] = await ctx.db
    .insert(claimPhotos)
    .values({ orderId, userId, image, createdAt: new Date(ctx.now()) })
    .returning({ id: claimPhotos.id })
  if (!photo) throw new Error('the inserted photo was not returned')
  const unsent = and(eq(claimPhotos.orderId, orderId), eq(claimPhotos.userId, userId), isNull(claimPhotos.sentAt))
  const newest = ctx.db.select({ id: claimPhotos.id }).from(claimPhotos).where(unsent).orderBy(desc(claimPhotos.id)).limit(MAX_UNSENT)
  await ctx.db.delete(claimPhotos).where(and(unsent, notInArray(claimPhotos.id, newest)))
  return photo
}

/** Marks photos of a locked order as sent with a claim. PHOTO_NOT_FOUND when one of them is not there, not the person's, or sent before. */
export const sendPhotos = async (
  tx: Context,
  { orderId, userId, ids }: { orderId: number; userId: number; ids: number[] }
): Promise<void> => {
  if (ids.length === 0) return
  const sent = await tx.db
    .update(claimPhotos)
    .set({ sentAt: new Date(tx.now()) })
    .where(and(inArray(claimPhotos.id, ids), eq(claimPhotos.orderId, orderId), eq(claimPhotos.userId, userId), isNull(claimPhotos.sentAt)))
    .returning({ id: claimPhotos.id })
  if (sent.length < ids.length) throw fail('PHOTO_NOT_FOUND', { field: 'photos' })
}

/** Returns a photo as WebP by its address (GET /orders/claims/photos/{id}). PHOTO_NOT_FOUND also for an address that was not made here. */
export const readClaimPhoto = (ctx: Context, id: number, address: { until: number; key: string }): Promise<Uint8Array<ArrayBuffer>> =>
  readPhoto(ctx, { path: claims.photo.path, id }, address, () =>
    ctx.db.select({ image: claimPhotos.image }).from(claimPhotos).where(eq(claimPhotos.id, id))
  )

/** Deletes photos that no claim named within a day. */
export const sweepPhotos = async (ctx: Context): Promise<void> => {
  const before = new Date(ctx.now() - UNSENT_LIVE_MS)
  await ctx.db.delete(claimPhotos).where(and(isNull(claimPhotos.sentAt), lt(claimPhotos.createdAt, before)))
}
