import { eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'

/** Whether a voucher with these payment methods goes with a method; an empty list allows any. */
const allows = (methods: readonly number[], methodId: number): boolean => methods.length === 0 || methods.includes(methodId)

/** Throws PAYMENT_METHOD_UNAVAILABLE when a voucher with these payment methods does not go with the chosen one. */
export const requireAllowed = (methods: readonly number[], methodId: number): void => {
  if (!allows(methods, methodId)) throw fail('PAYMENT_METHOD_UNAVAILABLE', { field: 'paymentId', vars: { context: 'voucher' } })
}

/** An order's voucher and its own payment method. */
interface Ordered {
  voucherCode: string | null
  paymentId: number
}

/**
 * Returns the payment methods that an order's voucher names; an empty list where it goes with all of them. A voucher that was taken off the
 * market names none any more: its order keeps its own method.
 */
export const methodsOfVoucher = async ({ db }: Context, { voucherCode, paymentId }: Ordered): Promise<readonly number[]> => {
  if (voucherCode === null) return []
  const { vouchers } = schema
  const [voucher] = await db.select({ methods: vouchers.methods }).from(vouchers).where(eq(vouchers.code, voucherCode))
  return voucher?.methods ?? [paymentId]
}

/** Returns those methods that go with the voucher of an order. */
export const allowedBy = async <M extends { id: number }>(ctx: Context, order: Ordered, methods: readonly M[]): Promise<M[]> => {
  const allowed = await methodsOfVoucher(ctx, order)
  return methods.filter(({ id }) => allows(allowed, id))
}
