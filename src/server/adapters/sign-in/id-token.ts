import { jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import { textOf, within } from './ask.ts'
import { SignInFailed, type Identity } from './port.ts'

export interface IdTokenRules {
  keys: JWTVerifyGetKey
  issuer: string | string[]
  clientId: string
  nonce: string
}

/** Public keys only: a token "signed" with none or with a shared secret is nobody's. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA']
/** Clocks differ a little. */
const TOLERANCE = 60

/** The claims of an id token that is genuine, for us, fresh, and of this very visit. Throws SignInFailed. */
export const readIdToken = async (token: string, { keys, issuer, clientId, nonce }: IdTokenRules, ms: number): Promise<JWTPayload> => {
  const rules = { issuer, audience: clientId, algorithms: ALGORITHMS, clockTolerance: TOLERANCE, requiredClaims: ['sub', 'iat', 'exp'] }
  const { payload } = await within('id token', ms, jwtVerify(token, keys, rules))
  if (payload['nonce'] !== nonce) throw new SignInFailed('id token: of another visit')
  // A token for several is ours only when it was made for us.
  if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload['azp'] !== clientId)
    throw new SignInFailed('id token: of another client')
  return payload
}

/** Standard claims; Apple writes true as text. */
export const identityOf = (claims: Record<string, unknown>): Identity => {
  const verified = claims['email_verified']
  return {
    subject: textOf(claims, 'sub'),
    email: textOf(claims, 'email') || null,
    emailVerified: verified === true || verified === 'true',
    firstName: textOf(claims, 'given_name') || textOf(claims, 'name'),
    lastName: textOf(claims, 'family_name')
  }
}
