import { eq } from 'drizzle-orm'
import type { NewTip, PlacedOrder } from '#contract/orders/calls.ts'
import { TIP_MODE } from '#domain/enums.ts'
import { checkedAmount, fromAmd } from '#domain/money.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { requireCardChoice } from '#server/services/payments/cards/card-choice.ts'
import { paysShares, type Method } from '#server/services/payments/methods.ts'
import { requireMethod } from '#server/services/payments/require-method.ts'
import { claimKeyAlone, hashOf } from '../idempotency.ts'
import { lockOrder, ownOrder, type OrderRow } from '../order-row.ts'
import type { Placed } from '../place-order.ts'
import { placedAnswer } from '../placed-answer.ts'
import { releaseOrder } from '../release-order.ts'
import { settleOrder } from '../settle-order.ts'
import { requireRoomToReserve } from '../stock/require-room.ts'
import { writeOrderWithoutGoods } from '../without-goods/write-order-without-goods.ts'
import { isTippable, tippedAtCheckout, tipsOf } from './tip-of.ts'

/**
 * Gives the courier of a delivered order a tip, exactly once per key, and begins its payment. It is an order without parts and lines, all of
 * which is the courier's. One that was begun before and never paid is given up; its provider is asked first. Codes: see the contract.
 */
export const giveTip = async (ctx: Context, input: NewTip, key: string): Promise<PlacedOrder> => {
  const { userId } = requireUser(ctx)
  const { method } = await requireMethod(ctx, input.paymentId, () => Promise.resolve(null))
  requirePaysTips(method)
  const choice = await requireCardChoice(ctx, userId, method, input)
  const { orders, users } = schema
  const [order] = await ctx.db
    .select()
    .from(orders)
    .where(ownOrder(userId, { number: input.orderNumber }))
  if (!order) throw fail('ORDER_NOT_FOUND', { field: 'orderNumber' })
  const begun = (await tipsOf(ctx, order.id)).filter(({ paidAt }) => paidAt === null)
  for (const tip of begun) await settleOrder(ctx, tip.id)
  const result = await withTransaction(ctx, async (tx): Promise<Placed | number> => {
    const scoped = `${userId}:${key}`
    const claim = await claimKeyAlone(tx, scoped, hashOf(input))
    if (claim.earlier !== null) return claim.earlier
    // Two tips for an order are given one after the other.
    const locked = await lockOrder(tx, eq(orders.id, order.id))
    if (!locked || !(await isTippable(tx, locked))) throw fail('CONFLICT', { field: 'orderNumber', vars: { context: 'tip' } })
    const earlier = await tipsOf(tx, locked.id)
    if (tippedAtCheckout(locked) > 0 || earlier.some(({ paidAt }) => paidAt !== null)) throw fail('ALREADY_PAID', { field: 'orderNumber' })
    for (const { id } of earlier) {
      const tip = await lockOrder(tx, eq(orders.id, id))
      if (tip?.status === ORDER_STATUS.NEW_NOT_PAID) await releaseOrder(tx, tip)
    }
    await tx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    await requireRoomToReserve(tx, userId, [], method)
    return write(tx, locked, { ...input, key: scoped }, method)
  })
  // Closes the page of a payment that was given up.
  for (const tip of begun) await settleOrder(ctx, tip.id)
  return typeof result === 'number' ? placedAnswer(ctx, result, choice) : placedAnswer(ctx, result.id, choice, result)
}

/** Tips are paid online, at once, and never with points or gift cards: that would go around the tax on points that are paid out. */
export const requirePaysTips = (method: Method): void => {
  if (!paysShares(method)) throw fail('PAYMENT_METHOD_UNAVAILABLE', { field: 'paymentId', vars: { context: 'tip' } })
}

const write = async (tx: Context, { id, userId }: OrderRow, input: NewTip & { key: string }, method: Method): Promise<Placed> => {
  const { amount, boundCardId, bindCard, key } = input
  const total = checkedAmount(fromAmd(amount))
  const at = new Date(tx.now())
  const written = await writeOrderWithoutGoods(tx, { userId, orderMode: TIP_MODE, method, total, at, boundCardId, bindCard, key })
  await tx.db.update(schema.orders).set({ tipFor: id }).where(eq(schema.orders.id, written.id))
  return written
}
