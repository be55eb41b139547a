import * as baskets from '#contract/baskets/calls.ts'
import type { Basket } from '#contract/baskets/calls.ts'
import { quantityStep } from '#domain/basket.ts'
import { formatQuantity } from '#domain/time/date-format.ts'
import { WEIGHED_UNIT } from '#domain/enums.ts'
import { announce } from '#stores/announce.ts'
import { environment } from '#stores/environment.ts'
import { isFailure, reportOrShow } from '#stores/errors.ts'
import { ApiError } from '#client/call.ts'
import { $basketFlags, endAdding } from './flags.ts'
import { findItem, itemsOf } from './lines.ts'
import { acceptBasket, loadBasket, saveSnapshot, settleBasket } from './load.ts'
import type { Addition, PendingLine } from './optimistic.ts'
import { beginSending, dropQuantity, endSending, isStillPending, pendingAdditions, pendingLines, putQuantity } from './pending.ts'
import { confirmedBasket } from './server.ts'

/** Presses of plus and minus within so many milliseconds are one change. */
const PAUSE = 300
const FIRST_RETRY = 2_000
const MAX_RETRY = 30_000

const timers = new Map<string, () => void>()
let cancelRetry: (() => void) | null = null
let retryPause = FIRST_RETRY
let stopWaiting: (() => void) | null = null
/** One change at a time: each is made against the basket the last one left. */
let queue: Promise<void> = Promise.resolve()

/** Runs a change when those before it are done; the next one waits for it, whatever comes of it. */
export const inTurn = (work: () => Promise<void>): Promise<void> => {
  const done = queue.then(work)
  // Whoever waits for this one hears why; the next has its turn.
  queue = done.catch(() => undefined)
  return done
}

const cancelTimer = (key: string): void => {
  timers.get(key)?.()
  timers.delete(key)
}

/** Sends what is pending of a line after a pause; a newer press on the same line starts the pause anew. */
export const sendSoon = (key: string): void => {
  cancelTimer(key)
  timers.set(
    key,
    environment().later(PAUSE, () => void sendNow(key))
  )
}

/** A refusal is said, and the basket reloaded. */
export const sendNow = (key: string): Promise<void> =>
  sendOrThrow(key).catch((cause: unknown) => {
    if (!isFailure(cause, 'NETWORK')) reportOrShow(cause)
  })

/** For who says a refusal in their own way. Without a connection what is pending stays so. */
export const sendOrThrow = (key: string, startAnew = false): Promise<void> => {
  cancelTimer(key)
  return inTurn(async () => {
    try {
      const addition = pendingAdditions()[key]
      if (addition) await sendAddition(key, addition, startAnew)
      const line = pendingLines()[key]
      if (line && !timers.has(key)) await sendQuantity(key, line)
    } catch (cause) {
      if (isFailure(cause, 'NETWORK')) waitForConnection()
      throw cause
    }
  })
}

/** Everything that waits: after a reload, or when the connection returns. */
export const sendWaiting = (): void => {
  for (const key of Object.keys({ ...pendingAdditions(), ...pendingLines() })) void sendNow(key)
}

export const cancelSending = (): void => {
  for (const key of [...timers.keys()]) cancelTimer(key)
}

const sendAddition = async (key: string, addition: Addition, startAnew: boolean): Promise<void> => {
  const { call, caller } = environment()
  // What waits for a token still waits here, where the next page finds it; once it is sent the browser sees to it, whatever becomes of the page.
  await caller.ready?.()
  beginSending(key, addition)
  try {
    const { productId, options, added: quantity } = addition
    const body = { productId, quantity, ...(options.length > 0 && { selectedOptions: options }), ...(startAnew && { startAnew }) }
    const reply = await call(baskets.add, { body }, { keepalive: true })
    endAdding(key)
    $basketFlags.set({ ...$basketFlags.get(), overloaded: false, doneOverloaded: false, limitError: false })
    void announce('basket:said.added', { name: addition.name })
    if (!(await loadBasket())) acceptBasket(reply)
    backOnline()
  } catch (cause) {
    if (isFailure(cause, 'NETWORK')) saveForLater(key, addition)
    else if (!confirmedBasket()) await loadBasket()
    throw cause
  } finally {
    endSending(key)
    saveSnapshot()
  }
}

/** Nobody knows whether it arrived: from now on it is a quantity, which may be sent twice. */
const saveForLater = (key: string, { added: _, ...line }: Addition): void => {
  if (!pendingLines()[key]) putQuantity(line)
}

const sendQuantity = async (key: string, line: PendingLine): Promise<void> => {
  const isStale = !confirmedBasket() || $basketFlags.get().offline
  if (isStale && !(await loadBasket())) throw new ApiError('NETWORK', 503, '')
  try {
    await settleBasket(await confirm(key, line))
    // After a removal the basket is reloaded (spec section 4); a settled one was, where a location is known.
    if (line.quantity === 0) await loadBasket()
    dropQuantity(key, line)
    backOnline()
  } catch (cause) {
    if (isFailure(cause, 'NETWORK')) throw cause
    await loadBasket()
    const left = isFailure(cause, 'MORE_THAN_IN_STOCK') ? availableOf(key, line) : null
    if (left === null) dropQuantity(key, line)
    else {
      putQuantity({ ...line, quantity: left.quantity })
      void announce('basket:said.quantity', { name: line.name, quantity: left.text })
      void sendNow(key)
    }
    throw cause
  } finally {
    saveSnapshot()
  }
}

/** As much of a refused line as there is; null: no more than before, or the person changed it meanwhile. */
const availableOf = (key: string, refused: PendingLine): { quantity: number; text: string } | null => {
  const basket = confirmedBasket()
  const item = findItem(basket, key)
  if (!item || item.stock === null || !isStillPending(key, refused)) return null
  const { productId, stock, unitId } = item
  const reserved = itemsOf(basket).reduce((sum, one) => (one.productId === productId ? sum + one.quantity : sum), 0)
  const step = quantityStep(unitId === WEIGHED_UNIT)
  const quantity = item.quantity + Math.floor((stock - reserved) / step) * step
  if (quantity <= item.quantity || quantity >= refused.quantity) return null
  return { quantity, text: formatQuantity(quantity, unitId, environment().locale) }
}

/** Makes a line what it is to be; where it is so already, nothing is sent. */
const confirm = async (key: string, { productId, options, quantity }: PendingLine): Promise<Basket> => {
  const { call, anonymousId } = environment()
  const known = confirmedBasket()
  const item = findItem(known, key)
  const sessionId = known?.sessionId || anonymousId()
  if (item && quantity === 0) return call(baskets.remove, { params: { id: item.id }, query: { type: known?.type ?? 'user', sessionId } })
  if (known && (item?.quantity ?? 0) === quantity) return known
  if (item) return call(baskets.quantity, { params: { id: item.id }, body: { quantity, sessionId } })
  return call(baskets.add, { body: { productId, quantity, ...(options.length > 0 && { selectedOptions: options }) } })
}

/** Said once; tried again with longer and longer pauses, and at once when the browser says that it is online. */
const waitForConnection = (): void => {
  const { later, onOnline } = environment()
  if (!$basketFlags.get().offline) void announce('states:offline')
  $basketFlags.setKey('offline', true)
  stopWaiting ??= onOnline(sendWaiting)
  if (cancelRetry) return
  cancelRetry = later(retryPause, () => {
    cancelRetry = null
    sendWaiting()
  })
  retryPause = Math.min(MAX_RETRY, retryPause * 2)
}

const backOnline = (): void => {
  cancelRetry?.()
  stopWaiting?.()
  cancelRetry = stopWaiting = null
  retryPause = FIRST_RETRY
  $basketFlags.setKey('offline', false)
}
