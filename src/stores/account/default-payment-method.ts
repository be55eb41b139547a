import { atom } from 'nanostores'
import * as orders from '#contract/orders/calls.ts'
import type { PaymentMethod } from '#contract/orders/calls.ts'
import * as profile from '#contract/profile/calls.ts'
import type { PaymentMethodId } from '#domain/enums.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, type Failure } from '#stores/errors.ts'
import { markSignedOut } from '#stores/auth/session.ts'
import { task } from '#stores/tasks.ts'

export type Offered = { state: 'loading' } | { state: 'ready'; methods: readonly PaymentMethod[] } | { state: 'failed'; failure: Failure }

/** The payment methods with the user's default. Separate from the checkout's store, so that this page does not load its scripts. */
const $offered = atom<Offered>({ state: 'loading' })
export { $offered }

export const loadOffered = async (): Promise<void> => {
  try {
    $offered.set({ state: 'ready', methods: await environment().call(orders.paymentMethods) })
  } catch (cause) {
    $offered.set({ state: 'failed', failure: failureOf(cause) })
  }
}

/** Saves the default payment method of new orders. */
export const saveDefaultPayment = task(async (paymentMethodId: PaymentMethodId): Promise<true> => {
  try {
    $offered.set({ state: 'ready', methods: await environment().call(profile.paymentMethod, { body: { paymentMethodId } }) })
    return true
  } catch (cause) {
    if (isFailure(cause, 'UNAUTHORIZED')) markSignedOut()
    throw cause
  }
})
