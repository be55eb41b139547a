import * as baskets from '#contract/baskets/calls.ts'
import type { Basket, BasketLocation } from '#contract/baskets/calls.ts'
import { quantityStep } from '#domain/basket.ts'
import { formatQuantity } from '#domain/time/date-format.ts'
import { WEIGHED_UNIT } from '#domain/enums.ts'
import { announce } from '#stores/announce.ts'
import { environment } from '#stores/environment.ts'
import { isFailure, reportOrShow } from '#stores/errors.ts'
import { ApiError } from '#client/call.ts'
import { $basketFlags, endAdding } from './flags.ts'
import { findItem, itemsOf } from './lines.ts'
import { loadBasket, saveSnapshot, sendChange } from './load.ts'
import type { Addition, PendingLine } from './optimistic.ts'
import { beginSending, dropQuantity, endSending, isStillPending, pendingAdditions, pendingLines, putQuantity } from './pending.ts'
import { confirmedBasket } from './server.ts'

/** Presses of plus and minus within this time are one change. */
const SEND_DELAY_MS = 300
const FIRST_RETRY_MS = 2_000
const MAX_RETRY_MS = 30_000

const timers = new Map<string, () => void>()
let cancelRetry: (() => void) | null = null
let retryDelay = FIRST_RETRY_MS
let stopWaiting: (() => void) | null = null
/** One change at a time: each applies to the basket the previous one left. */
let queue: Promise<void> = Promise.resolve()

/** Runs a change after the queued ones. The queue goes on when it fails; the returned promise rejects. */
export const enqueueChange = (work: () => Promise<void>): Promise<void> => {
  const done = queue.then(work)
  // The caller handles the rejection of `done`; the queue must not stop on it.
  queue = done.catch(() => undefined)
  return done
}

const cancelTimer = (key: string): void => {
  timers.get(key)?.()
  timers.delete(key)
}

/** Sends the pending changes of a line after a delay; a newer press on the same line restarts the delay. */
export const sendSoon = (key: string): void => {
  cancelTimer(key)
  timers.set(
    key,
    environment().later(SEND_DELAY_MS, () => void sendNow(key))
  )
}

/** Sends the pending changes of a line; reports a refusal. */
export const sendNow = (key: string): Promise<void> =>
  sendOrThrow(key).catch((cause: unknown) => {
    if (!isFailure(cause, 'NETWORK')) reportOrShow(cause)
  })

/** Sends the pending changes of a line and rejects on a refusal. Without a connection they stay pending. */
export const sendOrThrow = (key: string, startAnew = false): Promise<void> => {
  cancelTimer(key)
  return enqueueChange(async () => {
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

/** Sends everything pending: after a reload, or when the connection returns. */
export const sendPending = (): void => {
  for (const key of Object.keys({ ...pendingAdditions(), ...pendingLines() })) void sendNow(key)
}

export const cancelSending = (): void => {
  for (const key of [...timers.keys()]) cancelTimer(key)
}

const sendAddition = async (key: string, addition: Addition, startAnew: boolean): Promise<void> => {
  const { call, caller } = environment()
  // Until the token is ready the addition stays pending, where the next page finds it. Once sent, `keepalive` completes it if the page is left.
  await caller.ready?.()
  beginSending(key, addition)
  try {
    const { productId, options, added: quantity } = addition
    const body = { productId, quantity, ...(options.length > 0 && { selectedOptions: options }), ...(startAnew && { startAnew }) }
    await sendChange((query) => call(baskets.add, { query, body }, { keepalive: true }))
    endAdding(key)
    $basketFlags.set({ ...$basketFlags.get(), overloaded: false, doneOverloaded: false, limitError: false })
    void announce('basket:said.added', { name: addition.name })
    backOnline()
  } catch (cause) {
    if (isFailure(cause, 'NETWORK')) saveAsQuantity(key, addition)
    else if (!confirmedBasket()) await loadBasket()
    throw cause
  } finally {
    endSending(key)
    saveSnapshot()
  }
}

/** The outcome of an addition is unknown: it becomes a quantity, which is safe to send twice. */
const saveAsQuantity = (key: string, { added: _, ...line }: Addition): void => {
  if (!pendingLines()[key]) putQuantity(line)
}

const sendQuantity = async (key: string, line: PendingLine): Promise<void> => {
  const isStale = !confirmedBasket() || $basketFlags.get().offline
  if (isStale && !(await loadBasket())) throw new ApiError('NETWORK', 503, '')
  try {
    await sendChange((location) => confirm(key, line, location))
    dropQuantity(key, line)
    backOnline()
  } catch (cause) {
    if (isFailure(cause, 'NETWORK')) throw cause
    await loadBasket()
    const available = isFailure(cause, 'MORE_THAN_IN_STOCK') ? availableOf(key, line) : null
    if (available === null) dropQuantity(key, line)
    else {
      putQuantity({ ...line, quantity: available.quantity })
      void announce('basket:said.quantity', { name: line.name, quantity: available.text })
      void sendNow(key)
    }
    throw cause
  } finally {
    saveSnapshot()
  }
}

/** Returns the largest quantity in stock for a refused line; null when it is no increase, or the line was changed meanwhile. */
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

/** Sets a line to its pending quantity; sends nothing when it has it already. */
const confirm = async (key: string, { productId, options, quantity }: PendingLine, location: BasketLocation): Promise<Basket> => {
  const { call, anonymousId } = environment()
  const basket = confirmedBasket()
  const item = findItem(basket, key)
  const sessionId = basket?.sessionId || anonymousId()
  if (item && quantity === 0)
    return call(baskets.remove, { params: { id: item.id }, query: { type: basket?.type ?? 'user', sessionId, ...location } })
  if (basket && (item?.quantity ?? 0) === quantity) return basket
  if (item) return call(baskets.quantity, { params: { id: item.id }, query: location, body: { quantity, sessionId } })
  return call(baskets.add, { query: location, body: { productId, quantity, ...(options.length > 0 && { selectedOptions: options }) } })
}

/** Announces being offline once; retries with growing delays, and at once on the browser's `online` event. */
const waitForConnection = (): void => {
  const { later, onOnline } = environment()
  if (!$basketFlags.get().offline) void announce('states:offline')
  $basketFlags.setKey('offline', true)
  stopWaiting ??= onOnline(sendPending)
  if (cancelRetry) return
  cancelRetry = later(retryDelay, () => {
    cancelRetry = null
    sendPending()
  })
  retryDelay = Math.min(MAX_RETRY_MS, retryDelay * 2)
}

const backOnline = (): void => {
  cancelRetry?.()
  stopWaiting?.()
  cancelRetry = stopWaiting = null
  retryDelay = FIRST_RETRY_MS
  $basketFlags.setKey('offline', false)
}
