import { and, desc, eq, isNull, lt, notInArray } from 'drizzle-orm'
import * as giftCards from '#contract/gift-cards/calls.ts'
import { DAY_MINUTES, MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { photoAddress, readPhoto } from '#server/services/photos/photo-address.ts'
import { reEncode } from '#server/services/photos/re-encode.ts'

const { giftCardPhotos } = schema
/** As wide as a card on a sharp screen. */
const LONGEST_SIDE = 1_200
/** Of one person, on no card yet. Whoever changes their mind more often loses the oldest. */
const MAX_UNUSED = 6
const UNUSED_LIVE_MS = DAY_MINUTES * MINUTE

/** Keeps a picture for a gift card that the caller is about to buy (POST /gift-card/photos). PHOTO_UNREADABLE. */
export const addCardPhoto = async (ctx: Context, file: Blob): Promise<{ id: number }> => {
  const { userId } = requireUser(ctx)
  const image = await reEncode(file, LONGEST_SIDE)
  const [photo] = await ctx.db
    .insert(giftCardPhotos)
    .values({ userId, image, createdAt: new Date(ctx.now()) })
    .returning({ id: giftCardPhotos.id })
  if (!photo) throw new Error('the inserted photo was not returned')
  const unused = and(eq(giftCardPhotos.userId, userId), isNull(giftCardPhotos.usedAt))
  const newest = ctx.db
    .select({ id: giftCardPhotos.id })
    .from(giftCardPhotos)
    .where(unused)
    .orderBy(desc(giftCardPhotos.id))
    .limit(MAX_UNUSED)
  await ctx.db.delete(giftCardPhotos).where(and(unused, notInArray(giftCardPhotos.id, newest)))
  return photo
}

/** Takes a picture for one card. PHOTO_NOT_FOUND when it is not there, somebody else's, or on another card. */
export const useCardPhoto = async (tx: Context, userId: number, id: number): Promise<number> => {
  const [photo] = await tx.db
    .update(giftCardPhotos)
    .set({ usedAt: new Date(tx.now()) })
    .where(and(eq(giftCardPhotos.id, id), eq(giftCardPhotos.userId, userId), isNull(giftCardPhotos.usedAt)))
    .returning({ id: giftCardPhotos.id })
  if (!photo) throw fail('PHOTO_NOT_FOUND', { field: 'photoId' })
  return photo.id
}

/** Where the picture of a card can be read; nothing for a card without one. */
export const photoOf = async (ctx: Context, { photoId }: { photoId: number | null }): Promise<{ photo?: string }> =>
  photoId === null ? {} : { photo: await photoAddress(ctx, { path: giftCards.photo.path, id: photoId }) }

/** Returns a picture as WebP by its address (GET /gift-card/photos/{id}). PHOTO_NOT_FOUND also for an address that was not made here. */
export const readCardPhoto = (ctx: Context, id: number, address: { until: number; key: string }): Promise<Uint8Array<ArrayBuffer>> =>
  readPhoto(ctx, { path: giftCards.photo.path, id }, address, () =>
    ctx.db.select({ image: giftCardPhotos.image }).from(giftCardPhotos).where(eq(giftCardPhotos.id, id))
  )

/** Deletes pictures that no card got within a day. */
export const sweepCardPhotos = async (ctx: Context): Promise<void> => {
  const before = new Date(ctx.now() - UNUSED_LIVE_MS)
  await ctx.db.delete(giftCardPhotos).where(and(isNull(giftCardPhotos.usedAt), lt(giftCardPhotos.createdAt, before)))
}
