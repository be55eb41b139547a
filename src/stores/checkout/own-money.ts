import { atom, computed } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import * as baskets from '#contract/baskets/calls.ts'
import type { BasketCorporateWallet, BasketGiftCards, BasketPoints } from '#contract/baskets/basket.ts'
import { $location } from '#stores/addresses/location.ts'
import { $basket } from '#stores/baskets/shown.ts'
import { locationQuery } from '#stores/baskets/load.ts'
import { environment } from '#stores/environment.ts'
import { $session } from '#stores/auth/session.ts'
import { $choices } from './choices.ts'
import { $methods, $payment } from './payment-methods.ts'

/** The type of the corporate wallet (spec section 3). The enum would bring the checkout's code to the page of wallets. */
const CORPORATE = 1

/** What gift cards, points and the corporate wallet would pay of the shown basket, and whether the person wants that. */
export interface OwnMoney {
  giftCards: BasketGiftCards & { isOn: boolean }
  /** Points pay what gift cards leave. */
  points: BasketPoints & { isOn: boolean }
  /** The corporate wallet pays what points leave; null: there is none. */
  corporate: (BasketCorporateWallet & { covers: number; isOn: boolean }) | null
  isOn: boolean
  /** What is left to pay otherwise, AMD. */
  left: number
}

/**
 * What was asked about; empty: there is nothing to ask, or not yet: an answer without the method would go away under a finger as soon as
 * the methods are there.
 */
const $question = computed(
  [$basket, $location, $session, $methods, $payment, $choices],
  (state, { addressId }, session, methods, payment, choices) => {
    if (state.state !== 'ready' || state.settling || state.basket.status !== 'fill' || session.state !== 'user' || !methods) return ''
    const { version, orderPrice } = state.basket
    return JSON.stringify([version, orderPrice, addressId, payment?.id ?? null, choices.useGiftCards])
  }
)

interface Answer {
  giftCards: BasketGiftCards
  points: BasketPoints
  corporateWallet: BasketCorporateWallet | undefined
}

/** Without an answer: it could not be told, so they are not offered. */
const $answer = atom<{ question: string; answer: Answer | null } | null>(null)

/** Asks anew; an answer about another basket than the one shown counts for nothing. */
export const loadOwnMoney = async (): Promise<void> => {
  const question = $question.get()
  if (!question) return
  const paymentId = $payment.get()?.id
  const useGiftCard = $choices.get().useGiftCards
  const basket = await environment()
    .call(baskets.get, {
      query: {
        ...{ ...locationQuery(), useBonusPoints: true, useGiftCard, walletType: CORPORATE },
        ...(paymentId === undefined ? {} : { paymentId })
      }
    })
    .catch(ifRefused(null))
  const shown = $basket.get()
  if (question !== $question.get() || shown.state !== 'ready') return
  const { giftCards, points, corporateWallet } = basket ?? {}
  const isSame = shown.basket.version === basket?.version
  $answer.set({ question, answer: isSame && giftCards && points ? { giftCards, points, corporateWallet } : null })
}

export const followOwnMoney = (): (() => void) => $question.subscribe(() => void loadOwnMoney())

/** null while it is not known for what is shown, and where it cannot pay: beside an invoice, and where everybody pays a share. */
export const $ownMoney = computed([$question, $answer, $choices, $basket, $payment], (question, known, choices, state, payment) => {
  if (!question || known?.question !== question || !known.answer || state.state !== 'ready') return null
  if (payment?.invoiced || state.basket.ownShare !== undefined) return null
  const giftCards = { ...known.answer.giftCards, isOn: choices.useGiftCards && known.answer.giftCards.covers > 0 }
  const points = { ...known.answer.points, isOn: choices.usePoints && known.answer.points.covers > 0 }
  const due = state.basket.orderPrice - (giftCards.isOn ? giftCards.covers : 0) - (points.isOn ? points.covers : 0)
  const corporate = corporateShare(known.answer.corporateWallet, due, choices.useCorporateWallet)
  const left = due - (corporate?.isOn ? corporate.covers : 0)
  return { giftCards, points, corporate, isOn: left < state.basket.orderPrice, left } satisfies OwnMoney
})

const corporateShare = (wallet: BasketCorporateWallet | undefined, due: number, isWanted: boolean): OwnMoney['corporate'] => {
  if (!wallet) return null
  const covers = wallet.takes ? Math.min(wallet.available, due) : 0
  return { ...wallet, covers, isOn: isWanted && covers > 0 }
}

/** It was to pay, and it is not known yet how much. */
export const $ownMoneyAsked = computed(
  [$question, $answer, $choices],
  (question, known, { usePoints, useGiftCards, useCorporateWallet }) =>
    (usePoints || useGiftCards || useCorporateWallet) && question !== '' && known !== null && known.question !== question
)
