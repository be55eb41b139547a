import { atom, computed } from 'nanostores'
import { auth } from '#contract/auth.ts'
import type { PinType } from '#domain/enums.ts'
import { isEmail, normalizeEmail, normalizePhone } from '#domain/phone.ts'
import { environment } from './environment.ts'
import { isFailure } from './errors.ts'
import { task } from './tasks.ts'

export interface Contact {
  type: PinType
  contact: string
}
/** A code that was sent. `outboxUrl` is where the simulator shows it. */
export interface Sent extends Contact {
  masked: string
  known: boolean
  outboxUrl: string | null
}

const $sent = atom<Sent | null>(null)
/** Seconds until another code may be asked for. */
const $cooldown = atom(0)
export { $sent, $cooldown }
/** Who is not known yet gives a name with the code. */
export const $needsName = computed($sent, (sent) => sent !== null && !sent.known)

/** '091 12 34 56' or 'ani@mail.am' as the API takes it; null: not what is accepted. */
export const readContact = (text: string, accept: 'any' | PinType = 'any'): Contact | null => {
  const phone = accept === 'email' ? null : normalizePhone(text)
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

export const sendPin = task(async ({ type, contact }: Contact): Promise<Sent> => {
  try {
    const reply = await environment().call(auth.sendPin, { body: { type, contact } })
    startCooldown(reply.retryAfter)
    const sent = { type, contact, masked: reply.contact, known: reply.known, outboxUrl: reply.outboxUrl }
    $sent.set(sent)
    return sent
  } catch (cause) {
    startCooldown(retryAfterOf(cause))
    throw cause
  }
})

/** The same contact again; nothing happens before the cooldown is over. */
export const resendPin = (): Promise<Sent | null> => {
  const sent = $sent.get()
  return sent && $cooldown.get() === 0 ? sendPin.submit(sent) : Promise.resolve(null)
}

/** Checks a code without using it up: before a name is asked for, and to confirm a phone. */
export const checkPin = task((pin: string) => environment().call(auth.verifyPin, { body: { ...sentContact(), pin } }))

/** Seconds to wait, where a refusal names them; 0 otherwise. */
const retryAfterOf = (cause: unknown): number => {
  const data: unknown = isFailure(cause, 'TOO_MANY_REQUESTS') ? cause.data : null
  return typeof data === 'object' && data !== null && 'retryAfter' in data ? Number(data.retryAfter) || 0 : 0
}

let stopTicking: (() => void) | null = null

const startCooldown = (seconds: number): void => {
  if (seconds <= 0) return
  stopTicking?.()
  const until = environment().now() + seconds * 1000
  const tick = (): void => {
    const left = Math.max(0, Math.ceil((until - environment().now()) / 1000))
    $cooldown.set(left)
    stopTicking = left > 0 ? environment().later(1000, tick) : null
  }
  tick()
}
