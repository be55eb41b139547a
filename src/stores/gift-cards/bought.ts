import { atom } from 'nanostores'
import * as calls from '#contract/gift-cards/calls.ts'
import type { BoughtGiftCard, NewGiftCardOrder } from '#contract/gift-cards/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import type { PaymentMethod } from '#contract/orders/calls.ts'
import { GIFT_CARDS_PATH } from '#domain/gift-cards/gift-card.ts'
import { localePath } from '#domain/locale.ts'
import { beginAttempt, endAttempt, isAnswered } from '#stores/checkout/attempt.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, type Failure } from '#stores/errors.ts'
import { isPayableHere } from '#stores/payable-here.ts'
import { task } from '#stores/tasks.ts'

export type BoughtGiftCards =
  | { state: 'loading' }
  | { state: 'ready'; cards: readonly BoughtGiftCard[] }
  | { state: 'failed'; failure: Failure }

/** Gift cards that the person bought. */
const $bought = atom<BoughtGiftCards>({ state: 'loading' })
export { $bought }

export const loadBought = async (): Promise<void> => {
  try {
    $bought.set({ state: 'ready', cards: await environment().call(calls.bought, { query: {} }) })
  } catch (cause) {
    $bought.set({ state: 'failed', failure: failureOf(cause) })
  }
}

/** Methods that pay a gift card: those that pay online at once. null while they load; empty: they could not be loaded. */
const $cardMethods = atom<readonly PaymentMethod[] | null>(null)
export { $cardMethods }

export const loadCardMethods = async (): Promise<void> => {
  try {
    const methods = await environment().call(orders.paymentMethods)
    $cardMethods.set(methods.filter((method) => method.available && method.paysOnline && isPayableHere(method)))
  } catch (cause) {
    failureOf(cause)
    $cardMethods.set([])
  }
}

const giftCardsPath = (): string => localePath(environment().locale, GIFT_CARDS_PATH)

/** Runs a call that moves money once, however often it is asked for, and goes on to the bank, else to the gift cards. */
const pay = async <Body extends object>(
  purpose: string,
  body: Body,
  send: (body: Body, idempotencyKey: string) => Promise<{ redirectUrl: string | null }>
): Promise<true> => {
  const attempt = beginAttempt(purpose, body, environment().newKey)
  try {
    const { redirectUrl } = await send(attempt.body, attempt.key)
    endAttempt(purpose)
    environment().navigate(redirectUrl ?? giftCardsPath())
    return true
  } catch (cause) {
    if (isAnswered(failureOf(cause).type)) endAttempt(purpose)
    throw cause
  }
}

/** Orders a gift card. */
export const buyGiftCard = task((order: NewGiftCardOrder) =>
  pay('gift-card', order, (body, idempotencyKey) => environment().call(calls.buy, { body }, { idempotencyKey }))
)

/** Pays a gift card that was ordered and not paid. */
export const payGiftCard = task((orderNumber: string) =>
  pay(`pay:${orderNumber}`, { orderNumber }, (body, idempotencyKey) => environment().call(orders.payForOrder, { body }, { idempotencyKey }))
)

/** Cancels a gift card that nobody has used; its money goes back. */
export const cancelGiftCard = task(async (id: number): Promise<true> => {
  await environment().call(orders.cancel, { params: { id } })
  await loadBought()
  return true
})

/** Sends a gift card to another address. */
export const sendGiftCard = task(async (id: number, recipientEmail: string): Promise<true> => {
  await environment().call(calls.send, { params: { id }, body: { recipientEmail } })
  await loadBought()
  return true
})
