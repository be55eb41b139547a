import { eq, sql } from 'drizzle-orm'
import { OPEN_PAYMENT_STATES, pageRefOf } from '#domain/payment.ts'
import { schema } from '#server/db/schema.ts'
import type { PaymentProvider } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { MAX_DIFFERENCES, type Difference } from './difference.ts'

/**
 * Compares what providers that show their books have taken and given back with the shop's payments. Those that are still asked about are
 * left out: the shop may not know yet.
 */
export const checkProviders = async (
  { db }: Pick<Context, 'db'>,
  providers: readonly Pick<PaymentProvider, 'provider' | 'books'>[]
): Promise<Difference[]> => {
  const { payments, paymentRefunds } = schema
  const differences: Difference[] = []
  for (const { provider, books } of providers) {
    if (!books) continue
    const theirs = new Map<string, number>()
    for (const { ref, taken, refunded } of await books()) theirs.set(ref, (theirs.get(ref) ?? 0) + taken - refunded)
    const ours = await db
      .select({
        ref: payments.bankRef,
        number: payments.bankNumber,
        state: payments.state,
        kept: sql<number>`coalesce(${payments.capturedAmount}, 0) - coalesce(sum(${paymentRefunds.amount}) filter (where ${paymentRefunds.refundedAt} is not null), 0)::int8`
      })
      .from(payments)
      .leftJoin(paymentRefunds, eq(paymentRefunds.paymentId, payments.id))
      .where(eq(payments.provider, provider))
      .groupBy(payments.id)
    // A page that was paid twice is one record of some providers, and two payments here.
    const pages = Map.groupBy(ours, ({ ref, number }) => (ref ? pageRefOf(ref) : number))
    for (const [ref, payments] of pages) {
      const there = theirs.get(ref) ?? 0
      theirs.delete(ref)
      const kept = payments.reduce((sum, payment) => sum + Number(payment.kept), 0)
      const isUnderWay = payments.some(({ state }) => state === 'refunding' || OPEN_PAYMENT_STATES.some((open) => open === state))
      if (!isUnderWay && there !== kept)
        differences.push({ kind: 'provider', provider, payment: payments[0]?.number ?? ref, amount: kept, expected: there })
    }
    for (const [ref, kept] of theirs)
      if (kept !== 0) differences.push({ kind: 'provider', provider, payment: ref, amount: 0, expected: kept })
  }
  return differences.slice(0, MAX_DIFFERENCES)
}
