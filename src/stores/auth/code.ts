import { atom, computed } from 'nanostores'
import * as auth from '#contract/auth/calls.ts'
import type { ContactType } from '#domain/enums.ts'
import { foreignPhone, formatPhone, isEmail, normalizeEmail, normalizePhone } from '#domain/phone.ts'
import { typed } from './auth-draft.ts'
import './challenge.ts'
import { $cooldown, retryAfterOf, startCooldown } from './cooldown.ts'
import { environment } from '#stores/environment.ts'
import { task } from '#stores/tasks.ts'

export interface Contact {
  type: ContactType
  contact: string
}
/** The purpose of a code; each dialog uses its own. */
export type CodePurpose = 'signIn' | 'confirm' | 'change' | 'password'
/** A sent code. `shown`: the contact as words, whole, so that a slip in it is seen; `outboxUrl`: where the simulator shows the code. */
export interface Sent extends Contact {
  purpose: CodePurpose
  shown: string
  known: boolean
  outboxUrl: string | null
}

const $sent = atom<Sent | null>(null)
export { $sent, $cooldown }
/** A contact without an account gives a name with the code. */
export const $needsName = computed($sent, (sent) => sent !== null && !sent.known)

/** Normalises '091 12 34 56' or 'ani@mail.am' for the API, which also validates foreign numbers; null when it is no accepted contact. */
export const readContact = (text: string, accept: 'any' | ContactType = 'any'): Contact | null => {
  const phone = accept === 'email' ? null : (normalizePhone(text) ?? foreignPhone(text))
  if (phone) return { type: 'phone', contact: phone }
  const email = normalizeEmail(text)
  return accept !== 'phone' && isEmail(email) ? { type: 'email', contact: email } : null
}

export const setSent = (sent: Sent | null): void => $sent.set(sent)

/** The contact the code was sent to. Throws before one was sent. */
export const sentContact = (): Contact => {
  const sent = $sent.get()
  if (!sent) throw new Error('no code was sent')
  return { type: sent.type, contact: sent.contact }
}

/** The last code sent from this page, also after a step back: during the cooldown it is reused instead of sent again. */
let lastSent: Sent | null = null

export const sendCode = task(async ({ type, contact }: Contact, purpose: CodePurpose = 'signIn'): Promise<Sent> => {
  const alreadySent =
    $cooldown.get() > 0 && lastSent?.type === type && lastSent.contact === contact && $sent.get() === null ? lastSent : null
  const sent = alreadySent ? { ...alreadySent, purpose } : await send({ type, contact }, purpose)
  lastSent = sent
  $sent.set(sent)
  return sent
})

const send = async ({ type, contact }: Contact, purpose: CodePurpose): Promise<Sent> => {
  try {
    const reply = await environment().call(auth.sendCode, { body: { type, contact } })
    startCooldown(reply.retryAfter)
    typed('code', '')
    return { purpose, type, contact, shown: formatPhone(contact), known: reply.known, outboxUrl: reply.outboxUrl }
  } catch (cause) {
    startCooldown(retryAfterOf(cause))
    throw cause
  }
}

/** Sends another code to the same contact; does nothing during the cooldown. */
export const resendCode = (): Promise<Sent | null> => {
  const sent = $sent.get()
  return sent && $cooldown.get() === 0 ? sendCode.submit(sent, sent.purpose) : Promise.resolve(null)
}

/** Returns to the contact step; the sent code stays valid. */
export const stepBack = (): void => {
  $sent.set(null)
  sendCode.reset()
  checkCode.reset()
}

/** Clears the sent code. */
export const clearCode = (): void => {
  lastSent = null
  stepBack()
}

/** Checks a code without consuming it: before a name is requested, and to confirm a phone. */
export const checkCode = task((pin: string) => environment().call(auth.verifyCode, { body: { ...sentContact(), pin } }))
