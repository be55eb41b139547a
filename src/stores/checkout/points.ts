import { atom, computed } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import * as baskets from '#contract/baskets/calls.ts'
import type { BasketPoints } from '#contract/baskets/basket.ts'
import { $location } from '#stores/addresses/location.ts'
import { $basket } from '#stores/baskets/shown.ts'
import { locationQuery } from '#stores/baskets/load.ts'
import { environment } from '#stores/environment.ts'
import { $session } from '#stores/auth/session.ts'
import { $choices } from './choices.ts'
import { $payment } from './payment-methods.ts'

/** What points would pay of the shown basket, and whether the person wants that. */
export interface PointsChoice extends BasketPoints {
  isOn: boolean
}

/** What the points were asked about; empty: there is nothing to ask. */
const $question = computed([$basket, $location, $session, $payment], (state, { addressId }, session, payment) => {
  if (state.state !== 'ready' || state.settling || state.basket.status !== 'fill' || session.state !== 'user') return ''
  const { version, orderPrice } = state.basket
  return JSON.stringify([version, orderPrice, addressId, payment?.id ?? null])
})

/** Without points: it could not be told, so they are not offered. */
const $answer = atom<{ question: string; points: BasketPoints | null } | null>(null)

/** Asks anew; an answer about another basket than the one shown counts for nothing. */
export const loadPoints = async (): Promise<void> => {
  const question = $question.get()
  if (!question) return
  const paymentId = $payment.get()?.id
  const basket = await environment()
    .call(baskets.get, { query: { ...locationQuery(), useBonusPoints: true, ...(paymentId === undefined ? {} : { paymentId }) } })
    .catch(ifRefused(null))
  const shown = $basket.get()
  if (question !== $question.get() || shown.state !== 'ready') return
  $answer.set({ question, points: (shown.basket.version === basket?.version && basket.points) || null })
}

export const followPoints = (): (() => void) => $question.subscribe(() => void loadPoints())

/** null while it is not known for what is shown, and where points cannot pay: beside an invoice, and where everybody pays a share. */
export const $points = computed([$question, $answer, $choices, $basket, $payment], (question, answer, { usePoints }, state, payment) => {
  if (!question || answer?.question !== question || !answer.points || state.state !== 'ready') return null
  if (payment?.invoiced || state.basket.ownShare !== undefined) return null
  return { ...answer.points, isOn: usePoints && answer.points.covers > 0 } satisfies PointsChoice
})

/** Points were to pay, and it is not known yet how much. */
export const $pointsAsked = computed(
  [$question, $answer, $choices],
  (question, answer, { usePoints }) => usePoints && question !== '' && answer !== null && answer.question !== question
)
