import { and, asc, eq, inArray } from 'drizzle-orm'
import { photo as claimPhoto, type Claim } from '#contract/claims/calls.ts'
import { toAmd } from '#domain/money.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { deliveredState } from '#domain/orders/delivered-state.ts'
import { isOfAdmissions } from '../admissions/admission-rows.ts'
import type { ItemRow, OrderRow } from '../order-row.ts'
import { photoAddress } from '#server/services/photos/photo-address.ts'

const { claimPhotos, orderClaims, orderItems } = schema

/** What was said about an order, in the order in which it was said. */
export const claimsOf = async (ctx: Context, orderId: number): Promise<Claim[]> => {
  const rows = await ctx.db
    .select({ claim: orderClaims, name: orderItems.name, unitId: orderItems.unitId })
    .from(orderClaims)
    .leftJoin(orderItems, eq(orderItems.id, orderClaims.itemId))
    .where(eq(orderClaims.orderId, orderId))
    .orderBy(asc(orderClaims.id))
  const addresses = await addressesOf(ctx, orderId, new Set(rows.flatMap(({ claim }) => claim.photos)))
  return rows.map(({ claim, name, unitId }) => ({
    id: claim.id,
    reason: claim.reason,
    item:
      claim.itemId !== null && name && unitId !== null
        ? { id: claim.itemId, name: name[ctx.locale], quantity: claim.quantity ?? 0, unitId }
        : null,
    comment: claim.comment,
    photos: claim.photos.flatMap((id) => addresses.get(id) ?? []),
    refundAs: claim.refundAs,
    state: claim.state,
    answer: claim.answer,
    refunded: toAmd(claim.refunded),
    at: toIso(claim.createdAt.getTime())
  }))
}

/** Addresses of photos that are still there, by id. */
const addressesOf = async (ctx: Context, orderId: number, ids: ReadonlySet<number>): Promise<Map<number, string>> => {
  if (ids.size === 0) return new Map()
  const photos = await ctx.db
    .select({ id: claimPhotos.id })
    .from(claimPhotos)
    .where(and(eq(claimPhotos.orderId, orderId), inArray(claimPhotos.id, [...ids])))
  return new Map(await Promise.all(photos.map(async ({ id }) => [id, await photoAddress(ctx, { path: claimPhoto.path, id })] as const)))
}

/** Whether something can still be said: it was delivered at most 14 days ago, and not everything is said yet. */
export const canClaim = (ctx: Context, order: OrderRow, items: readonly ItemRow[], claims: readonly Claim[]): boolean => {
  if (
    items.length === 0 ||
    isOfAdmissions(order) ||
    order.status !== ORDER_STATUS.COMPLETELY_DELIVERED ||
    deliveredState(order.steps, ctx.now()) !== 'lately'
  )
    return false
  const said = new Set(claims.map(({ item }) => item?.id ?? null))
  return !said.has(null) || items.some(({ id, quantity, refundedQuantity }) => quantity > refundedQuantity && !said.has(id))
}
