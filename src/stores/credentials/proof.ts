import { atom } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import type { CodeSent } from '#contract/auth/calls.ts'
import * as credentials from '#contract/credentials/calls.ts'
import type { OwnerProof, ProofWays } from '#contract/credentials/calls.ts'
import type { ContactType } from '#domain/enums.ts'
import '#stores/auth/challenge.ts'
import { retryAfterOf, startCooldown } from '#stores/auth/cooldown.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, type Failure } from '#stores/errors.ts'
import { askIn } from '#stores/modals.ts'
import { task } from '#stores/tasks.ts'

export type WaysState = { state: 'loading' } | { state: 'ready'; ways: ProofWays } | { state: 'failed'; failure: Failure }

const $proofWays = atom<WaysState>({ state: 'loading' })
/** The code sent as proof; null: none yet. */
const $proofCode = atom<(CodeSent & { type: ContactType }) | null>(null)
export { $proofWays, $proofCode }

/**
 * Whether the owner proved a few minutes ago to be here; otherwise asks in a dialog. False when it was closed. Without an answer the call
 * that follows decides.
 */
export const ensureProof = async (): Promise<boolean> => {
  const { isFresh } = await environment()
    .call(credentials.proofState)
    .catch(ifRefused({ isFresh: true }))
  return isFresh || askIn('prove-identity', {})
}

/** Runs work that may ask for a fresh proof, and once more after the proof was given in a dialog. */
export const withProof = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (cause) {
    if (!isFailure(cause, 'PROOF_REQUIRED') || !(await askIn('prove-identity', {}))) throw cause
    return work()
  }
}

export const loadProofWays = async (): Promise<void> => {
  $proofCode.set(null)
  $proofWays.set({ state: 'loading' })
  try {
    $proofWays.set({ state: 'ready', ways: await environment().call(credentials.proofState) })
  } catch (cause) {
    $proofWays.set({ state: 'failed', failure: failureOf(cause) })
  }
}

export const sendProofCode = task(async (type: ContactType): Promise<CodeSent> => {
  try {
    const sent = await environment().call(credentials.sendProofCode, { body: { type } })
    startCooldown(sent.retryAfter)
    $proofCode.set(sent)
    return sent
  } catch (cause) {
    startCooldown(retryAfterOf(cause))
    throw cause
  }
})

export const backToProofWays = (): void => $proofCode.set(null)

/** Gives the proof; the server sets it as a cookie. */
export const prove = task(async (proof: OwnerProof): Promise<true> => {
  await environment().call(credentials.prove, { body: proof })
  $proofCode.set(null)
  return true
})
