import type { SignInProviderId } from '#domain/enums.ts'

/** Drawn from one state: `state` comes back in the address, the verifier proves who asks for the tokens, the nonce comes back in the id token. */
export interface VisitSecrets {
  state: string
  verifier: string
  nonce: string
}

/** Who somebody is at a provider, by an answer that was checked. */
export interface Identity {
  subject: string
  /** As it was told, not normalised; null: none. */
  email: string | null
  /** The provider vouches that the address is the person's. */
  emailVerified: boolean
  firstName: string
  lastName: string
}

export interface SignInProvider {
  readonly id: SignInProviderId
  /** 'Google' */
  readonly name: string
  /** Where the browser goes. Throws SignInFailed. */
  authorize(secrets: VisitSecrets): Promise<string>
  /** Who came back with this code. Throws SignInFailed, whatever the provider answered. */
  identify(code: string, secrets: VisitSecrets): Promise<Identity>
}

/** permissions: the person did not let us have what is needed; failed: the provider did not answer, or answered what cannot be believed. */
export class SignInFailed extends Error {
  readonly why: 'failed' | 'permissions'
  constructor(message: string, why: 'failed' | 'permissions' = 'failed', cause?: unknown) {
    super(message, { cause })
    this.name = 'SignInFailed'
    this.why = why
  }
}
