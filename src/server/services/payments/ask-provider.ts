import { and, eq, isNull, lte, or } from 'drizzle-orm'
import { pauseAfter } from '#domain/back-off.ts'
import type { PaymentProvider } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { PaymentRow } from './payment-row.ts'
import { providerNamed } from './provider-of.ts'

const { payments } = schema

/** Condition for background jobs: a provider that failed to answer is asked again after a growing pause. Requests of a buyer skip this check. */
export const mayRetry = (ctx: Context) => or(isNull(payments.askAfter), lte(payments.askAfter, new Date(ctx.now())))

/** Sends one request about a payment to its provider. A failure postpones the next background request and is rethrown. */
export const askProvider = async <T>(
  ctx: Context,
  { id, provider }: Pick<PaymentRow, 'id' | 'provider'>,
  request: (provider: PaymentProvider) => Promise<T>
): Promise<T> => {
  try {
    return await request(providerNamed(ctx, provider))
  } catch (cause) {
    await postpone(ctx, id)
    throw cause
  }
}

/** Counts one failure per pause, however many requests fail in parallel. */
const postpone = async (ctx: Context, paymentId: number): Promise<void> => {
  const [row] = await ctx.db.select({ unanswered: payments.unanswered }).from(payments).where(eq(payments.id, paymentId))
  const unanswered = Math.min((row?.unanswered ?? 0) + 1, 1_000)
  await ctx.db
    .update(payments)
    .set({ unanswered, askAfter: new Date(ctx.now() + pauseAfter(unanswered)) })
    .where(and(eq(payments.id, paymentId), mayRetry(ctx)))
}
