import { fail } from '#server/services/core/fail.ts'
import { paysAdmissions, type Method } from '#server/services/payments/methods.ts'

/** Tickets are there once they are paid: nobody comes who could take money. PAYMENT_METHOD_UNAVAILABLE. */
export const requirePaysAdmissions = (method: Method): void => {
  if (!paysAdmissions(method)) throw fail('PAYMENT_METHOD_UNAVAILABLE', { field: 'paymentId', vars: { context: 'tickets' } })
}
