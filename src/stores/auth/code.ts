import { atom, computed } from 'nanostores'
import * as auth from '#contract/auth/calls.ts'
import type { ContactType } from '#domain/enums.ts'
import { foreignPhone, isEmail, normalizeEmail, normalizePhone } from '#domain/phone.ts'
import { typed } from './auth-draft.ts'
import { $cooldown, retryAfterOf, startCooldown } from './cooldown.ts'
import { environment } from '#stores/environment.ts'
import { task } from '#stores/tasks.ts'

export interface Contact {
  type: ContactType
  contact: string
}
/** What a code is asked for: each dialog goes on with its own. */
export type CodePurpose = 'signIn' | 'confirm' | 'change' | 'password'
/** A code that was sent. `outboxUrl` is where the simulator shows it. */
export interface Sent extends Contact {
  purpose: CodePurpose
  masked: string
  known: boolean
  outboxUrl: string | null
}

const $sent = atom<Sent | null>(null)
export { $sent, $cooldown }
/** Who is not known yet gives a name with the code. */
export const $needsName = computed($sent, (sent) => sent !== null && !sent.known)

/** '091 12 34 56' or 'ani@mail.am' as the API takes it, which also says of other countries' numbers whether it does; null: not what is accepted. */
export const readContact = (text: string, accept: 'any' | ContactType = 'any'): Contact | null => {
  const phone = accept === 'email' ? null : (normalizePhone(text) ?? foreignPhone(text))
  if (phone) return { type: 'phone', contact: phone }
  const email = normalizeEmail(text)
  return accept !== 'phone' && isEmail(email) ? { type: 'email', contact: email } : null
}

export const setSent = (sent: Sent | null): void => $sent.set(sent)

/** What a code is checked against; there is none before one was sent. */
export const sentContact = (): Contact => {
  const sent = $sent.get()
  if (!sent) throw new Error('no code was sent')
  return { type: sent.type, contact: sent.contact }
}

/** The last code of this page, also after a step back: asked for again too early, it is still the one to type. */
let last: Sent | null = null

export const sendCode = task(async ({ type, contact }: Contact, purpose: CodePurpose = 'signIn'): Promise<Sent> => {
  const waiting = $cooldown.get() > 0 && last?.type === type && last.contact === contact && $sent.get() === null ? last : null
  const sent = waiting ? { ...waiting, purpose } : await send({ type, contact }, purpose)
  last = sent
  $sent.set(sent)
  return sent
})

const send = async ({ type, contact }: Contact, purpose: CodePurpose): Promise<Sent> => {
  try {
    const reply = await environment().call(auth.sendCode, { body: { type, contact } })
    startCooldown(reply.retryAfter)
    typed('code', '')
    return { purpose, type, contact, masked: reply.contact, known: reply.known, outboxUrl: reply.outboxUrl }
  } catch (cause) {
    startCooldown(retryAfterOf(cause))
    throw cause
  }
}

/** The same contact again; nothing happens before the cooldown is over. */
export const resendCode = (): Promise<Sent | null> => {
  const sent = $sent.get()
  return sent && $cooldown.get() === 0 ? sendCode.submit(sent, sent.purpose) : Promise.resolve(null)
}

/** Back to the contact; the code that was sent stays good. */
export const stepBack = (): void => {
  $sent.set(null)
  sendCode.reset()
  checkCode.reset()
}

/** Nothing was sent, as far as this page knows. */
export const clearCode = (): void => {
  last = null
  stepBack()
}

/** Checks a code without using it up: before a name is asked for, and to confirm a phone. */
export const checkCode = task((pin: string) => environment().call(auth.verifyCode, { body: { ...sentContact(), pin } }))
