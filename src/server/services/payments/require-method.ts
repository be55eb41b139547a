import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import { findMethod, offeredMethods, type Method } from './methods.ts'

/** The method somebody asks for; the code that says why not otherwise. */
export const requireMethod = (ctx: Context, paymentId: number): Method => {
  const method = findMethod(paymentId)
  const refusal = method ? method.refusal(ctx) : 'PAYMENT_METHOD_UNAVAILABLE'
  if (!method || refusal) throw fail(refusal ?? 'PAYMENT_METHOD_UNAVAILABLE', { field: 'paymentId' })
  return method
}

/** What an unpaid order is paid by when nobody says how. */
export const requireOnlineMethod = (ctx: Context): Method => {
  const method = offeredMethods(ctx).find(({ paysOnline }) => paysOnline)
  if (!method) throw fail('PAYMENT_METHOD_UNAVAILABLE', { field: 'paymentId' })
  return method
}
