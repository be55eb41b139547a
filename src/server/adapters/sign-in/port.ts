import type { SignInProviderId } from '#domain/enums.ts'

/** Derived from one state: `state` returns in the URL, `verifier` is for PKCE, `nonce` returns in the id token. */
export interface VisitSecrets {
  state: string
  verifier: string
  nonce: string
}

/** A verified identity at a provider. */
export interface Identity {
  subject: string
  /** As the provider sent it, not normalised; null: none. */
  email: string | null
  /** Whether the provider has verified the address. */
  emailVerified: boolean
  firstName: string
  lastName: string
}

export interface SignInProvider {
  readonly id: SignInProviderId
  /** 'Google' */
  readonly name: string
  /** Returns the URL to redirect the browser to. Throws SignInFailed. */
  authorize(secrets: VisitSecrets): Promise<string>
  /** Exchanges the code for the identity. Throws only SignInFailed. */
  identify(code: string, secrets: VisitSecrets): Promise<Identity>
}

/** permissions: the user did not grant what is needed; failed: the provider did not answer, or its response is invalid. */
export class SignInFailed extends Error {
  readonly why: 'failed' | 'permissions'
  constructor(message: string, why: 'failed' | 'permissions' = 'failed', cause?: unknown) {
    super(message, { cause })
    this.name = 'SignInFailed'
    this.why = why
  }
}
