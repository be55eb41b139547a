import { atom } from 'nanostores'
import * as orders from '#contract/orders/calls.ts'
import type { PaymentMethod } from '#contract/orders/calls.ts'
import * as profile from '#contract/profile/calls.ts'
import type { PaymentMethodId } from '#domain/enums.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, type Failure } from '#stores/errors.ts'
import { markSignedOut } from '#stores/auth/session.ts'
import { isPayableHere } from '#stores/payable-here.ts'
import { task } from '#stores/tasks.ts'

export type Offered = { state: 'loading' } | { state: 'ready'; methods: readonly PaymentMethod[] } | { state: 'failed'; failure: Failure }

/** The payment methods that the user may pay with, and the default of them. Separate from the checkout's store, so that this page does not load its scripts. */
const $offered = atom<Offered>({ state: 'loading' })
export { $offered }

/** In the order of the list that is shown already: nothing moves under the finger that chooses. */
const show = (methods: readonly PaymentMethod[]): void => {
  const before = $offered.get()
  const shown = before.state === 'ready' ? before.methods.map(({ id }) => id) : []
  const offered = methods.filter((method) => method.available && isPayableHere(method))
  $offered.set({ state: 'ready', methods: offered.toSorted((a, b) => shown.indexOf(a.id) - shown.indexOf(b.id)) })
}

export const loadOffered = async (): Promise<void> => {
  try {
    show(await environment().call(orders.paymentMethods))
  } catch (cause) {
    $offered.set({ state: 'failed', failure: failureOf(cause) })
  }
}

/** Saves the default payment method of new orders. */
export const saveDefaultPayment = task(async (paymentMethodId: PaymentMethodId): Promise<true> => {
  try {
    show(await environment().call(profile.paymentMethod, { body: { paymentMethodId } }))
    return true
  } catch (cause) {
    if (isFailure(cause, 'UNAUTHORIZED')) markSignedOut()
    throw cause
  }
})
