import { atom } from 'nanostores'
import * as signIn from '#contract/sign-in/calls.ts'
import type { LinkedIdentity } from '#contract/sign-in/calls.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, type Failure } from '#stores/errors.ts'
import { task } from '#stores/tasks.ts'

export type Linked = { state: 'loading' } | { state: 'ready'; list: readonly LinkedIdentity[] } | { state: 'failed'; failure: Failure }

/** Providers linked to this account. */
const $linked = atom<Linked>({ state: 'loading' })
export { $linked }

export const loadLinked = async (): Promise<void> => {
  try {
    $linked.set({ state: 'ready', list: await environment().call(signIn.identities) })
  } catch (cause) {
    $linked.set({ state: 'failed', failure: failureOf(cause) })
  }
}

export const unlink = task(async (provider: string): Promise<true> => {
  await environment().call(signIn.unlink, { params: { provider } })
  await loadLinked()
  return true
})
