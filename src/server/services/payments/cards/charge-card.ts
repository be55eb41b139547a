import { and, eq, inArray } from 'drizzle-orm'
import type { PaymentFailure } from '#contract/orders/calls.ts'
import { BankRefused, BankUnavailable } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { askProvider } from '../ask-provider.ts'
import type { LockOrder } from '../locked-order.ts'
import { findPayment, type PaymentRow } from '../payment-row.ts'
import { paymentToRegister } from '../register-payment.ts'
import { settlePayment } from '../settle-payment.ts'

/** payable: send the buyer to `formUrl`; failed: the provider did not take it, for the reason in `code`; settled: nothing is left to pay. */
export type StartedPayment = { kind: 'payable'; formUrl: string } | { kind: 'failed'; code: PaymentFailure } | { kind: 'settled' }

const failed = (code: PaymentFailure): StartedPayment => ({ kind: 'failed', code })

/**
 * Charges the saved card of a registered payment. Its reference is stored already, so that the reconciling job finds what an answer that
 * was lost had done; the bank's status decides, not the answer. Repeatable: a bank takes one payment once.
 */
export const chargeCard = async (ctx: Context, payment: PaymentRow, lockOrder: LockOrder): Promise<StartedPayment> => {
  const { boundCards, payments } = schema
  const { bankRef } = payment
  const [card] = await ctx.db
    .select()
    .from(boundCards)
    .where(eq(boundCards.id, payment.boundCardId ?? 0))
  if (!card || bankRef === null) return end(ctx, payment.id)
  await ctx.db
    .update(payments)
    .set({ state: 'processing' })
    .where(and(eq(payments.id, payment.id), eq(payments.state, 'registered')))
  try {
    const charge = await askProvider(ctx, payment, async ({ cards }) => {
      if (!cards) throw new BankRefused('the provider has no saved cards')
      return cards.charge(bankRef, paymentToRegister(ctx, payment, card.clientId), card)
    })
    if (charge.kind === 'confirm') {
      const url = new URL(charge.formUrl)
      const formUrl = url.origin === new URL(ctx.config.SITE_URL).origin ? `${url.pathname}${url.search}` : url.href
      await ctx.db.update(payments).set({ formUrl }).where(eq(payments.id, payment.id))
      return { kind: 'payable', formUrl }
    }
    await settlePayment(ctx, payment.id, lockOrder)
  } catch (cause) {
    if (cause instanceof BankRefused) return endUnlessTaken(ctx, payment.id, lockOrder)
    if (cause instanceof BankUnavailable) return failed('ORDER_STATUS_UNAVAILABLE')
    throw cause
  }
  return outcomeOf(await findPayment(ctx, eq(payments.id, payment.id)))
}

const outcomeOf = (payment: PaymentRow | null): StartedPayment => {
  if (payment?.state === 'captured') return { kind: 'settled' }
  if (payment?.state === 'declined') return failed('CARD_PAYMENT_FAILED')
  if (payment?.state === 'refunding' || payment?.state === 'refunded') return failed('PAYMENT_FAILED')
  return failed('ORDER_STATUS_UNAVAILABLE')
}

/** The bank refused to charge: what it says of the payment decides whether it took the money, as in a repeated charge. */
const endUnlessTaken = async (ctx: Context, paymentId: number, lockOrder: LockOrder): Promise<StartedPayment> => {
  try {
    await settlePayment(ctx, paymentId, lockOrder)
  } catch (cause) {
    if (!(cause instanceof BankUnavailable)) throw cause
    // A bank that refuses to say it knows of no charge.
    if (!(cause instanceof BankRefused)) return failed('ORDER_STATUS_UNAVAILABLE')
  }
  const payment = await findPayment(ctx, eq(schema.payments.id, paymentId))
  return payment?.state === 'registered' || payment?.state === 'processing' ? end(ctx, paymentId) : outcomeOf(payment)
}

/** The bank does not charge the card: the next attempt may be by another one. Money that arrives all the same is found by the job. */
const end = async (ctx: Context, paymentId: number): Promise<StartedPayment> => {
  const { payments } = schema
  await ctx.db
    .update(payments)
    .set({ state: 'expired' })
    .where(and(eq(payments.id, paymentId), inArray(payments.state, ['registered', 'processing'])))
  return failed('CARD_PAYMENT_FAILED')
}
