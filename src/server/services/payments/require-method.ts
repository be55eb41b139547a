import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import { findMethod, offeredMethods, refusalOf, type Method, type Purchase } from './methods.ts'
import { requireReachable } from './transfers/invoice.ts'

/** A requested method and, where it asks for that, who buys from whom. */
export interface Chosen {
  method: Method
  purchase: Purchase | null
}

/** Returns the requested method. Throws PAYMENT_METHOD_UNAVAILABLE, or the code that says why it is not offered. */
export const requireMethod = async (ctx: Context, paymentId: number, purchaseOf: () => Promise<Purchase | null>): Promise<Chosen> => {
  const method = findMethod(paymentId)
  if (!method) throw fail('PAYMENT_METHOD_UNAVAILABLE', { field: 'paymentId' })
  const purchase = method.refusalTo ? await purchaseOf() : null
  const refusal = refusalOf(ctx, method, purchase)
  if (refusal) throw fail(refusal, { field: 'paymentId' })
  requireReachable(method, purchase)
  return { method, purchase }
}

/** Returns the order's own method, or else the first one, that is paid online: for requests that name none. Throws PAYMENT_METHOD_UNAVAILABLE. */
export const requireOnlineMethod = (ctx: Context, ownId: number): Chosen => {
  const online = offeredMethods(ctx, null).filter(({ paysOnline }) => paysOnline)
  const method = online.find(({ id }) => id === ownId) ?? online[0]
  if (!method) throw fail('PAYMENT_METHOD_UNAVAILABLE', { field: 'paymentId' })
  return { method, purchase: null }
}
