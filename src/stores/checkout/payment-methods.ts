import { atom, computed } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import * as orders from '#contract/orders/calls.ts'
import type { PaymentMethod } from '#contract/orders/calls.ts'
import type { PaymentMethodId } from '#domain/enums.ts'
import { DEFAULT_METHOD } from '#domain/payment-method.ts'
import { $choices, choose } from './choices.ts'
import { environment } from '#stores/environment.ts'
import { isPayableHere } from '#stores/payable-here.ts'

/** Used when the list cannot be loaded. */
const FALLBACK: readonly PaymentMethod[] = [{ ...DEFAULT_METHOD, isDefault: true, available: true }]

const $methods = atom<readonly PaymentMethod[] | null>(null)
export { $methods }

/** Whether what is bought is paid online, as tickets are; also for guests, who are asked who they are later. */
const $onlineOnly = atom(false)
export { $onlineOnly }

/** Those that can pay for what is bought. */
const $fitting = computed([$methods, $onlineOnly], (methods, onlineOnly) =>
  onlineOnly && methods ? methods.filter(({ paysOnline, invoiced }) => paysOnline && !invoiced) : methods
)
export { $fitting }

/** The chosen method while it is offered, else the user's default. */
export const $payment = computed([$fitting, $choices], (methods, { paymentId }): PaymentMethod | null => {
  if (!methods) return null
  const offered = methods.filter(({ available }) => available)
  return offered.find(({ id }) => id === paymentId) ?? offered.find(({ isDefault }) => isDefault) ?? offered[0] ?? null
})

export const loadMethods = async (): Promise<void> => {
  const methods = await environment().call(orders.paymentMethods).catch(ifRefused(null))
  $methods.set(methods?.filter(isPayableHere) ?? $methods.get() ?? FALLBACK)
}

export const choosePayment = (paymentId: PaymentMethodId): void => choose({ paymentId })
