import { atom } from 'nanostores'
import * as cards from '#contract/cards/calls.ts'
import type { SavedCard } from '#contract/cards/calls.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, type Failure } from '#stores/errors.ts'
import { task } from '#stores/tasks.ts'

export type Saved = { state: 'loading' } | { state: 'ready'; list: readonly SavedCard[] } | { state: 'failed'; failure: Failure }

/** Saved cards of the person. */
const $cards = atom<Saved>({ state: 'loading' })
export { $cards }

export const loadCards = async (): Promise<void> => {
  try {
    $cards.set({ state: 'ready', list: await environment().call(cards.list) })
  } catch (cause) {
    $cards.set({ state: 'failed', failure: failureOf(cause) })
  }
}

export const usableCards = (saved: Saved): readonly SavedCard[] =>
  saved.state === 'ready' ? saved.list.filter(({ state }) => state === 'usable') : []

export const removeCard = task(async (id: number): Promise<true> => {
  $cards.set({ state: 'ready', list: await environment().call(cards.remove, { params: { id } }) })
  return true
})
