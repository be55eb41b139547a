import { eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { LockOrder } from '../locked-order.ts'
import { findPayment } from '../payment-row.ts'
import { settleFound } from '../settle-payment.ts'
import { OPEN_PAYMENT_STATES } from '#domain/payment.ts'
import { BankUnavailable } from '#server/adapters/payment/port.ts'

/** Where a buyer returns to. `unconfirmed`: only its provider will say whether it was paid, and has not said so yet. */
export interface Returned {
  number: string
  unconfirmed: boolean
  /** The language it was begun in, where the provider brings none back. */
  language: string | undefined
}

/** Settles a payment when the buyer returns from the bank. Returns the order to show; null when the bank's reference is unknown. */
export const settleReturn = async (ctx: Context, bankRef: string, lockOrder: LockOrder): Promise<Returned | null> => {
  const { orders, payments } = schema
  const [found] = await ctx.db
    .select({ payment: payments, number: orders.number })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(payments.bankRef, bankRef))
  if (!found) return null
  try {
    await settleFound(ctx, found.payment, lockOrder)
  } catch (cause) {
    // The reconciling job asks again; until then the order's page shows the stored state.
    if (!(cause instanceof BankUnavailable)) throw cause
  }
  const { id, provider: name, formUrl } = found.payment
  const provider = Object.values(ctx.adapters.payments).find((each) => each?.provider === name)
  const saysItself = provider?.notices !== undefined && !provider.status
  return { number: found.number, unconfirmed: saysItself && (await isOpen(ctx, id)), language: provider?.languageOf?.(formUrl ?? '') }
}

const isOpen = async (ctx: Context, id: number): Promise<boolean> => {
  const payment = await findPayment(ctx, eq(schema.payments.id, id))
  return OPEN_PAYMENT_STATES.some((state) => state === payment?.state)
}
