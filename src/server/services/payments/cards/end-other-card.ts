import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { OPEN_PAYMENT_STATES } from '#domain/payment.ts'
import { BankUnavailable } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { askProvider } from '../ask-provider.ts'
import type { CardChoice } from './card-choice.ts'
import type { LockOrder } from '../locked-order.ts'
import { settlePayment } from '../settle-payment.ts'
import { tendersPaidBy } from '../tender-rows.ts'

/**
 * Ends the caller's open payment of an order when another card, or another wish to save it, is chosen now: its page takes no money any more. Money
 * that arrives there all the same is found and given back. ORDER_BEING_PROCESSED when the bank does not answer, as another payment could
 * take the money twice.
 */
export const endOtherCard = async (ctx: Context, orderId: number, choice: CardChoice, lockOrder: LockOrder): Promise<void> => {
  const { payments } = schema
  const isOther = or(
    sql`${payments.boundCardId} is distinct from ${choice.boundCardId}::int`,
    ...(choice.boundCardId === null ? [ne(sql`(${payments.clientId} is not null)`, sql`${choice.bindCard}::boolean`)] : [])
  )
  const [other] = await ctx.db
    .select()
    .from(payments)
    .where(
      and(
        inArray(payments.tenderId, tendersPaidBy(ctx, orderId, requireUser(ctx).userId)),
        inArray(payments.state, [...OPEN_PAYMENT_STATES]),
        isOther
      )
    )
  if (!other) return
  const { bankRef } = other
  try {
    if (bankRef !== null) {
      await askProvider(ctx, other, async (provider) => provider.close?.(bankRef))
      await settlePayment(ctx, other.id, lockOrder)
    }
  } catch (cause) {
    if (cause instanceof BankUnavailable) throw fail('ORDER_BEING_PROCESSED', { field: 'orderNumber' })
    throw cause
  }
  // A bank that cannot end an unpaid order still says that it is open.
  await ctx.db
    .update(payments)
    .set({ state: 'expired' })
    .where(and(eq(payments.id, other.id), inArray(payments.state, [...OPEN_PAYMENT_STATES])))
}
