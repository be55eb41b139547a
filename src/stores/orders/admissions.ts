import { atom } from 'nanostores'
import * as calls from '#contract/admissions/calls.ts'
import type { Admission } from '#contract/admissions/calls.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, type Failure } from '#stores/errors.ts'

export type OwnAdmissions = { state: 'loading' } | { state: 'ready'; list: readonly Admission[] } | { state: 'failed'; failure: Failure }

/** The person's tickets. */
const $admissions = atom<OwnAdmissions>({ state: 'loading' })
export { $admissions }

export const loadAdmissions = async (): Promise<void> => {
  try {
    $admissions.set({ state: 'ready', list: await environment().call(calls.list) })
  } catch (cause) {
    $admissions.set({ state: 'failed', failure: failureOf(cause) })
  }
}
