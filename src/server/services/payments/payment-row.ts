import { desc, eq, sql, type SQL } from 'drizzle-orm'
import { canMovePayment, type PaymentState } from '#domain/payment.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

export type PaymentRow = typeof schema.payments.$inferSelect

export const findPayment = async (ctx: Context, where: SQL): Promise<PaymentRow | null> => {
  const [row] = await ctx.db.select().from(schema.payments).where(where).orderBy(desc(schema.payments.id)).limit(1)
  return row ?? null
}

/** Locks a payment; always after its order. */
export const lockPayment = async (tx: Context, paymentId: number): Promise<PaymentRow | null> => {
  const { payments } = schema
  const [row] = await tx.db.select().from(payments).where(eq(payments.id, paymentId)).for('update')
  return row ?? null
}

/** Expression: the number of the last attempt to pay an order, whoever made it; a second payment at one page counts as its first. */
export const lastAttempt = (orderId: number): SQL<number> =>
  sql<number>`(select coalesce(max(substring(p.bank_number from '-([0-9]+)')::int), 0) from payments p where p.order_id = ${orderId}::int)`.mapWith(
    Number
  )

/** Updates a payment after its provider answered, and resets the counter of failed requests. */
export const updatePayment = async (
  tx: Context,
  paymentId: number,
  change: Partial<Pick<PaymentRow, 'state' | 'actionCode' | 'transaction' | 'checkedAt' | 'askAfter' | 'capturedAmount'>>
): Promise<void> => {
  const { payments } = schema
  await tx.db
    .update(payments)
    .set({ checkedAt: new Date(tx.now()), unanswered: 0, askAfter: null, ...change })
    .where(eq(payments.id, paymentId))
}

/** Moves a locked payment through `steps` by the table of transitions. Throws when one of them is not allowed. */
export const movePayment = async (
  tx: Context,
  payment: PaymentRow,
  steps: readonly [...PaymentState[], PaymentState],
  change: Partial<Pick<PaymentRow, 'actionCode' | 'transaction' | 'checkedAt' | 'capturedAmount'>> = {}
): Promise<void> => {
  let state = payment.state
  for (const to of steps) {
    if (!canMovePayment(state, to)) throw new Error(`payment ${payment.id} is ${state} and cannot become ${to}`)
    state = to
  }
  await updatePayment(tx, payment.id, { ...change, state })
}

/** A time in the past: the refund is due at once. */
const DUE_NOW = new Date(0)
export const REFUND_DUE = { state: 'refunding', checkedAt: DUE_NOW, unanswered: 0, askAfter: null } as const
