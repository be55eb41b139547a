import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { photo as claimPhoto } from '#contract/claims/calls.ts'
import type { Amount } from '#domain/money.ts'
import type { RefundAs } from '#domain/orders/claims.ts'
import { WEIGHED_UNIT } from '#domain/enums.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { recordOrderEvent } from '#server/services/events/record-order-event.ts'
import { hasReceived } from '#server/services/payments/refund-tenders.ts'
import { lockOrder, type OrderRow } from '../order-row.ts'
import { linesOf, refundLines } from '../refund-lines.ts'
import { photoAddress } from '#server/services/photos/photo-address.ts'
import { refundOrder } from '../settle-order.ts'
import { RefusedToStaff } from './refused.ts'
import { requireUnusedCards } from './unused-cards.ts'

const { orderClaims, orderItems, orderParts, orders, suppliers } = schema
type ClaimRow = typeof orderClaims.$inferSelect

/** Locks the order of an open claim, then the claim, in one transaction. UNKNOWN_CLAIM, ALREADY_ANSWERED. */
const withOpenClaim = <T>(ctx: Context, id: number, work: (tx: Context, claim: ClaimRow, order: OrderRow) => Promise<T>): Promise<T> =>
  withTransaction(ctx, async (tx) => {
    const [found] = await tx.db.select({ orderId: orderClaims.orderId }).from(orderClaims).where(eq(orderClaims.id, id))
    const order = found && (await lockOrder(tx, eq(orders.id, found.orderId)))
    const [claim] = await tx.db.select().from(orderClaims).where(eq(orderClaims.id, id)).for('update')
    if (!claim || !order) throw new RefusedToStaff('UNKNOWN_CLAIM', `there is no claim ${id}; "claims" lists those without an answer`)
    if (claim.state !== 'open') throw new RefusedToStaff('ALREADY_ANSWERED', `claim ${id} has its answer already`)
    return work(tx, claim, order)
  })

const settle = (
  tx: Context,
  { id }: ClaimRow,
  change: Pick<ClaimRow, 'state' | 'answer'> & Partial<Pick<ClaimRow, 'refunded' | 'refundAs'>>
): Promise<unknown> =>
  tx.db
    .update(orderClaims)
    .set({ ...change, answeredAt: new Date(tx.now()) })
    .where(eq(orderClaims.id, id))

/**
 * Gives back what a claim is about, or what is left of it, the way the person asked for. NO_LINE, NOT_RECEIVED, NOTHING_LEFT, CARD_USED, and those of
 * an open claim. Returns the amount, and whether all of it is points.
 */
export const refundClaim = async (ctx: Context, id: number, answer: string): Promise<{ amount: Amount; refundAs: RefundAs }> => {
  const { orderId, ...refunded } = await withOpenClaim(ctx, id, async (tx, claim, order) => {
    const item = (await linesOf(tx, order.id)).find((line) => line.id === claim.itemId)
    if (!item) throw new RefusedToStaff('NO_LINE', `claim ${id} is about the time, which has no price; answer it in words`)
    const quantity = Math.min(claim.quantity ?? item.quantity, item.quantity - item.refundedQuantity)
    if (quantity === 0) throw new RefusedToStaff('NOTHING_LEFT', `what claim ${id} is about went back already; answer it in words`)
    if (!(await hasReceived(tx, order)))
      throw new RefusedToStaff('NOT_RECEIVED', `order ${order.number} has no money that could go back: nothing was paid for it`)
    await requireUnusedCards(tx, order, [{ itemId: item.id, quantity }])
    const asPointsOf = claim.refundAs === 'points' ? claim.userId : null
    const { amount, asPoints } = await refundLines(tx, order, [{ itemId: item.id, quantity }], 'lines', asPointsOf)
    const refundAs = amount > 0 && asPoints === amount ? 'points' : 'money'
    await settle(tx, claim, { state: 'refunded', answer, refunded: amount, refundAs })
    await recordOrderEvent(tx, 'order.refund', order)
    return { orderId: order.id, amount, refundAs } as const
  })
  await refundOrder(ctx, orderId)
  return refunded
}

/** Answers a claim in words, without money. */
export const answerClaim = (ctx: Context, id: number, answer: string): Promise<void> =>
  withOpenClaim(ctx, id, async (tx, claim, order) => {
    await settle(tx, claim, { state: 'answered', answer })
    await recordOrderEvent(tx, 'order.claim', order)
  })

const MAX_LISTED = 200

/** Open claims, oldest first, a line each: number, order and supplier, what is wrong, words, how its money goes back; addresses of photos below. */
export const listClaims = async (ctx: Context, alias: string | null): Promise<string[]> => {
  const rows = await ctx.db
    .select({ claim: orderClaims, number: orders.number, supplier: suppliers.alias, name: orderItems.name, unitId: orderItems.unitId })
    .from(orderClaims)
    .innerJoin(orders, eq(orders.id, orderClaims.orderId))
    .leftJoin(orderItems, eq(orderItems.id, orderClaims.itemId))
    .leftJoin(orderParts, eq(orderParts.id, orderItems.partId))
    .leftJoin(suppliers, eq(suppliers.id, orderParts.supplierId))
    .where(and(eq(orderClaims.state, 'open'), alias === null ? undefined : eq(suppliers.alias, alias)))
    .orderBy(asc(orderClaims.id))
    .limit(MAX_LISTED)
  if (rows.length === 0) return ['every claim has its answer']
  const lines = rows.map(async ({ claim, number, supplier, name, unitId }) => {
    const amount = unitId === WEIGHED_UNIT ? `${(claim.quantity ?? 0) / 100} kg` : `${claim.quantity}`
    const what = name ? `${claim.reason}: ${amount} × ${name.en}` : claim.reason
    const photos = await Promise.all(
      claim.photos.map(async (id) => `    ${ctx.config.SITE_URL}${await photoAddress(ctx, { path: claimPhoto.path, id })}`)
    )
    const points = claim.refundAs === 'points' ? '  as points' : ''
    return [
      `${claim.id}  ${number}${supplier === null ? '' : `/${supplier}`}  ${what}  ${JSON.stringify(claim.comment)}${points}`,
      ...photos
    ]
  })
  return (await Promise.all(lines)).flat()
}

/** Open claims that have waited so long, for the autopilot. */
export const claimsSince = (ctx: Context, milliseconds: number, most: number): Promise<Pick<ClaimRow, 'id' | 'itemId' | 'locale'>[]> =>
  ctx.db
    .select({ id: orderClaims.id, itemId: orderClaims.itemId, locale: orderClaims.locale })
    .from(orderClaims)
    .where(and(sql`${orderClaims.state} = 'open'`, lte(orderClaims.createdAt, new Date(ctx.now() - milliseconds))))
    .orderBy(asc(orderClaims.createdAt))
    .limit(most)
