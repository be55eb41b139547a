import { atom } from 'nanostores'
import * as calls from '#contract/bookings/calls.ts'
import type { Booking } from '#contract/bookings/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import type { PaymentMethod } from '#contract/orders/calls.ts'
import type { PaymentMethodId } from '#domain/enums.ts'
import { localePath } from '#domain/locale.ts'
import { beginAttempt, endAttempt, isAnswered } from '#stores/checkout/attempt.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, type Failure } from '#stores/errors.ts'
import { isPayableHere } from '#stores/payable-here.ts'
import { task } from '#stores/tasks.ts'

export type Bookings = { state: 'loading' } | { state: 'ready'; bookings: readonly Booking[] } | { state: 'failed'; failure: Failure }

/** The person's bookings, newest first. */
const $bookings = atom<Bookings>({ state: 'loading' })
/** Methods that pay a price that was agreed to; null while they load. */
const $bookingMethods = atom<readonly PaymentMethod[] | null>(null)
export { $bookings, $bookingMethods }

export const loadBookings = async (): Promise<void> => {
  try {
    $bookings.set({ state: 'ready', bookings: await environment().call(calls.list, { query: {} }) })
  } catch (cause) {
    // What is shown stays when a later look fails.
    const failure = failureOf(cause)
    if ($bookings.get().state !== 'ready') $bookings.set({ state: 'failed', failure })
  }
}

const LOOK_MS = 15_000

/** Looks again while something is under way and the page is looked at. Returns what ends it. */
export const followBookings = (): (() => void) => {
  const look = (): void => {
    const shown = $bookings.get()
    const isOpen = shown.state === 'ready' && shown.bookings.some(({ isActive, order }) => isActive || order?.payment === 'awaiting')
    if (document.visibilityState === 'visible' && isOpen) void loadBookings()
  }
  void loadBookings()
  const timer = setInterval(look, LOOK_MS)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}

export const loadBookingMethods = async (): Promise<void> => {
  try {
    const methods = await environment().call(orders.paymentMethods)
    $bookingMethods.set(methods.filter((method) => method.available && isPayableHere(method)))
  } catch (cause) {
    failureOf(cause)
    $bookingMethods.set([])
  }
}

/** Cancels a booking, or declines its price. */
export const cancelBooking = task(async (id: number): Promise<true> => {
  await environment().call(calls.cancel, { params: { id } })
  await loadBookings()
  return true
})

/** Agrees to the price, once, and goes on to the bank, else to the order. */
export const agreeToPrice = task(async ({ id, orderPrice }: Booking, paymentId: PaymentMethodId): Promise<true> => {
  const purpose = `agree:${id}`
  const attempt = beginAttempt(purpose, { orderPrice, paymentId }, environment().newKey)
  try {
    const placed = await environment().call(calls.agree, { params: { id }, body: attempt.body }, { idempotencyKey: attempt.key })
    endAttempt(purpose)
    environment().navigate(placed.redirectUrl ?? localePath(environment().locale, `/account/orders/${placed.orderNumber}`))
    return true
  } catch (cause) {
    if (isAnswered(failureOf(cause).type)) {
      endAttempt(purpose)
      void loadBookings()
    }
    throw cause
  }
})
