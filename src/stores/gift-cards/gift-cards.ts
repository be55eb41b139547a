import { atom, map } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import * as calls from '#contract/gift-cards/calls.ts'
import type { ActivatedCode, GiftCard, GiftCardDetails } from '#contract/gift-cards/calls.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, type Failure } from '#stores/errors.ts'
import { task } from '#stores/tasks.ts'

export type OwnGiftCards = { state: 'loading' } | { state: 'ready'; cards: readonly GiftCard[] } | { state: 'failed'; failure: Failure }

/** The person's gift cards. */
const $giftCards = atom<OwnGiftCards>({ state: 'loading' })
export { $giftCards }

export const loadGiftCards = async (): Promise<void> => {
  try {
    $giftCards.set({ state: 'ready', cards: await environment().call(calls.list, { query: {} }) })
  } catch (cause) {
    $giftCards.set({ state: 'failed', failure: failureOf(cause) })
  }
}

/** Enters a code; the cards are read anew where it was one of a gift card. */
export const activateCode = task(async (cardCode: string): Promise<ActivatedCode> => {
  const activated = await environment().call(calls.activate, { body: { cardCode } })
  if (activated.kind === 'giftCard') await loadGiftCards()
  return activated
})

/** Cards with their histories, by id; null: it could not be asked. */
const $histories = map<Record<number, GiftCardDetails | null>>({})
export { $histories }

export const loadCardHistory = async (id: number): Promise<void> => {
  const card = await environment().call(calls.details, { params: { id } }).catch(ifRefused(null))
  $histories.setKey(id, card ?? $histories.get()[id] ?? null)
}
