import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { NumberTaken, type NewPayment } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { findPayment, lastAttempt, type PaymentRow } from './payment-row.ts'
import { providerNamed } from './provider-of.ts'

const MAX_NUMBERS = 3
/** How long another call that registers the same number is waited for. */
const WAIT_MS = 2_000
const STEP_MS = 50

export const returnUrlOf = ({ config, locale }: Context): string => `${config.SITE_URL}/api/payments/return?language=${locale}`

/** What the bank is told of a payment; a person's card only if it is to be saved or charged. */
export const paymentToRegister = (ctx: Context, payment: PaymentRow, clientId: string | null): NewPayment => ({
  id: payment.id,
  number: payment.bankNumber,
  amount: payment.amount,
  returnUrl: returnUrlOf(ctx),
  description: payment.bankNumber.split('-')[0] ?? '',
  language: ctx.locale,
  clientId,
  by: payment.boundCardId === null ? 'page' : 'card'
})

/**
 * Registers a payment at its provider and stores the reference. A number that the bank knows already was sent by a call at the same time,
 * which is waited for, or its answer was lost: nobody can pay a page whose address was never given out, so another number is registered.
 * Returns the row as stored; null when the payment was given up meanwhile. Throws BankUnavailable.
 */
export const registerPayment = async (ctx: Context, payment: PaymentRow, clientId: string | null): Promise<PaymentRow | null> => {
  let row = payment
  for (let tries = 1; ; tries += 1) {
    try {
      const { ref, formUrl } = await providerNamed(ctx, row.provider).register(paymentToRegister(ctx, row, clientId))
      return await store(ctx, row, { ref, formUrl: ownPath(ctx, formUrl) })
    } catch (cause) {
      if (!(cause instanceof NumberTaken)) throw cause
      const current = await awaitOther(ctx, row)
      if (current && current.state !== 'created' && current.state !== 'expired') return current
      if (tries >= MAX_NUMBERS) throw cause
      row = await takeNextNumber(ctx, row)
      if (row.state !== 'created') return row
    }
  }
}

/** Visitors may use another name of the shop's own origin. */
const ownPath = ({ config }: Context, address: string): string => {
  const url = new URL(address)
  return url.origin === new URL(config.SITE_URL).origin ? `${url.pathname}${url.search}` : address
}

const store = async (
  ctx: Context,
  { id, tenderId }: PaymentRow,
  { ref, formUrl }: { ref: string; formUrl: string }
): Promise<PaymentRow | null> => {
  const { payments } = schema
  const [stored] = await ctx.db
    .update(payments)
    .set({ state: 'registered', bankRef: ref, formUrl, checkedAt: new Date(ctx.now()) })
    .where(and(eq(payments.id, id), eq(payments.state, 'created')))
    .returning()
  // Given up, or another call took the next number: what the tender has now.
  return stored ?? findPayment(ctx, eq(payments.tenderId, tenderId))
}

const awaitOther = async (ctx: Context, { id }: PaymentRow): Promise<PaymentRow | null> => {
  const until = performance.now() + WAIT_MS
  for (;;) {
    const row = await findPayment(ctx, eq(schema.payments.id, id))
    if (row?.state !== 'created' || performance.now() > until) return row
    await sleep(STEP_MS)
  }
}

/** Ends the row and begins another, as banks number by row or by number. One of several calls at once does; the others go on with it. */
const takeNextNumber = async (ctx: Context, row: PaymentRow): Promise<PaymentRow> =>
  withTransaction(ctx, async (tx) => {
    const { orders, payments } = schema
    // Several people may pay one order: their numbers differ.
    await tx.db.select({ id: orders.id }).from(orders).where(eq(orders.id, row.orderId)).for('update')
    const ended = await tx.db
      .update(payments)
      .set({ state: 'expired' })
      .where(and(eq(payments.id, row.id), eq(payments.state, 'created')))
      .returning({ id: payments.id })
    if (ended.length === 0) return (await findPayment(tx, eq(payments.tenderId, row.tenderId))) ?? row
    const [order] = row.bankNumber.split('-')
    const { id: _, ...copied } = row
    const at = new Date(tx.now())
    const [next] = await tx.db
      .insert(payments)
      .values({ ...copied, bankNumber: sql`${order}::text || '-' || ${lastAttempt(row.orderId)} + 1`, checkedAt: at, createdAt: at })
      .returning()
    if (!next) throw new Error('the inserted payment was not returned')
    return next
  })
