import { atom } from 'nanostores'
import * as account from '#contract/account/calls.ts'
import type { AccountDeletion, DeletionProof } from '#contract/account/calls.ts'
import type { CodeSent } from '#contract/auth/calls.ts'
import '#stores/auth/challenge.ts'
import { retryAfterOf, startCooldown } from '#stores/auth/cooldown.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, type Failure } from '#stores/errors.ts'
import { markSignedOut } from '#stores/auth/session.ts'
import { task } from '#stores/tasks.ts'

export type DeletionState = { state: 'loading' } | { state: 'ready'; deletion: AccountDeletion } | { state: 'failed'; failure: Failure }

const $deletion = atom<DeletionState>({ state: 'loading' })
/** The code sent as proof; null: none yet. */
const $deletionCode = atom<CodeSent | null>(null)
export { $deletion, $deletionCode }

const show = (deletion: AccountDeletion): AccountDeletion => {
  $deletion.set({ state: 'ready', deletion })
  return deletion
}

export const loadDeletion = async (): Promise<void> => {
  try {
    show(await environment().call(account.deletion))
  } catch (cause) {
    if (isFailure(cause, 'UNAUTHORIZED')) markSignedOut()
    $deletion.set({ state: 'failed', failure: failureOf(cause) })
  }
}

export const sendDeletionCode = task(async (): Promise<CodeSent> => {
  try {
    const sent = await environment().call(account.sendDeletionCode)
    startCooldown(sent.retryAfter)
    $deletionCode.set(sent)
    return sent
  } catch (cause) {
    startCooldown(retryAfterOf(cause))
    throw cause
  }
})

/** Requests deletion of the account; the proof is the password or the code. */
export const requestDeletion = task(async (proof: DeletionProof): Promise<AccountDeletion> => {
  const deletion = show(await environment().call(account.requestDeletion, { body: proof }))
  $deletionCode.set(null)
  return deletion
})

export const cancelDeletion = task(async (): Promise<AccountDeletion> => show(await environment().call(account.cancelDeletion)))
