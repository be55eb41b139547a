import { atom, computed } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import * as orders from '#contract/orders/calls.ts'
import type { PaymentMethod } from '#contract/orders/calls.ts'
import { PAYMENT_METHOD, type PaymentMethodId } from '#domain/enums.ts'
import { $choices, choose } from './choices.ts'
import { environment } from '#stores/environment.ts'

/** Cash is the default (spec section 9) and what remains when the list does not come. */
const CASH_ONLY: readonly PaymentMethod[] = [{ id: PAYMENT_METHOD.CASH, key: 'cash', isDefault: true }]

const $methods = atom<readonly PaymentMethod[] | null>(null)
export { $methods }

/** The chosen method while it is offered, else the person's default, else cash. */
export const $payment = computed([$methods, $choices], (methods, { paymentId }): PaymentMethod | null => {
  if (!methods) return null
  return methods.find(({ id }) => id === paymentId) ?? methods.find(({ isDefault }) => isDefault) ?? methods[0] ?? null
})

export const loadMethods = async (): Promise<void> => {
  const methods = await environment().call(orders.paymentMethods).catch(ifRefused(null))
  $methods.set(methods ?? $methods.get() ?? CASH_ONLY)
}

export const choosePayment = (paymentId: PaymentMethodId): void => choose({ paymentId })
