import type { Context } from '#server/context.ts'
import { BadWords, requireEnd } from '#server/services/core/bad-words.ts'
import { listBookingsUnderWay, priceBooking, refuseBooking, stepBooking, type Counted } from './staff.ts'

const MAX_REASON = 200

const readNumber = (word: string): string => {
  if (!/^\d{1,12}$/.test(word)) throw new BadWords(`BOOKING is a booking's number, such as 100001, not "${word}"`)
  return word
}

const readCounted = (word: string): Counted => {
  const [, line, quantity] = /^([1-9]\d{0,2})=(\d{1,4}(?:\.\d{1,2})?)$/.exec(word) ?? []
  if (line === undefined || quantity === undefined)
    throw new BadWords(`"${word}" is not LINE=QUANTITY, such as 1=2.4 for 2.4 kilograms of the first line, or 2=3 for three pieces`)
  return { line: Number(line), quantity: Number(quantity) }
}

const readReason = (words: readonly string[]): string => {
  const reason = words.join(' ').trim()
  if (reason === '') throw new BadWords('REASON is missing; the customer reads it')
  if (reason.length > MAX_REASON) throw new BadWords(`REASON has at most ${MAX_REASON} characters`)
  return reason
}

type Verb = (ctx: Context, target: string, words: readonly string[]) => Promise<string[]>

const VERBS: Readonly<Record<string, Verb>> = {
  bookings: (ctx, target, words) => {
    requireEnd(words)
    return listBookingsUnderWay(ctx, target === '' ? null : target)
  },
  step: async (ctx, target, words) => {
    requireEnd(words)
    return [await stepBooking(ctx, readNumber(target))]
  },
  price: async (ctx, target, words) => [await priceBooking(ctx, readNumber(target), words.map(readCounted))],
  'refuse-booking': async (ctx, target, words) => [await refuseBooking(ctx, readNumber(target), readReason(words))]
}

/** Executes a command of staff about a booking and returns lines for display; null for verbs of orders. Throws BadWords and RefusedToStaff. */
export const operateBookings = async (ctx: Context, [verb = '', target = '', ...words]: readonly string[]): Promise<string[] | null> =>
  Object.hasOwn(VERBS, verb) ? (VERBS[verb]?.(ctx, target, words) ?? null) : null
