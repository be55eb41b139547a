import * as credentials from '#contract/credentials/calls.ts'
import type { Profile } from '#contract/auth/calls.ts'
import { environment } from '#stores/environment.ts'
import { sentContact, stepBack, type Contact } from '#stores/auth/code.ts'
import { storeProfile, loadProfile } from '#stores/account/profile.ts'
import { $user } from '#stores/auth/session.ts'
import { withProof } from './proof.ts'
import { task } from '#stores/tasks.ts'

const applyContact = async (pin: string): Promise<Profile> => {
  const { type, contact } = sentContact()
  const { call } = environment()
  const profile = await withProof(() =>
    type === 'email'
      ? call(credentials.changeEmail, { body: { email: contact, pin } })
      : call(credentials.changePhone, { body: { phone: contact, pin } })
  )
  stepBack()
  storeProfile(profile)
  return profile
}

/** Whether the contact is the user's own, so that no code is needed. */
export const isOwnContact = ({ type, contact }: Contact): boolean => $user.get()?.[type] === contact

/** Changes e-mail address or phone with the code sent to the new one (spec section 4). */
export const changeContact = task(applyContact)

/** Confirms the contact a code was sent to: the user's own is marked as confirmed, another replaces it, a guest's is only checked. */
export const confirmContact = task(async (pin: string): Promise<true> => {
  const { type, contact } = sentContact()
  const user = $user.get()
  if (user && user.phone !== contact && user.email !== contact) {
    await applyContact(pin)
    return true
  }
  await environment().call(credentials.verify, { query: { type, contact, pin } })
  stepBack()
  if (user) await loadProfile()
  return true
})
