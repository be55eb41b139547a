import { and, desc, eq, gte, inArray, isNotNull } from 'drizzle-orm'
import { OPEN_PAYMENT_STATES } from '#domain/payment.ts'
import { DAY_MINUTES, MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

const MAX_LISTED = 500

/**
 * Payments of the last `days` at providers that cannot be asked and have said nothing: left by the buyer, or taken without a word. Staff
 * compare them with the provider's own list, the newest first, and settle those that are on it.
 */
export const unconfirmedPayments = ({ db, now, adapters }: Context, days: number) => {
  const { orders, payments } = schema
  const silent = Object.values(adapters.payments).flatMap((each) => (each?.notices && !each.status ? [each.provider] : []))
  return db
    .select({
      ...{ id: payments.id, since: payments.createdAt, provider: payments.provider, bankRef: payments.bankRef },
      ...{ amount: payments.amount, orderNumber: orders.number, state: payments.state }
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        inArray(payments.provider, silent),
        inArray(payments.state, [...OPEN_PAYMENT_STATES, 'expired']),
        isNotNull(payments.bankRef),
        gte(payments.createdAt, new Date(now() - days * DAY_MINUTES * MINUTE))
      )
    )
    .orderBy(desc(payments.id))
    .limit(MAX_LISTED)
}
