import type { Amount } from '#domain/money.ts'
import { DRAM } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import type { LockOrder } from '../locked-order.ts'
import type { PaymentRow } from '../payment-row.ts'
import { providerNamed } from '../provider-of.ts'
import { applyNotice } from '../settle-payment.ts'

/**
 * A member of staff saw at the provider that it took money, under a number of its own (`transaction`), and never told the shop so. Returns
 * false, and nothing is done, where the provider can be asked instead.
 */
export const confirmPayment = async (
  ctx: Context,
  payment: PaymentRow,
  { amount, transaction }: { amount: Amount; transaction: string },
  lockOrder: LockOrder
): Promise<boolean> => {
  if (providerNamed(ctx, payment.provider).status) return false
  const status = { state: 'deposited', amount, refunded: 0, currency: DRAM, actionCode: 0, card: null, transaction } as const
  await applyNotice(ctx, payment, status, lockOrder)
  return true
}
