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

/** Returns the payment methods of an order's voucher; empty: any, also without a voucher. */
export const methodsOfVoucher = async ({ db }: Context, code: string | null): Promise<readonly number[]> => {
  if (code === null) return []
  const { vouchers } = schema
  const [voucher] = await db.select({ methods: vouchers.methods }).from(vouchers).where(eq(vouchers.code, code))
  return voucher?.methods ?? []
}

/** Returns those methods that go with the voucher of an order. */
export const allowedBy = async <M extends { id: number }>(ctx: Context, code: string | null, methods: readonly M[]): Promise<M[]> => {
  const allowed = await methodsOfVoucher(ctx, code)
  return methods.filter(({ id }) => allows(allowed, id))
}
