import { endpoint } from '#contract/endpoint.ts'
import type { ContactType } from '#domain/enums.ts'
import type { CodeSent, Profile, SignedIn } from '#contract/auth/calls.ts'

/** By the password, or by a code (POST /users/proof/code) to the own contact of that `type`. */
export interface OwnerProof {
  password?: string
  type?: ContactType
  pin?: string
}

/** Ways to prove to own the account; also `data` of PROOF_REQUIRED. */
export interface ProofWays {
  password: boolean
  /** Own verified contacts, masked. */
  contacts: { type: ContactType; contact: string }[]
}
export interface ProofState extends ProofWays {
  /** Signed in or proven here a few minutes ago: no other proof is asked for. */
  isFresh: boolean
}

/**
 * The first password requires a fresh proof. Later ones require the old password or a code (POST /users/pin/send) to the account's own contact of
 * that `type`.
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
  /** Seconds until another mail can be requested. */
  retryAfter: number
  /** Lifetime of the link, in seconds. */
  expiresIn: number
  /** The page where the simulator shows the mail; null when mails are really sent. */
  outboxUrl: string | null
}

/** A valid link of a mail. */
export interface ResetLink {
  /** The account whose password it replaces, masked. */
  contact: string
  /** Remaining lifetime, in seconds. */
  expiresIn: number
}

/**
 * By the mailed link (`token`, valid on any device) or by the mailed code (`email` and `pin`, for the caller who requested it). `accountId`
 * answers CHOOSE_ACCOUNT.
 */
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
  /** 'Chrome', 'Safari' …; null when unknown. */
  browser: string | null
  /** 'Android', 'iPhone', 'Windows' …; null when unknown. */
  system: string | null
  /** True for the session of this call. */
  isCurrent: boolean
  /** ISO 8601. */
  signedInAt: string
  lastUsedAt: string
}

/** Passwords, contacts and devices. Separate from `auth`, so that pages which only sign in do not load it. */
export const changePassword = endpoint<{ body: PasswordChange; reply: Profile }>()({
  method: 'PATCH',
  path: '/users/password',
  access: 'user',
  perMinute: 10,
  codes: [
    'USERNAME_OR_PASSWORD_WRONG',
    'PIN_INCORRECT_OR_EXPIRED',
    'PASSWORD_UNCHANGED',
    'PASSWORD_TOO_COMMON',
    'PROOF_REQUIRED',
    'TOO_MANY_REQUESTS',
    'CHALLENGE_REQUIRED',
    'NOT_READY'
  ],
  about:
    'Sets the first password (with a fresh proof: POST /users/proof) or replaces it; all other sessions end. BAD_REQUEST names `password` when the rule is not met.'
})

export const changeEmail = endpoint<{ body: { email: string; pin: string }; reply: Profile }>()({
  method: 'PATCH',
  path: '/users/email',
  access: 'user',
  perMinute: 20,
  codes: ['PROOF_REQUIRED', 'PIN_INCORRECT_OR_EXPIRED', 'EMAIL_ALREADY_USED'],
  about: 'Takes a new e-mail address after a fresh proof (POST /users/proof) and the code sent to it. Every contact there was is notified.'
})

export const changePhone = endpoint<{ body: { phone: string; pin: string }; reply: Profile }>()({
  method: 'PATCH',
  path: '/users/phone',
  access: 'user',
  perMinute: 20,
  codes: ['PROOF_REQUIRED', 'PIN_INCORRECT_OR_EXPIRED', 'PHONE_ALREADY_USED', 'CHECK_REGISTERED_PHONE'],
  about: 'Takes a new phone number after a fresh proof (POST /users/proof) and the code sent to it. Every contact there was is notified.'
})

export const proofState = endpoint<{ reply: ProofState }>()({
  method: 'GET',
  path: '/users/proof',
  access: 'user',
  perMinute: 60,
  codes: [],
  about: 'Whether the caller proved a few minutes ago in this browser to own the account, and the ways to prove it.'
})

export const sendProofCode = endpoint<{ body: { type: ContactType }; reply: CodeSent }>()({
  method: 'POST',
  path: '/users/proof/code',
  access: 'user',
  perMinute: 20,
  codes: ['CONFLICT', 'TOO_MANY_REQUESTS', 'SMS_LIMIT_REACHED', 'CHALLENGE_REQUIRED', 'USER_DEACTIVATED'],
  about: 'Sends a code to an own verified contact. CONFLICT: there is none of this type.'
})

export const prove = endpoint<{ body: OwnerProof; reply: { expiresIn: number } }>()({
  method: 'POST',
  path: '/users/proof',
  access: 'user',
  perMinute: 20,
  codes: ['USERNAME_OR_PASSWORD_WRONG', 'PIN_INCORRECT_OR_EXPIRED', 'CONFLICT', 'TOO_MANY_REQUESTS', 'CHALLENGE_REQUIRED', 'NOT_READY'],
  about:
    'Proves by password or code to own the account. The proof is an HttpOnly cookie for this session and counts for `expiresIn` seconds; signing in sets it too.'
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
  codes: ['USER_NOT_FOUND', 'USER_DEACTIVATED', 'TOO_MANY_REQUESTS', 'CHALLENGE_REQUIRED'],
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
  codes: [
    'PIN_INCORRECT_OR_EXPIRED',
    'PASSWORD_UNCHANGED',
    'PASSWORD_TOO_COMMON',
    'CHOOSE_ACCOUNT',
    'USER_DEACTIVATED',
    'TOO_MANY_REQUESTS',
    'CHALLENGE_REQUIRED',
    'NOT_READY'
  ],
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
