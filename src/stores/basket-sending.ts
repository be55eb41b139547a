import { baskets, type Basket } from '#contract/baskets.ts'
import { announce } from './announce.ts'
import { $basketFlags, fetchedBasket, loadBasket, paintMirror, settleBasket } from './basket-state.ts'
import { itemsOf, keyOfItem, type Wish } from './basket-view.ts'
import { forgetWish, wishesNow } from './basket-wishes.ts'
import { environment } from './environment.ts'
import { isFailure, reportOrShow } from './errors.ts'

/** Presses of plus and minus within so many milliseconds are one change. */
const PAUSE = 300
const FIRST_RETRY = 2_000
const LONGEST_RETRY = 30_000

const timers = new Map<string, () => void>()
let cancelRetry: (() => void) | null = null
let pause = FIRST_RETRY
let stopWaiting: (() => void) | null = null
/** One change at a time: each is made against the basket the last one left. */
let queue: Promise<void> = Promise.resolve()

/** Sends a wish after a pause; a newer one for the same line starts the pause anew. */
export const sendSoon = (key: string): void => {
  timers.get(key)?.()
  timers.set(
    key,
    environment().later(PAUSE, () => void sendNow(key))
  )
}

export const sendNow = (key: string): Promise<void> => {
  timers.get(key)?.()
  timers.delete(key)
  queue = queue.then(() => send(key))
  return queue
}

/** Everything that waits: after a reload, or when the connection returns. */
export const sendWaiting = (): void => {
  for (const key of Object.keys(wishesNow())) void sendNow(key)
}

export const cancelSending = (): void => {
  for (const cancel of timers.values()) cancel()
  timers.clear()
}

const send = async (key: string): Promise<void> => {
  const wish = wishesNow()[key]
  if (!wish || timers.has(key)) return
  try {
    if (!fetchedBasket()) await loadBasket()
    await settleBasket(await grant(key, wish))
    // After a removal the basket is reloaded (spec section 4); a settled one was, where a place is known.
    if (wish.quantity === 0) await loadBasket()
    forgetWish(key, wish)
    paintMirror()
    backOnline()
  } catch (cause) {
    if (isFailure(cause, 'NETWORK')) return waitForConnection()
    forgetWish(key, wish)
    await loadBasket()
    paintMirror()
    reportOrShow(cause)
  }
}

/** A wish is a wanted quantity, so sending it twice does no harm. */
const grant = async (key: string, { productId, options, quantity }: Wish): Promise<Basket> => {
  const { call, anonymousId } = environment()
  const known = fetchedBasket()
  const item = known ? itemsOf(known).find((one) => keyOfItem(one) === key) : undefined
  const sessionId = known?.sessionId || anonymousId()
  if (item && quantity === 0) return call(baskets.remove, { params: { id: item.id }, query: { type: known?.type ?? 'user', sessionId } })
  if (item)
    return item.quantity === quantity && known ? known : call(baskets.quantity, { params: { id: item.id }, body: { quantity, sessionId } })
  if (quantity === 0) return known ?? call(baskets.get, { query: { sessionId } })
  return call(baskets.add, { body: { productId, quantity, ...(options.length ? { selectedOptions: options } : {}) } })
}

/** Said once; tried again with longer and longer pauses, and at once when the browser says that it is online. */
const waitForConnection = (): void => {
  const { later, onOnline } = environment()
  if (!$basketFlags.get().offline) void announce('states:offline')
  $basketFlags.setKey('offline', true)
  stopWaiting ??= onOnline(sendWaiting)
  if (cancelRetry) return
  cancelRetry = later(pause, () => {
    cancelRetry = null
    sendWaiting()
  })
  pause = Math.min(LONGEST_RETRY, pause * 2)
}

const backOnline = (): void => {
  cancelRetry?.()
  stopWaiting?.()
  cancelRetry = stopWaiting = null
  pause = FIRST_RETRY
  $basketFlags.setKey('offline', false)
}
