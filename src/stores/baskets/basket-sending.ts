import * as baskets from '#contract/baskets/calls.ts'
import type { Basket } from '#contract/baskets/calls.ts'
import { quantityStep } from '#domain/basket.ts'
import { formatQuantity } from '#domain/time/date-format.ts'
import { WEIGHED_UNIT } from '#domain/enums.ts'
import { announce } from '#stores/announce.ts'
import { $basketFlags, fetchedBasket, loadBasket, paintMirror, settleBasket } from './basket-state.ts'
import { itemsOf, keyOfItem, type Wish } from './basket-view.ts'
import { forgetWish, wish, wishesNow } from './basket-wishes.ts'
import { environment } from '#stores/environment.ts'
import { isFailure, reportOrShow } from '#stores/errors.ts'

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

/** Runs a change when those before it are done; the next one waits for it, whatever comes of it. */
export const inTurn = (work: () => Promise<void>): Promise<void> => {
  const done = queue.then(work)
  // Whoever waits for this change hears why; the next has its turn.
  queue = done.catch(() => undefined)
  return done
}

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
  return inTurn(() => send(key))
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
  const wanted = wishesNow()[key]
  if (!wanted || timers.has(key)) return
  try {
    if (!fetchedBasket()) await loadBasket()
    await settleBasket(await grant(key, wanted))
    // After a removal the basket is reloaded (spec section 4); a settled one was, where a place is known.
    if (wanted.quantity === 0) await loadBasket()
    forgetWish(key, wanted)
    paintMirror()
    backOnline()
  } catch (cause) {
    if (isFailure(cause, 'NETWORK')) return waitForConnection()
    forgetWish(key, wanted)
    await loadBasket()
    if (isFailure(cause, 'MORE_THAN_IN_STOCK')) takeWhatIsLeft(key, wanted)
    paintMirror()
    reportOrShow(cause)
  }
}

/** As much of a refused line as there is, unless the person wants something else meanwhile. */
const takeWhatIsLeft = (key: string, refused: Wish): void => {
  const basket = fetchedBasket()
  const items = basket ? itemsOf(basket) : []
  const item = items.find((one) => keyOfItem(one) === key)
  if (!item || item.stock === null || wishesNow()[key]) return
  const { productId, stock, unitId } = item
  const held = items.filter((one) => one.productId === productId).reduce((sum, { quantity }) => sum + quantity, 0)
  const step = quantityStep(unitId === WEIGHED_UNIT)
  const quantity = item.quantity + Math.floor((stock - held) / step) * step
  if (quantity <= item.quantity || quantity >= refused.quantity) return
  wish({ ...refused, quantity })
  void announce('basket:said.quantity', { name: refused.name, quantity: formatQuantity(quantity, unitId, environment().locale) })
  void sendNow(key)
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
