import { atom } from 'nanostores'
import * as orders from '#contract/orders/calls.ts'
import type { PaymentMethod } from '#contract/orders/calls.ts'
import { environment } from './environment.ts'
import { failureOf } from './errors.ts'
import { isPayableHere } from './payable-here.ts'

/** Methods that pay online at once, as gift cards and tips are paid. null while they load; empty: they could not be loaded. */
const $onlineMethods = atom<readonly PaymentMethod[] | null>(null)
export { $onlineMethods }

export const loadOnlineMethods = async (): Promise<void> => {
  try {
    const methods = await environment().call(orders.paymentMethods)
    $onlineMethods.set(methods.filter((method) => method.available && method.paysOnline && isPayableHere(method)))
  } catch (cause) {
    failureOf(cause)
    $onlineMethods.set([])
  }
}
