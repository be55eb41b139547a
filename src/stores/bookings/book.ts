import { atom, computed } from 'nanostores'
import * as calls from '#contract/bookings/calls.ts'
import type { BookableSpeed, BookableTimes, BookableWindow, NewBooking } from '#contract/bookings/calls.ts'
import type { Speed } from '#domain/bookings/windows.ts'
import { localePath } from '#domain/locale.ts'
import { $location } from '#stores/addresses/location.ts'
import { $session } from '#stores/auth/session.ts'
import { loadBasket } from '#stores/baskets/load.ts'
import { $basket } from '#stores/baskets/shown.ts'
import { startBasket } from '#stores/baskets/start.ts'
import { beginAttempt, endAttempt, isAnswered } from '#stores/checkout/attempt.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, type Failure } from '#stores/errors.ts'
import { task } from '#stores/tasks.ts'

/** What the person chose so far; what is not chosen, or not possible any more, is the first that is. */
export interface BookingChoice {
  pickup: { date: string; time?: string } | null
  speed: Speed
  back: { date: string; time?: string } | null
  comment: string
}

export type BookingTimes = { state: 'loading' } | { state: 'ready'; times: BookableTimes } | { state: 'failed'; failure: Failure }

const $choice = atom<BookingChoice>({ pickup: null, speed: 'standard', back: null, comment: '' })
const $bookingTimes = atom<BookingTimes>({ state: 'loading' })
export { $choice, $bookingTimes }

/** What is booked as it stands. */
export interface BookingPlan {
  pickupDate: string
  pickup: BookableWindow | null
  speed: BookableSpeed | null
  backDates: string[]
  back: BookableWindow | null
}

export const hasPlace = ({ places }: BookableWindow): boolean => places > 0

/** The chosen one, else the first that is possible. */
const pick = (windows: readonly BookableWindow[], asked: { date: string; time?: string } | null): BookableWindow | null => {
  const possible = windows.filter(hasPlace)
  const sameDay = possible.filter(({ date }) => date === asked?.date)
  return sameDay.find(({ time }) => time === asked?.time) ?? sameDay[0] ?? possible[0] ?? null
}

export const planOf = (times: BookableTimes, choice: BookingChoice): BookingPlan => {
  const pickupDate = times.windows[0]?.date ?? choice.pickup?.date ?? times.dates[0] ?? ''
  const isPossible = ({ windows }: BookableSpeed): boolean => windows.some(hasPlace)
  const speed = times.speeds.find((one) => one.speed === choice.speed && isPossible(one)) ?? times.speeds.find(isPossible) ?? null
  const windows = speed?.windows ?? []
  return {
    pickupDate,
    pickup: pick(times.windows, choice.pickup),
    speed,
    backDates: [...new Set(windows.filter(hasPlace).map(({ date }) => date))],
    back: pick(windows, choice.back)
  }
}

export const $plan = computed([$bookingTimes, $choice], (times, choice) => (times.state === 'ready' ? planOf(times.times, choice) : null))

let latest = 0

/** Loads the windows for what is chosen, for the address of the basket. */
export const loadBookingTimes = async (): Promise<void> => {
  const number = (latest += 1)
  const { pickup } = $choice.get()
  const { addressId } = $location.get()
  try {
    const times = await environment().call(calls.availableTimes, {
      query: {
        ...(pickup && { pickupDate: pickup.date }),
        ...(pickup?.time !== undefined && { pickupTime: pickup.time }),
        ...(addressId !== null && $session.get().state === 'user' && { addressId })
      }
    })
    // A later choice wins.
    if (number === latest) $bookingTimes.set({ state: 'ready', times })
  } catch (cause) {
    if (number === latest) $bookingTimes.set({ state: 'failed', failure: failureOf(cause) })
  }
}

/** The windows depend on when things are fetched: they are loaded anew. */
export const choosePickup = (pickup: BookingChoice['pickup']): void => {
  bookService.reset()
  $choice.set({ ...$choice.get(), pickup })
  void loadBookingTimes()
}
export const chooseBooking = (change: Partial<Omit<BookingChoice, 'pickup'>>): void => {
  bookService.reset()
  $choice.set({ ...$choice.get(), ...change })
}

/** JSON of what the windows and prices depend on; empty: nothing to book. */
const $basis = computed([$basket, $location], (state, { addressId }) =>
  state.state === 'ready' && !state.settling && state.basket.status === 'fill' ? JSON.stringify([state.basket.version, addressId]) : ''
)

let started = false
/** Once per page: loads the basket, and the windows whenever it or the address changes. */
export const startBooking = (): void => {
  if (started) return
  started = true
  void startBasket()
  $basis.subscribe((basis) => {
    if (basis) void loadBookingTimes()
  })
}

const PURPOSE = 'booking'

/** Books what is chosen, once, and goes on to the bookings. What has changed meanwhile is loaded anew. */
export const bookService = task(async (): Promise<true> => {
  const [state, plan, choice, { addressId }] = [$basket.get(), $plan.get(), $choice.get(), $location.get()]
  if (state.state !== 'ready' || !plan?.pickup || !plan.back || !plan.speed || addressId === null)
    throw new Error('nothing is chosen to book')
  const body: NewBooking = {
    addressId,
    ...{ pickupDate: plan.pickup.date, pickupTime: plan.pickup.time, deliveryDate: plan.back.date, deliveryTime: plan.back.time },
    speed: plan.speed.speed,
    ...(choice.comment.trim() && { customerComment: choice.comment.trim() }),
    ...{ basketVersion: state.basket.version, orderPrice: plan.speed.orderPrice }
  }
  const attempt = beginAttempt(PURPOSE, body, environment().newKey)
  try {
    await environment().call(calls.book, { body: attempt.body }, { idempotencyKey: attempt.key })
  } catch (cause) {
    if (isAnswered(failureOf(cause).type)) {
      endAttempt(PURPOSE)
      void loadBasket()
      void loadBookingTimes()
    }
    throw cause
  }
  endAttempt(PURPOSE)
  // The next page renders its basket badge from this page's snapshot.
  await loadBasket()
  environment().navigate(bookingsPath())
  return true
})

export const bookingsPath = (): string => localePath(environment().locale, '/account/bookings')
