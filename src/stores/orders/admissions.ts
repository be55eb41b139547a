import { atom } from 'nanostores'
import * as calls from '#contract/admissions/calls.ts'
import type { Admission } from '#contract/admissions/calls.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, type Failure } from '#stores/errors.ts'
import { saveAllTickets } from './seen-tickets.ts'

export type OwnAdmissions = { state: 'loading' } | { state: 'ready'; list: readonly Admission[] } | { state: 'failed'; failure: Failure }

/** The person's tickets. */
const $admissions = atom<OwnAdmissions>({ state: 'loading' })
export { $admissions }

export const loadAdmissions = async (): Promise<void> => {
  try {
    const list = await environment().call(calls.list)
    $admissions.set({ state: 'ready', list })
    saveAllTickets(list)
  } catch (cause) {
    $admissions.set({ state: 'failed', failure: failureOf(cause) })
  }
}
