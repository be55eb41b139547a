import { atom, computed } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import * as baskets from '#contract/baskets/calls.ts'
import type { BasketCorporateWallet, BasketGiftCards, BasketPoints } from '#contract/baskets/basket.ts'
import { $location } from '#stores/addresses/location.ts'
import { $basket } from '#stores/baskets/shown.ts'
import { locationQuery } from '#stores/baskets/load.ts'
import { environment } from '#stores/environment.ts'
import { $session } from '#stores/auth/session.ts'
import { $choices, choose } from './choices.ts'
import { $methods, $payment } from './payment-methods.ts'
import { payableOf, splitOwnMoney, type SplitOwnMoney } from './split-own-money.ts'

/** The type of the corporate wallet (spec section 3). The enum would bring the checkout's code to the page of wallets. */
const CORPORATE = 1

/** What gift cards, points and the corporate wallet would pay of the shown basket, and whether the person wants that. */
export type OwnMoney = SplitOwnMoney<Answer>

/**
 * The order that is asked about; empty: there is nothing to ask, or not yet: an answer without the method would go away under a finger as
 * soon as the methods are there.
 */
const $asked = computed([$basket, $location, $session, $methods], (state, { addressId }, session, methods) => {
  if (state.state !== 'ready' || state.settling || state.basket.status !== 'fill' || session.state !== 'user' || !methods) return ''
  const { version, orderPrice } = state.basket
  return JSON.stringify([version, orderPrice, addressId])
})

/** The order, the method and the cards that are to pay it. */
const $question = computed([$asked, $payment, $choices], (asked, payment, { useGiftCards, giftCards }) =>
  asked === '' ? '' : `${asked} ${JSON.stringify([payment?.id ?? null, useGiftCards, giftCards])}`
)

interface Answer {
  giftCards: BasketGiftCards
  points: BasketPoints
  corporateWallet: BasketCorporateWallet | undefined
}

/** Without an answer: it could not be told, so they are not offered. */
const $answer = atom<{ asked: string; question: string; answer: Answer | null } | null>(null)

/** Asks anew; an answer about another basket than the one shown counts for nothing. */
export const loadOwnMoney = async (): Promise<void> => {
  const asked = $asked.get()
  const question = $question.get()
  if (!question) return
  const paymentId = $payment.get()?.id
  const { useGiftCards: useGiftCard, giftCards: cards } = $choices.get()
  const basket = await environment()
    .call(baskets.get, {
      query: {
        ...{ ...locationQuery(), useBonusPoints: true, useGiftCard, walletType: CORPORATE },
        ...(paymentId === undefined ? {} : { paymentId }),
        ...(useGiftCard && cards && { cards: [...cards] })
      }
    })
    .catch(ifRefused(null))
  const shown = $basket.get()
  if (question !== $question.get() || shown.state !== 'ready') return
  const { giftCards, points, corporateWallet } = basket ?? {}
  // None of the chosen cards is left: all of them are asked about.
  if (useGiftCard && cards && giftCards && !giftCards.cards.some(({ id }) => cards.includes(id))) return choose({ giftCards: null })
  const isSame = shown.basket.version === basket?.version
  $answer.set({ asked, question, answer: isSame && giftCards && points ? { giftCards, points, corporateWallet } : null })
}

export const followOwnMoney = (): (() => void) => $question.subscribe(() => void loadOwnMoney())

/**
 * null while it is not known for what is shown, and where it cannot pay: beside an invoice. Of a group order for which everybody pays, it pays
 * the own share. What was known stays while another method or choice of cards is asked about, so that nothing moves under a finger; until
 * then nothing is ordered with it.
 */
export const $ownMoney = computed([$asked, $answer, $choices, $basket, $payment], (asked, known, choices, state, payment) => {
  if (!asked || known?.asked !== asked || !known.answer || state.state !== 'ready') return null
  return payment?.invoiced ? null : splitOwnMoney(payableOf(state.basket), known.answer, choices)
})

/** It was to pay, and it is not known yet how much. */
export const $ownMoneyAsked = computed(
  [$question, $answer, $choices],
  (question, known, { usePoints, useGiftCards, useCorporateWallet }) =>
    (usePoints || useGiftCards || useCorporateWallet) && question !== '' && known !== null && known.question !== question
)
