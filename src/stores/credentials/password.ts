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
import { task } from '#stores/tasks.ts'

/** A mail with a link and a code for a new password. */
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

/** What proves who resets: the mail's link, or its code. */
export type ResetProof = { token: string } | { email: string; pin: string }

/** The new password, and signed in with it; every other device is signed out. */
export const finishReset = task(async (proof: ResetProof, password: string): Promise<Entered> => {
  const entered = await enterBy((accountId) =>
    environment().call(credentials.finishReset, { body: { ...proof, password, ...(accountId === undefined ? {} : { accountId }) } })
  )
  $resetMail.set(null)
  return entered
})

/** The first password, or another one by the old one. */
export const changePassword = task((password: string, oldPassword?: string) =>
  change({ password, ...(oldPassword === undefined ? {} : { oldPassword }) })
)

/** Another password by a code that was sent to the own contact: the old one is forgotten. */
export const changePasswordByCode = task(async (password: string, pin: string) => {
  const profile = await change({ password, pin, type: sentContact().type })
  stepBack()
  return profile
})

const change = async (body: { password: string; oldPassword?: string; pin?: string; type?: 'email' | 'phone' }): Promise<Profile> => {
  const profile = await environment().call(credentials.changePassword, { body })
  clearPasswords()
  storeProfile(profile)
  return profile
}
