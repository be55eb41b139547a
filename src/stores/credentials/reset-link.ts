import { atom } from 'nanostores'
import * as credentials from '#contract/credentials/calls.ts'
import { localePath } from '#domain/locale.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, type Failure } from '#stores/errors.ts'
import { openModal } from '#stores/modals.ts'

/**
 * State of the reset link that led to this page. none: no link; over: used, expired or invalid. The token is only in memory; `contact` is
 * masked.
 */
export type ResetLink =
  | { state: 'reading' }
  | { state: 'none' }
  | { state: 'over' }
  | { state: 'good'; token: string; contact: string }
  | { state: 'failed'; failure: Failure }

const $resetLink = atom<ResetLink>({ state: 'reading' })
export { $resetLink }

/** Checks the link before a password is requested. */
export const readResetLink = async (search: string): Promise<void> =>
  $resetLink.set(await checkToken(new URLSearchParams(search).get('token')))

const checkToken = async (token: string | null): Promise<ResetLink> => {
  if (!token) return { state: 'none' }
  try {
    const { contact } = await environment().call(credentials.checkReset, { body: { token } })
    return { state: 'good', token, contact }
  } catch (cause) {
    return isFailure(cause, 'PIN_INCORRECT_OR_EXPIRED', 'BAD_REQUEST') ? { state: 'over' } : { state: 'failed', failure: failureOf(cause) }
  }
}

/** The link expired or was used elsewhere while the password was typed. */
export const endResetLink = (): void => $resetLink.set({ state: 'over' })

/** Redirect after the password was set: the account. */
export const afterReset = () => ({ redirect: localePath(environment().locale, '/account') })

/** Opens the dialog that sends another link. */
export const askForReset = (): void => openModal('forgot-password', afterReset())
