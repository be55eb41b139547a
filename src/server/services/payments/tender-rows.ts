import { and, asc, eq, inArray } from 'drizzle-orm'
import { canMoveTender, isFunded, type TenderState } from '#domain/payment.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { methodOf } from './methods.ts'

const { orderTenders } = schema
export type TenderRow = typeof orderTenders.$inferSelect

/** Returns the tenders of an order. They are protected by the order's lock. */
export const tendersOf = (ctx: Context, orderId: number): Promise<TenderRow[]> =>
  ctx.db.select().from(orderTenders).where(eq(orderTenders.orderId, orderId)).orderBy(asc(orderTenders.id))

/** Query for the ids of one person's tenders of an order. */
export const tendersPaidBy = (ctx: Pick<Context, 'db'>, orderId: number, payerId: number) =>
  ctx.db
    .select({ id: orderTenders.id })
    .from(orderTenders)
    .where(and(eq(orderTenders.orderId, orderId), eq(orderTenders.payerId, payerId)))

/** Moves tenders of a locked order. Throws when the table of transitions does not allow it. */
export const moveTenders = async (tx: Context, tenders: readonly TenderRow[], to: TenderState): Promise<void> => {
  if (tenders.length === 0) return
  const stuck = tenders.find(({ state }) => !canMoveTender(state, to))
  if (stuck) throw new Error(`tender ${stuck.id} is ${stuck.state} and cannot become ${to}`)
  const ids = tenders.map(({ id }) => id)
  await tx.db.update(orderTenders).set({ state: to }).where(inArray(orderTenders.id, ids))
}

/** Whether a tender is paid by money that people have with the shop: points or a gift card. */
export const isOwn = ({ methodId }: Pick<TenderRow, 'methodId'>): boolean => methodOf(methodId).refund === 'own'

/** Whether a tender pays of its order, or paid: neither released nor, after it was paid, lowered to nothing. */
export const paysOrder = ({ state, amount }: TenderRow): boolean => state !== 'released' && !(state === 'captured' && amount === 0)

/** The tender that a tip was paid with: money, not what people have with the shop. */
export const tenderOfTip = (tenders: readonly TenderRow[]): TenderRow | undefined => tenders.find((tender) => !isOwn(tender))

export const isCovered = (total: number, tenders: readonly TenderRow[]): boolean =>
  isFunded(
    total,
    tenders.map(({ amount, state, methodId }) => ({ amount, state, waits: methodOf(methodId).waits }))
  )

/** Whether all the money of an order was there, what of it went back inside: what is only promised at the door does not count. */
export const isReceived = (total: number, tenders: readonly TenderRow[]): boolean =>
  tenders.filter(({ state }) => state === 'captured' || state === 'refunded').reduce((sum, { amount }) => sum + amount, 0) >= total
