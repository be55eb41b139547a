import { atom } from 'nanostores'
import * as credentials from '#contract/credentials/calls.ts'
import type { ResetSent } from '#contract/credentials/calls.ts'
import type { Profile } from '#contract/auth/calls.ts'
import { normalizeEmail } from '#domain/phone.ts'
import { clearPasswords } from '#stores/auth/auth-draft.ts'
import { enterBy, type Entered } from '#stores/auth/auth.ts'
import { retryAfterOf, startCooldown } from '#stores/auth/cooldown.ts'
import { environment } from '#stores/environment.ts'
import { stepBack, sentContact } from '#stores/auth/code.ts'
import { storeProfile } from '#stores/account/profile.ts'
import { withProof } from './proof.ts'
import { task } from '#stores/tasks.ts'

/** A sent mail with a link and a code to reset the password. */
export interface ResetMail extends ResetSent {
  email: string
}
const $resetMail = atom<ResetMail | null>(null)
export { $resetMail }

export const requestReset = task(async (text: string): Promise<ResetMail> => {
  const email = normalizeEmail(text)
  try {
    const reply = await environment().call(credentials.requestReset, { query: { email } })
    startCooldown(reply.retryAfter)
    const mail = { ...reply, email }
    $resetMail.set(mail)
    return mail
  } catch (cause) {
    startCooldown(retryAfterOf(cause))
    throw cause
  }
})
export const clearResetMail = (): void => $resetMail.set(null)

/** Proof for the reset: the mail's link, or its code. */
export type ResetProof = { token: string } | { email: string; pin: string }

/** Sets the new password and signs in; all other devices are signed out. */
export const finishReset = task(async (proof: ResetProof, password: string): Promise<Entered> => {
  const entered = await enterBy((accountId) =>
    environment().call(credentials.finishReset, { body: { ...proof, password, ...(accountId === undefined ? {} : { accountId }) } })
  )
  $resetMail.set(null)
  return entered
})

/** Sets the first password, or changes it with the old one. */
export const changePassword = task((password: string, oldPassword?: string) =>
  change({ password, ...(oldPassword === undefined ? {} : { oldPassword }) })
)

/** Changes a forgotten password with a code sent to the user's own contact. */
export const changePasswordByCode = task(async (password: string, pin: string) => {
  const profile = await change({ password, pin, type: sentContact().type })
  stepBack()
  return profile
})

const change = async (body: { password: string; oldPassword?: string; pin?: string; type?: 'email' | 'phone' }): Promise<Profile> => {
  const profile = await withProof(() => environment().call(credentials.changePassword, { body }))
  clearPasswords()
  storeProfile(profile)
  return profile
}
