import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import { findMethod, offeredMethods, type Method } from './methods.ts'

/** Returns the requested method. Throws PAYMENT_METHOD_UNAVAILABLE, or the code that says why it is not offered. */
export const requireMethod = (ctx: Context, paymentId: number): Method => {
  const method = findMethod(paymentId)
  const refusal = method ? method.refusal(ctx) : 'PAYMENT_METHOD_UNAVAILABLE'
  if (!method || refusal) throw fail(refusal ?? 'PAYMENT_METHOD_UNAVAILABLE', { field: 'paymentId' })
  return method
}

/** Returns the first online method, used for an unpaid order when the request names none. Throws PAYMENT_METHOD_UNAVAILABLE. */
export const requireOnlineMethod = (ctx: Context): Method => {
  const method = offeredMethods(ctx).find(({ paysOnline }) => paysOnline)
  if (!method) throw fail('PAYMENT_METHOD_UNAVAILABLE', { field: 'paymentId' })
  return method
}
