import { endpoint } from './endpoint.ts'
import type { PinType } from '#domain/enums.ts'

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

/** What a person may change of themself without a code (PUT /users); a field left out stays. */
export interface PersonChange {
  firstName?: string
  /** May be empty. */
  lastName?: string
  languageId?: number
  /** Their word on being 18 or older; once said it is never unsaid, but may be said otherwise. */
  isAdult?: boolean
}

/** `accessToken` also comes as a cookie the client reads; the refresh token is an HttpOnly cookie and never in a body. */
export interface SignedIn {
  accessToken: string
  expiresIn: number
  user: User
}

export interface PinSent {
  /** Masked, for "we sent a code to …". */
  contact: string
  type: PinType
  /** False: the code registers a new person, who gives a name. */
  known: boolean
  /** Seconds until another code may be asked for. */
  retryAfter: number
  /** Seconds the code lives. */
  expiresIn: number
  /** The page where the simulator shows the message; null when messages really go out. */
  outboxUrl: string | null
}

export const auth = {
  sendPin: endpoint<{ body: { type: PinType; contact: string }; reply: PinSent }>()({
    method: 'POST',
    path: '/users/pin/send',
    access: 'guest',
    perMinute: 20,
    codes: ['TOO_MANY_REQUESTS', 'USER_DEACTIVATED', 'CHECK_REGISTERED_PHONE'],
    about: 'Sends a 6-digit code to a phone number or an e-mail address.'
  }),
  verifyPin: endpoint<{ body: { type: PinType; contact: string; pin: string }; reply: { verified: true; known: boolean } }>()({
    method: 'POST',
    path: '/users/verify/pin',
    access: 'guest',
    perMinute: 30,
    codes: ['PIN_INCORRECT_OR_EXPIRED', 'TOO_MANY_REQUESTS'],
    about: 'Checks a code without using it up; it counts as one of the five guesses.'
  }),
  login: endpoint<{ body: { type: PinType; contact: string; pin: string }; reply: SignedIn }>()({
    method: 'POST',
    path: '/auth/login/new',
    access: 'guest',
    perMinute: 30,
    codes: ['PIN_INCORRECT_OR_EXPIRED', 'USER_NOT_FOUND', 'NEED_TO_REGISTER', 'USER_DEACTIVATED', 'TOO_MANY_REQUESTS'],
    about: 'Signs in with a contact and its code; the code is used up.'
  }),
  register: endpoint<{
    body: { type: PinType; contact: string; pin: string; firstName: string; lastName?: string; languageId?: number }
    reply: SignedIn
  }>()({
    method: 'POST',
    path: '/users/registration',
    access: 'guest',
    perMinute: 20,
    codes: ['PIN_INCORRECT_OR_EXPIRED', 'EMAIL_ALREADY_USED', 'PHONE_ALREADY_USED', 'TOO_MANY_REQUESTS'],
    about: 'Registers a person whose code was right, and signs in.'
  }),
  refresh: endpoint<{ body: { refreshToken?: string }; reply: { accessToken: string; expiresIn: number } }>()({
    method: 'POST',
    path: '/auth/refresh',
    access: 'public',
    perMinute: 120,
    codes: ['UNAUTHORIZED'],
    about: 'A new access token for the refresh cookie (or the body); the refresh token is replaced.'
  }),
  me: endpoint<{ reply: User }>()({
    method: 'GET',
    path: '/auth/me',
    access: 'user',
    codes: [],
    about: 'The person signed in.'
  }),
  change: endpoint<{ body: PersonChange; reply: User }>()({
    method: 'PUT',
    path: '/users',
    access: 'user',
    perMinute: 60,
    codes: [],
    about: 'Changes the named fields of the person signed in; contacts and password have calls of their own.'
  }),
  signOut: endpoint<{ reply: { signedOut: true } }>()({
    method: 'POST',
    path: '/auth/signout',
    access: 'public',
    codes: [],
    about: 'Ends the session on the server and clears the cookies.'
  })
}
