import { endpoint } from '#contract/endpoint.ts'
import type { Gender, ContactType } from '#domain/enums.ts'

/** The part of a person that every page uses; stored in the browser. */
export interface User {
  id: number
  firstName: string
  lastName: string
  email: string | null
  phone: string | null
  languageId: number
  isAdult: boolean | null
  defaultAddressId: number | null
  defaultPaymentMethodId: number
  isLogged: true
}

/** A person's own profile, as the account pages show it. */
export interface Profile extends User {
  defaultAddress: { id: number } | null
  /** False: signs in by codes or a provider, and may set a password without an old one. */
  hasPassword: boolean
  emailVerified: boolean
  phoneVerified: boolean
  /** yyyy-mm-dd */
  birthDate: string | null
  gender: Gender | null
  /** A business customer: `companyName` and `tin` are set. */
  isCompany: boolean
  companyName: string | null
  tin: string | null
}

/** Fields that change without a code (PUT /users). A missing field stays; null clears it where allowed. */
export interface PersonChange {
  firstName?: string
  /** May be empty. */
  lastName?: string
  languageId?: number
  /** The person's own statement that they are 18 or older. It can be changed but not removed. */
  isAdult?: boolean
  birthDate?: string | null
  gender?: Gender | null
  /** Company name and tax id make a business customer; both null make a person again. One alone changes only that one. */
  companyName?: string | null
  tin?: string | null
}

/** `accessToken` is also set as a cookie that the client reads. The refresh token is an HttpOnly cookie and never part of a body. */
export interface SignedIn {
  accessToken: string
  expiresIn: number
  user: Profile
}

export interface CodeSent {
  /** Masked, for "we sent a code to …". */
  contact: string
  type: ContactType
  /** False: the code registers a new person, who must send a name. */
  known: boolean
  /** Seconds until another code can be requested. */
  retryAfter: number
  /** Lifetime of the code, in seconds. */
  expiresIn: number
  /** The page where the simulator shows the message; null when messages are really sent. */
  outboxUrl: string | null
}

/** Exactly one of `pin` and `password`. `accountId` answers CHOOSE_ACCOUNT. */
export interface Credentials {
  type: ContactType
  contact: string
  pin?: string
  password?: string
  accountId?: number
}

/**
 * `data` of CHOOSE_ACCOUNT (416): the accounts whose code or password was right. Repeat the call with `accountId`; the code is not consumed
 * before.
 */
export interface AccountsToChoose {
  accounts: {
    id: number
    isCompany: boolean
    /** Masked: 'Ani P.', or the company's name. */
    name: string
    /** The other contact, masked, to tell accounts apart; null when there is none. */
    contact: string | null
  }[]
}

/** `data` of LOGIN_VIA_SOCIAL_OR_SET_PASSWORD (415): providers linked to the account. Empty: sign in with a code and set a password. */
export interface OtherWaysIn {
  providers: string[]
}

/** `companyName` and `tin` come together and make a business customer. `password` allows signing in without codes. */
export interface Registration {
  type: ContactType
  contact: string
  pin: string
  firstName: string
  lastName?: string
  languageId?: number
  password?: string
  companyName?: string
  tin?: string
}

export const sendCode = endpoint<{ body: { type: ContactType; contact: string }; reply: CodeSent }>()({
  method: 'POST',
  path: '/users/pin/send',
  access: 'guest',
  perMinute: 20,
  codes: ['TOO_MANY_REQUESTS', 'SMS_LIMIT_REACHED', 'CHALLENGE_REQUIRED', 'USER_DEACTIVATED', 'CHECK_REGISTERED_PHONE'],
  about:
    'Sends a 6-digit code to a phone number or an e-mail address. The code works for the caller who asked for it. CHALLENGE_REQUIRED: a limit shared with others is full; solve the puzzle in `data` and repeat the call with the header Challenge-Solution. CHECK_REGISTERED_PHONE: a number of a country no codes are sent to.'
})

export const verifyCode = endpoint<{
  body: { type: ContactType; contact: string; pin: string }
  reply: { verified: true; known: boolean }
}>()({
  method: 'POST',
  path: '/users/verify/pin',
  access: 'guest',
  perMinute: 30,
  codes: ['PIN_INCORRECT_OR_EXPIRED', 'TOO_MANY_REQUESTS', 'CHALLENGE_REQUIRED'],
  about: 'Checks a code without using it up; it counts as one of the five guesses.'
})

export const login = endpoint<{ body: Credentials; reply: SignedIn }>()({
  method: 'POST',
  path: '/auth/login/new',
  access: 'guest',
  perMinute: 30,
  codes: [
    'PIN_INCORRECT_OR_EXPIRED',
    'USER_NOT_FOUND',
    'NEED_TO_REGISTER',
    'USERNAME_OR_PASSWORD_WRONG',
    'LOGIN_VIA_SOCIAL_OR_SET_PASSWORD',
    'EMAIL_NOT_VERIFIED',
    'CHOOSE_ACCOUNT',
    'USER_DEACTIVATED',
    'TOO_MANY_REQUESTS',
    'CHALLENGE_REQUIRED',
    'NOT_READY'
  ],
  about:
    'Signs in with a contact and its code, which is used up, or the password. NOT_READY: too many passwords are being checked just now.'
})

export const register = endpoint<{ body: Registration; reply: SignedIn }>()({
  method: 'POST',
  path: '/users/registration',
  access: 'guest',
  perMinute: 20,
  codes: [
    'PIN_INCORRECT_OR_EXPIRED',
    'EMAIL_ALREADY_USED',
    'PHONE_ALREADY_USED',
    'TIN_EXISTS',
    'TIN_TOO_SHORT',
    'PASSWORD_TOO_COMMON',
    'TOO_MANY_REQUESTS',
    'CHALLENGE_REQUIRED',
    'NOT_READY'
  ],
  about: 'Registers a person or a company whose code was right, and signs in. A refusal leaves the code usable.'
})

export const refresh = endpoint<{ body: { refreshToken?: string }; reply: { accessToken: string; expiresIn: number } }>()({
  method: 'POST',
  path: '/auth/refresh',
  access: 'public',
  perMinute: 120,
  codes: ['UNAUTHORIZED'],
  about: 'A new access token for the refresh cookie (or the body); the refresh token is replaced.'
})

export const me = endpoint<{ reply: Profile }>()({
  method: 'GET',
  path: '/auth/me',
  access: 'user',
  codes: [],
  about: 'The person signed in.'
})

export const change = endpoint<{ body: PersonChange; reply: Profile }>()({
  method: 'PUT',
  path: '/users',
  access: 'user',
  perMinute: 60,
  codes: ['AGE_AGAINST_BIRTH_DATE', 'TIN_EXISTS', 'TIN_TOO_SHORT', 'EMAIL_ALREADY_USED', 'PHONE_ALREADY_USED'],
  about:
    'Changes the named fields of the person signed in; contacts and password have calls of their own. TIN_EXISTS: reported as alreadyExistsTin.'
})

export const signOut = endpoint<{ reply: { signedOut: true } }>()({
  method: 'POST',
  path: '/auth/signout',
  access: 'public',
  codes: [],
  about: 'Ends the session on the server and clears the cookies.'
})
