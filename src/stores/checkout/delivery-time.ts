import { atom, computed } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import * as baskets from '#contract/baskets/calls.ts'
import type { Slot } from '#contract/baskets/calls.ts'
import { $choices, choose, type When } from './choices.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, type Failure } from '#stores/errors.ts'

/** When the basket can be brought. `slots` by date (yyyy-mm-dd), as far as they were asked for. */
export type Times =
  | { state: 'loading' }
  | {
      state: 'ready'
      now: { from: number; to: number } | null
      suggested: Slot | null
      dates: readonly string[]
      slots: Record<string, readonly Slot[]>
    }
  | { state: 'failed'; failure: Failure }

const $times = atom<Times>({ state: 'loading' })
export { $times }

/** The person's choice while it can still be kept, else the best guess: now, or the first slot. null: it cannot be brought at all. */
export const whenOf = (times: Times, wanted: When | null): When | null => {
  if (times.state !== 'ready') return null
  if (wanted?.kind === 'now' && times.now) return wanted
  if (wanted?.kind === 'slot' && isOffered(times, wanted.slot)) return wanted
  // Who asked for later does not get it now because that hour went.
  if (times.suggested && (wanted?.kind === 'slot' || !times.now)) return { kind: 'slot', slot: times.suggested }
  return times.now ? { kind: 'now' } : null
}

/** A day whose slots were not asked for yet is believed; the server has the last word. */
const isOffered = (times: Extract<Times, { state: 'ready' }>, slot: Slot): boolean =>
  times.slots[slot.date]?.some(({ time }) => time === slot.time) ?? times.dates.includes(slot.date)

export const $when = computed([$times, $choices], (times, choices) => whenOf(times, choices.when))

const nameOf = (addressId: number | null): { addressId?: number } => (addressId === null ? {} : { addressId })
let asked: { sessionId: string; addressId: number | null } = { sessionId: '', addressId: null }
let question = 0

/** Asks anew for a basket and an address; slots of other days are forgotten. */
export const loadTimes = async (sessionId: string, addressId: number | null): Promise<void> => {
  const mine = ++question
  asked = { sessionId, addressId }
  const query = nameOf(addressId)
  try {
    const { call } = environment()
    const [guess, today] = await Promise.all([
      call(baskets.suggestedTime, { params: { sessionId: sessionId || '-' }, query }),
      call(baskets.availableTimes, { query })
    ])
    if (mine !== question) return
    const [first] = today.slots
    $times.set({
      state: 'ready',
      now: guess.deliveryNow ? { from: guess.minutesFrom, to: guess.minutesTo } : null,
      suggested: guess.suggested,
      dates: today.dates,
      slots: first ? { [first.date]: today.slots } : {}
    })
  } catch (cause) {
    if (mine === question) $times.set({ state: 'failed', failure: failureOf(cause) })
  }
}

/** The same question again: slots pass by while a page stands open. */
export const reloadTimes = (): Promise<void> => loadTimes(asked.sessionId, asked.addressId)

/** The windows of a day; quietly nothing when they do not come, the day shows as empty and can be asked for again. */
export const loadSlots = async (date: string): Promise<void> => {
  const times = $times.get()
  if (times.state !== 'ready' || times.slots[date]) return
  const mine = question
  const answer = await environment()
    .call(baskets.availableTimes, { query: { date, ...nameOf(asked.addressId) } })
    .catch(ifRefused(null))
  const now = $times.get()
  if (answer && mine === question && now.state === 'ready') $times.set({ ...now, slots: { ...now.slots, [date]: answer.slots } })
}

export const chooseWhen = (when: When): void => choose({ when })
