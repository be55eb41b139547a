import { endpoint } from '#contract/endpoint.ts'
import type { ContactType } from '#domain/enums.ts'
import type { Profile, SignedIn } from '#contract/auth/calls.ts'

/**
 * The first password needs nothing; the next one the old one, or, forgotten, the code sent (POST /users/pin/send) to the account's own
 * contact of that `type`.
 */
export interface PasswordChange {
  password: string
  oldPassword?: string
  type?: ContactType
  pin?: string
}

export interface ResetSent {
  /** Masked. */
  contact: string
  /** Seconds until another mail may be asked for. */
  retryAfter: number
  /** Seconds the link lives. */
  expiresIn: number
  /** The page where the simulator shows the mail; null when mails really go out. */
  outboxUrl: string | null
}

/** A mail's link that works. */
export interface ResetLink {
  /** Whose password it replaces, masked. */
  contact: string
  /** Seconds it lives on. */
  expiresIn: number
}

/** By the mail's link (`token`, works on any device) or by its code (`email` and `pin`, for the caller who asked). `accountId` answers CHOOSE_ACCOUNT. */
export interface ResetFinish {
  token?: string
  email?: string
  pin?: string
  password: string
  accountId?: number
}

/** A signed-in device. */
export interface DeviceSession {
  id: string
  /** 'Chrome', 'Safari' …; null when the device does not tell. */
  browser: string | null
  /** 'Android', 'iPhone', 'Windows' …; null when the device does not tell. */
  system: string | null
  /** The one that asks. */
  isCurrent: boolean
  /** ISO 8601. */
  signedInAt: string
  lastUsedAt: string
}

/** Proofs of who somebody is: password, contacts, devices. Apart from `auth`, so that pages which only sign in load nothing of it. */
export const changePassword = endpoint<{ body: PasswordChange; reply: Profile }>()({
  method: 'PATCH',
  path: '/users/password',
  access: 'user',
  perMinute: 10,
  codes: ['USERNAME_OR_PASSWORD_WRONG', 'PIN_INCORRECT_OR_EXPIRED', 'PASSWORD_UNCHANGED', 'TOO_MANY_REQUESTS', 'NOT_READY'],
  about: 'Sets the first password or replaces it; all other sessions end. BAD_REQUEST names `password` when the rule is not met.'
})

export const changeEmail = endpoint<{ body: { email: string; pin: string }; reply: Profile }>()({
  method: 'PATCH',
  path: '/users/email',
  access: 'user',
  perMinute: 20,
  codes: ['PIN_INCORRECT_OR_EXPIRED', 'EMAIL_ALREADY_USED'],
  about: 'Takes a new e-mail address after the code sent to it was right.'
})

export const changePhone = endpoint<{ body: { phone: string; pin: string }; reply: Profile }>()({
  method: 'PATCH',
  path: '/users/phone',
  access: 'user',
  perMinute: 20,
  codes: ['PIN_INCORRECT_OR_EXPIRED', 'PHONE_ALREADY_USED', 'CHECK_REGISTERED_PHONE'],
  about: 'Takes a new phone number after the code sent to it was right.'
})

export const isEmailVerified = endpoint<{ query: { email: string }; reply: { isEmailVerified: boolean } }>()({
  method: 'GET',
  path: '/users/check/isEmailVerified',
  access: 'guest',
  perMinute: 60,
  codes: ['FORBIDDEN'],
  about: "Whether an address is confirmed: the person's own, or one this caller was sent a code to. FORBIDDEN for addresses of others."
})

export const verify = endpoint<{ query: { type?: ContactType; contact: string; pin: string }; reply: { verified: true } }>()({
  method: 'POST',
  path: '/users/verify',
  access: 'guest',
  perMinute: 30,
  codes: ['PIN_INCORRECT_OR_EXPIRED'],
  about:
    'Confirms an e-mail address (or phone, by `type`) with its 6-digit code. For the own contact of the person signed in the code is used up; else it stays usable for registering.'
})

export const requestReset = endpoint<{ query: { email: string }; reply: ResetSent }>()({
  method: 'POST',
  path: '/users/password/reset',
  access: 'guest',
  perMinute: 10,
  codes: ['USER_NOT_FOUND', 'USER_DEACTIVATED', 'TOO_MANY_REQUESTS'],
  about: 'Mails a link that works once (/reset-password?token=…) and a code; both expire.'
})

export const checkReset = endpoint<{ body: { token: string }; reply: ResetLink }>()({
  method: 'POST',
  path: '/users/password/reset/check',
  access: 'guest',
  perMinute: 30,
  codes: ['PIN_INCORRECT_OR_EXPIRED'],
  about: "Whether a mail's link still works; it is not used up. PIN_INCORRECT_OR_EXPIRED: wrong, old or used."
})

export const finishReset = endpoint<{ body: ResetFinish; reply: SignedIn }>()({
  method: 'POST',
  path: '/users/password/reset/finish',
  access: 'guest',
  perMinute: 20,
  codes: ['PIN_INCORRECT_OR_EXPIRED', 'PASSWORD_UNCHANGED', 'CHOOSE_ACCOUNT', 'USER_DEACTIVATED', 'TOO_MANY_REQUESTS', 'NOT_READY'],
  about: 'Sets the new password, ends every session of the account and signs in. PIN_INCORRECT_OR_EXPIRED: code or link wrong, old or used.'
})

export const sessions = endpoint<{ reply: { items: DeviceSession[]; totalCount: number } }>()({
  method: 'GET',
  path: '/users/sessions',
  access: 'user',
  codes: [],
  about: 'Devices signed in, the newest use first.'
})

export const endSession = endpoint<{ params: { id: string }; reply: { ended: number } }>()({
  method: 'DELETE',
  path: '/users/sessions/:id',
  access: 'user',
  perMinute: 60,
  codes: ['NOT_FOUND'],
  about: 'Signs one own device out.'
})

export const endSessions = endpoint<{ query: { keepCurrent?: boolean }; reply: { ended: number } }>()({
  method: 'DELETE',
  path: '/users/sessions',
  access: 'user',
  perMinute: 20,
  codes: [],
  about: 'Signs out everywhere, this device too unless `keepCurrent` is 1.'
})
