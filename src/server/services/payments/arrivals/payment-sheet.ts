import { formatMoney } from '#domain/money.ts'
import { wasCaptured } from '#domain/payment.ts'
import { BankUnavailable, type PaymentSheet } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import { askProvider } from '../ask-provider.ts'
import type { LockOrder } from '../locked-order.ts'
import { methodOf } from '../methods.ts'
import { settleFound } from '../settle-payment.ts'
import { mayBePaid } from './may-be-paid.ts'
import { paymentByRef } from './payment-by-ref.ts'

/** A page that opens a payment sheet; `key`: of the payment's method. */
export interface SheetToOpen extends Pick<PaymentSheet, 'standIn'> {
  request: object
  key: string
  price: string
  number: string
}

/**
 * Returns what the sheet of a payment that can still be paid is opened with; the number of its order when it cannot; null for an unknown
 * reference. Whoever has the reference may see it.
 */
export const paymentSheet = async (ctx: Context, bankRef: string): Promise<SheetToOpen | string | null> => {
  const found = await paymentByRef(ctx, bankRef)
  if (!found) return null
  const { payment, number, methodId, provider } = found
  const sheet = provider?.sheet
  if (!sheet || payment.state !== 'registered') return number
  const { amount } = payment
  return {
    number,
    standIn: sheet.standIn,
    request: sheet.request(amount),
    key: methodOf(methodId).key,
    price: formatMoney(amount, ctx.locale)
  }
}

/** The proof of the shop for the browser; null when the payment cannot be paid. Throws PAYMENT_FAILED when its provider does not answer. */
export const proveMerchant = async (ctx: Context, bankRef: string): Promise<object | null> => {
  const found = await paymentByRef(ctx, bankRef)
  const sheet = found?.provider?.sheet
  if (!sheet || found.payment.state !== 'registered') return null
  try {
    return await sheet.merchantSession(new URL(ctx.config.SITE_URL).hostname)
  } catch (cause) {
    throw cause instanceof BankUnavailable ? fail('PAYMENT_FAILED') : cause
  }
}

/**
 * Sends a token on to its provider, if the order still waits for this money, and asks what came of it: an answer may be lost. Returns
 * whether it is paid; null: the payment is unknown.
 */
export const payByToken = async (
  ctx: Context,
  bankRef: string,
  token: Readonly<Record<string, unknown>>,
  lockOrder: LockOrder
): Promise<boolean | null> => {
  const found = await paymentByRef(ctx, bankRef)
  if (!found?.provider?.sheet) return null
  const { payment } = found
  const ifAnswered = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (cause) {
      if (!(cause instanceof BankUnavailable)) throw cause
    }
  }
  if (await mayBePaid(ctx, payment, payment.amount, lockOrder))
    await ifAnswered(() => askProvider(ctx, payment, async ({ sheet }) => sheet?.pay(bankRef, token)))
  if (!wasCaptured(payment.state)) await ifAnswered(() => settleFound(ctx, payment, lockOrder))
  return (await paymentByRef(ctx, bankRef))?.payment.state === 'captured'
}
