import { formatAmd, toAmd } from '#domain/money.ts'
import type { DoorMoney } from '#domain/ledger/received.ts'
import type { Context } from '#server/context.ts'
import { acceptOrder } from './accept.ts'
import { admit } from './admit.ts'
import { answerReview, listUnanswered } from './answer-review.ts'
import { BadWords, isName, readNumber, requireEnd } from '#server/services/core/bad-words.ts'
import { answerClaim, listClaims, refundClaim } from './claims.ts'
import { delayOrder } from './delay.ts'
import { orderDelivered, type Taken } from './deliver.ts'
import { orderOnTheWay } from './on-the-way.ts'
import { pauseOrder, resumeOrder } from './pause.ts'
import { orderPicked } from './picked.ts'
import { orderReady } from './ready.ts'
import { readOrder } from './read-order.ts'
import { refundByStaff } from './refund.ts'
import { refuseOrder } from './refuse.ts'
import { replaceByStaff } from './replace.ts'
import { listUnderWay, showOrder } from './show.ts'
import type { StaffOrder } from './staff-order.ts'

const MAX_MINUTES = 600
const MAX_REASON = 200
const MAX_ANSWER = 1_000

type Verb = (ctx: Context, order: StaffOrder, words: readonly string[]) => Promise<string>

const accept: Verb = async (ctx, order, [minutes, ...rest]) => {
  requireEnd(rest)
  if (minutes === undefined) return `${(await acceptOrder(ctx, order, null)).number} is being prepared`
  const number = readNumber('MINUTES', minutes)
  if (number > MAX_MINUTES) throw new BadWords(`MINUTES is at most ${MAX_MINUTES}, not ${number}`)
  if (order.supplier !== null) throw new BadWords('MINUTES belong to a whole order; leave them out, or /SUPPLIER')
  return `${(await acceptOrder(ctx, order, number)).number} is being prepared, for ${number} minutes from now`
}

const readReason = (words: readonly string[], most = MAX_REASON): string => {
  const reason = words.join(' ').trim()
  if (!reason) throw new BadWords('REASON is missing; the customer reads it')
  if (reason.length > most) throw new BadWords(`what the customer reads has at most ${most} characters`)
  return reason
}

const refuse: Verb = async (ctx, order, words) => {
  await refuseOrder(ctx, order, readReason(words))
  return `${order.number} is refused; what was paid goes back`
}

const delay: Verb = async (ctx, order, [minutes, ...words]) => {
  const number = readNumber('MINUTES', minutes)
  if (number > MAX_MINUTES) throw new BadWords(`MINUTES is at most ${MAX_MINUTES}, not ${number}`)
  await delayOrder(ctx, order, number, readReason(words))
  return `${order.number} takes ${number} minutes longer; the customer reads why`
}

const pause: Verb = async (ctx, order, words) =>
  `${(await pauseOrder(ctx, order, readReason(words))).number} waits; the customer reads why, and cannot pay for it or cancel it`

const resume: Verb = async (ctx, order, rest) => {
  requireEnd(rest)
  return `${(await resumeOrder(ctx, order)).number} waits no longer`
}

const ready: Verb = async (ctx, order, rest) => {
  requireEnd(rest)
  return `${(await orderReady(ctx, order)).number} is ready`
}

const readCourier = (word: string | undefined): string | null => {
  if (word !== undefined && !isName(word)) throw new BadWords(`COURIER is a name of small letters, digits and "-", not "${word}"`)
  return word ?? null
}

const onTheWay: Verb = async (ctx, order, [courier, ...rest]) => {
  requireEnd(rest)
  const { number, courier: name } = await orderOnTheWay(ctx, order, readCourier(courier))
  return `${number} is on its way${name ? ` with ${name}` : ''}`
}

const MONEY: Readonly<Record<string, DoorMoney>> = { cash: 'cash', pos: 'terminal' }

const readTaken = ([money, courier, ...rest]: readonly string[]): Taken => {
  requireEnd(rest)
  const taken = money === undefined ? null : MONEY[money]
  if (taken === undefined) throw new BadWords(`what was taken is "cash" or "pos", not "${money}"`)
  return { money: taken, courier: readCourier(courier) }
}

const delivered: Verb = async (ctx, order, words) => `${(await orderDelivered(ctx, order, readTaken(words))).number} is delivered`

const picked: Verb = async (ctx, order, [code, ...words]) => {
  if (code === undefined || !/^\d{4}$/.test(code))
    throw new BadWords(`CODE is the four digits that the customer shows, not "${code ?? ''}"`)
  return `${(await orderPicked(ctx, order, code, readTaken(words))).number} is fetched`
}

const refund: Verb = async (ctx, order, [line, quantity, ...rest]) => {
  requireEnd(rest)
  const what =
    line === undefined
      ? null
      : { line: readNumber('LINE', line), quantity: quantity === undefined ? null : readNumber('QUANTITY', quantity) }
  const { amount, way } = await refundByStaff(ctx, order, what)
  const price = formatAmd(toAmd(amount), 'en')
  return way === 'back' ? `${price} of ${order.number} goes back` : `${price} less is to be taken at the door for ${order.number}`
}

const VERBS: Readonly<Record<string, Verb>> = {
  accept,
  refuse,
  delay,
  pause,
  resume,
  ready,
  'on-the-way': onTheWay,
  delivered,
  picked,
  replace: replaceByStaff,
  refund
}

const readWords = ([supplier = '', ...rest]: readonly string[]): string | null => {
  requireEnd(rest.filter((word) => word !== ''))
  return supplier || null
}

const answer = async (ctx: Context, review: string, words: readonly string[]): Promise<string> => {
  const id = readNumber('REVIEW', review || undefined)
  await answerReview(ctx, id, readReason(words, MAX_ANSWER))
  return `review ${id} is answered`
}

const refundOfClaim = async (ctx: Context, claim: string, words: readonly string[]): Promise<string> => {
  const id = readNumber('CLAIM', claim || undefined)
  const { amount, refundAs } = await refundClaim(ctx, id, words.length > 0 ? readReason(words, MAX_ANSWER) : '')
  return `claim ${id} is answered; ${formatAmd(toAmd(amount), 'en')} goes back${refundAs === 'points' ? ' as points' : ''}`
}

const answerToClaim = async (ctx: Context, claim: string, words: readonly string[]): Promise<string> => {
  const id = readNumber('CLAIM', claim || undefined)
  await answerClaim(ctx, id, readReason(words, MAX_ANSWER))
  return `claim ${id} is answered`
}

type Listing = (ctx: Context, target: string, words: readonly string[]) => Promise<string[]>
/** Verbs that are not about an order by its number. */
const OTHER_VERBS: Readonly<Record<string, Listing>> = {
  list: (ctx, target, words) => listUnderWay(ctx, readWords([target, ...words])),
  show: (ctx, target, words) => {
    requireEnd(words)
    return showOrder(ctx, readOrder(target))
  },
  admit: async (ctx, target, words) => [await admit(ctx, [target, ...words].join(' '))],
  reviews: (ctx, target, words) => listUnanswered(ctx, readWords([target, ...words])),
  answer: async (ctx, target, words) => [await answer(ctx, target, words)],
  claims: (ctx, target, words) => listClaims(ctx, readWords([target, ...words])),
  'refund-claim': async (ctx, target, words) => [await refundOfClaim(ctx, target, words)],
  'answer-claim': async (ctx, target, words) => [await answerToClaim(ctx, target, words)]
}

/** Executes a command of staff about an order and returns lines for display. Throws BadWords and RefusedToStaff. */
export const operateOrders = async (ctx: Context, [verb = '', target = '', ...words]: readonly string[]): Promise<string[]> => {
  const other = Object.hasOwn(OTHER_VERBS, verb) ? OTHER_VERBS[verb] : undefined
  if (other) return other(ctx, target, words)
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
  if (!run)
    throw new BadWords(`there is no verb "${verb}"; the verbs are ${[...Object.keys(VERBS), ...Object.keys(OTHER_VERBS)].join(', ')}`)
  return [await run(ctx, readOrder(target), words)]
}
