import { and, eq } from 'drizzle-orm'
import { BankUnavailable, type Notice, type NoticeOutcome, type PaymentProvider } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { LockOrder } from '../locked-order.ts'
import { findPayment, type PaymentRow } from '../payment-row.ts'
import { applyNotice, settleFound } from '../settle-payment.ts'
import { mayBePaid } from './may-be-paid.ts'

/**
 * Receives what a provider tells the shop by itself. Only what its checksum proves is believed; otherwise the provider is asked. Returns the
 * text that it expects; null when no provider of that name calls the shop. An unknown payment is answered as one that may not be paid.
 */
export const receiveNotice = async (
  ctx: Context,
  name: string,
  fields: Readonly<Record<string, string>>,
  lockOrder: LockOrder
): Promise<string | null> => {
  const provider = providerCalled(ctx, name)
  if (!provider?.notices) return null
  const notice = provider.notices.read(fields)
  return provider.notices.answer(notice ? await heed(ctx, provider, notice, lockOrder) : 'forged')
}

/** The provider whose calls arrive under a name, real or simulated. */
const providerCalled = ({ adapters }: Context, name: string): PaymentProvider | null =>
  Object.entries(adapters.payments).find(([key]) => key === name)?.[1] ?? null

const heed = async (ctx: Context, { provider }: PaymentProvider, notice: Notice, lockOrder: LockOrder): Promise<NoticeOutcome> => {
  const { payments } = schema
  const payment = await findPayment(ctx, and(eq(payments.provider, provider), eq(payments.bankRef, notice.ref)) ?? eq(payments.id, 0))
  if (!payment) return 'refused'
  if (notice.kind === 'precheck') return (await mayBePaid(ctx, payment, notice.amount, lockOrder)) ? 'ok' : 'refused'
  if (notice.kind === 'status') await applyNotice(ctx, payment, notice.status, lockOrder)
  else await ask(ctx, payment, lockOrder)
  return 'ok'
}

/** The job asks again when the provider does not answer now. */
const ask = async (ctx: Context, payment: PaymentRow, lockOrder: LockOrder): Promise<void> => {
  try {
    await settleFound(ctx, payment, lockOrder)
  } catch (cause) {
    if (!(cause instanceof BankUnavailable)) throw cause
  }
}
