import type { SignInProviderId } from '#domain/enums.ts'
import type { CodeSent, SignedIn, User } from '#contract/auth/calls.ts'
import type { Locale } from '#domain/locale.ts'
import { endpoint } from '#contract/endpoint.ts'

export interface SignInProviderInfo {
  id: SignInProviderId
  /** Label of the button: 'Google'. */
  name: string
}

/** The person of the access token from header or cookie. `expires` is ISO 8601. */
export interface SignInSession {
  user: User
  accessToken: string
  expires: string
  /** When this browser signed in. */
  since: string
  lang: Locale
  currency: 'AMD'
  /** The sign-in that opened the account. */
  firstLogin: boolean
}

/** A linked account of a provider. */
export interface LinkedIdentity {
  provider: SignInProviderId
  name: string
  /** Masked; null when the provider sent none. */
  email: string | null
  /** ISO 8601 +04:00. */
  linkedAt: string
}

/** Query of the redirect to /account/sign-in (see `callback`). */
export type SignInFailure = 'permissions' | 'no-email' | 'failed' | 'deactivated' | 'taken'

interface Begin {
  /** From GET /auth/csrf. */
  csrfToken: string
  /** Own path to return to; any other value means the home page. */
  redirect?: string
  enablePickup?: boolean
}

/**
 * Sign-in by providers: GET /auth/csrf, POST /auth/signin/{provider}, then the browser opens `url`, and the provider redirects to
 * /auth/callback/{provider}. For a signed-in person this links the provider's account.
 */
export const session = endpoint<{ reply: SignInSession | null }>()({
  method: 'GET',
  path: '/auth/session',
  access: 'public',
  codes: [],
  about: 'Who is signed in in this browser; null: nobody. Never refreshes.'
})

export const csrf = endpoint<{ reply: { csrfToken: string } }>()({
  method: 'GET',
  path: '/auth/csrf',
  access: 'public',
  perMinute: 60,
  codes: [],
  about: 'A token for beginning a social sign-in in this browser; the browser gets a cookie that belongs to it.'
})

export const providers = endpoint<{ reply: SignInProviderInfo[] }>()({
  method: 'GET',
  path: '/auth/providers',
  access: 'public',
  codes: [],
  about: 'Providers that have keys, in the order of their buttons.'
})

export const begin = endpoint<{ params: { provider: string }; body: Begin; reply: { url: string } }>()({
  method: 'POST',
  path: '/auth/signin/:provider',
  access: 'guest',
  perMinute: 20,
  codes: ['NOT_FOUND', 'SOCIAL_DATA_UNAVAILABLE', 'PROOF_REQUIRED'],
  about:
    'Begins a visit to a provider, for ten minutes and this browser. PROOF_REQUIRED: linking asks the person signed in for a fresh proof (POST /users/proof). SOCIAL_DATA_UNAVAILABLE: the provider does not answer.'
})

export const callback = endpoint<{
  params: { provider: string }
  query: { code?: string; state?: string; error?: string }
  reply: never
}>()({
  method: 'GET',
  path: '/auth/callback/:provider',
  access: 'public',
  navigation: true,
  perMinute: 60,
  codes: [],
  about:
    'Where a provider sends the browser back (Apple by POST). Always leads to /account/sign-in?signin=done, link (a code is asked for), choose (POST /auth/link says of which accounts) or error with `signin-error`: permissions, no-email, failed, deactivated, taken.'
})

export const sendLinkCode = endpoint<{ reply: CodeSent }>()({
  method: 'POST',
  path: '/auth/link/code',
  access: 'guest',
  perMinute: 20,
  codes: ['SOCIAL_DATA_UNAVAILABLE', 'TOO_MANY_REQUESTS', 'CHALLENGE_REQUIRED'],
  about:
    "Sends a code to the e-mail address that the provider told, where that address still has to be proven. SOCIAL_DATA_UNAVAILABLE: this browser's visit is over."
})

export const link = endpoint<{ body: { pin?: string; accountId?: number }; reply: SignedIn }>()({
  method: 'POST',
  path: '/auth/link',
  access: 'guest',
  perMinute: 30,
  codes: [
    'PIN_INCORRECT_OR_EXPIRED',
    'SOCIAL_DATA_UNAVAILABLE',
    'CHOOSE_ACCOUNT',
    'USER_NOT_FOUND',
    'USER_DEACTIVATED',
    'CHALLENGE_REQUIRED'
  ],
  about:
    "Links the provider's account to the account of the proven address, or makes one, and signs in. `accountId` answers CHOOSE_ACCOUNT; after `signin=choose` no code is needed."
})

export const identities = endpoint<{ reply: LinkedIdentity[] }>()({
  method: 'GET',
  path: '/auth/identities',
  access: 'user',
  codes: [],
  about: "Providers linked to the caller's account."
})

export const unlink = endpoint<{ params: { provider: string }; reply: { removed: true } }>()({
  method: 'DELETE',
  path: '/auth/identities/:provider',
  access: 'user',
  perMinute: 30,
  codes: ['NOT_FOUND', 'CONFLICT'],
  about: 'Takes a linked provider away. CONFLICT: it is the only way into the account.'
})

export const log = endpoint<{ body: { code: string; message?: string }; reply: { logged: true } }>()({
  method: 'POST',
  path: '/auth/log',
  access: 'public',
  perMinute: 20,
  codes: [],
  about: 'Tells the server what went wrong in the browser during a sign-in; goes to the log in one line.'
})
