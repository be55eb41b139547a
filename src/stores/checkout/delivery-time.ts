import { atom, computed } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import * as baskets from '#contract/baskets/calls.ts'
import type { Slot } from '#contract/baskets/calls.ts'
import { $choices, choose, type When } from './choices.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, type Failure } from '#stores/errors.ts'

/** When the basket can be delivered. `slots` by date (yyyy-mm-dd), for the dates loaded so far. */
export type Times =
  | { state: 'loading' }
  | {
      state: 'ready'
      now: { from: number; to: number } | null
      suggested: Slot | null
      /** What the group order is planned for. */
      planned: Slot | null
      dates: readonly string[]
      slots: Record<string, readonly Slot[]>
    }
  | { state: 'failed'; failure: Failure }

const $times = atom<Times>({ state: 'loading' })
export { $times }

/** The chosen time while it is offered, else the default: what the group planned, now, or the first slot. null: no delivery is possible. */
export const whenOf = (times: Times, chosen: When | null): When | null => {
  if (times.state !== 'ready') return null
  if (chosen?.kind === 'now' && times.now) return chosen
  if (chosen?.kind === 'slot' && isOffered(times, chosen.slot)) return chosen
  if (chosen === null && times.planned) return { kind: 'slot', slot: times.planned }
  // A slot that passed falls back to another slot, not to "now".
  if (times.suggested && (chosen?.kind === 'slot' || !times.now)) return { kind: 'slot', slot: times.suggested }
  return times.now ? { kind: 'now' } : null
}

/** A slot on a day not loaded yet counts as offered; the server checks it with the order. */
const isOffered = (times: Extract<Times, { state: 'ready' }>, slot: Slot): boolean =>
  times.slots[slot.date]?.some(({ time }) => time === slot.time) ?? times.dates.includes(slot.date)

export const $when = computed([$times, $choices], (times, choices) => whenOf(times, choices.when))

const addressQuery = (addressId: number | null): { addressId?: number } => (addressId === null ? {} : { addressId })
let parameters: { sessionId: string; addressId: number | null } = { sessionId: '', addressId: null }
let latestRequest = 0
let latestLoad: Promise<void> = Promise.resolve()

/** Loads the times for a basket and an address; drops the slots of other days. A load that was overtaken by another one ends with that. */
export const loadTimes = (sessionId: string, addressId: number | null): Promise<void> =>
  (latestLoad = fetchTimes(++latestRequest, sessionId, addressId))

const fetchTimes = async (request: number, sessionId: string, addressId: number | null): Promise<void> => {
  parameters = { sessionId, addressId }
  const query = addressQuery(addressId)
  try {
    const { call } = environment()
    const [suggestion, today] = await Promise.all([
      call(baskets.suggestedTime, { params: { sessionId: sessionId || '-' }, query }),
      call(baskets.availableTimes, { query })
    ])
    if (request !== latestRequest) return await latestLoad
    const [first] = today.slots
    $times.set({
      state: 'ready',
      now: suggestion.deliveryNow ? { from: suggestion.minutesFrom, to: suggestion.minutesTo } : null,
      suggested: suggestion.suggested,
      planned: suggestion.planned,
      dates: today.dates,
      slots: first ? { [first.date]: today.slots } : {}
    })
  } catch (cause) {
    if (request !== latestRequest) return latestLoad
    $times.set({ state: 'failed', failure: failureOf(cause) })
  }
}

/** Reloads the times with the same parameters: slots pass while a page is open. */
export const reloadTimes = (): Promise<void> => loadTimes(parameters.sessionId, parameters.addressId)

/** Loads the slots of a day. On failure the day stays empty and can be loaded again. */
export const loadSlots = async (date: string): Promise<void> => {
  const times = $times.get()
  if (times.state !== 'ready' || times.slots[date]) return
  const request = latestRequest
  const answer = await environment()
    .call(baskets.availableTimes, { query: { date, ...addressQuery(parameters.addressId) } })
    .catch(ifRefused(null))
  const now = $times.get()
  if (answer && request === latestRequest && now.state === 'ready') $times.set({ ...now, slots: { ...now.slots, [date]: answer.slots } })
}

export const chooseWhen = (when: When): void => choose({ when })
