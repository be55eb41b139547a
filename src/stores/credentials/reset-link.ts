import { atom } from 'nanostores'
import * as credentials from '#contract/credentials/calls.ts'
import { localePath } from '#domain/locale.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, type Failure } from '#stores/errors.ts'
import { openModal } from '#stores/modals.ts'

/**
 * What became of the mail's link that led to this page. none: no link did; over: it is used, old, or never was one. The token is kept for as
 * long as the page lives; `contact` is masked.
 */
export type ResetLink =
  | { state: 'reading' }
  | { state: 'none' }
  | { state: 'over' }
  | { state: 'good'; token: string; contact: string }
  | { state: 'failed'; failure: Failure }

const $resetLink = atom<ResetLink>({ state: 'reading' })
export { $resetLink }

/** The link is asked about first: nobody types a password for one that is over. */
export const readResetLink = async (search: string): Promise<void> => $resetLink.set(await look(new URLSearchParams(search).get('token')))

const look = async (token: string | null): Promise<ResetLink> => {
  if (!token) return { state: 'none' }
  try {
    const { contact } = await environment().call(credentials.checkReset, { body: { token } })
    return { state: 'good', token, contact }
  } catch (cause) {
    return isFailure(cause, 'PIN_INCORRECT_OR_EXPIRED', 'BAD_REQUEST') ? { state: 'over' } : { state: 'failed', failure: failureOf(cause) }
  }
}

/** It ran out, or was used elsewhere, while the password was typed. */
export const endResetLink = (): void => $resetLink.set({ state: 'over' })

/** Where a person is led who has set a password: the account. */
export const afterReset = () => ({ redirect: localePath(environment().locale, '/account') })

/** Another mail with another link. */
export const askForReset = (): void => openModal('forgot-password', afterReset())
