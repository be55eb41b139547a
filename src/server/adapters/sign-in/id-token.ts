import { jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import { textOf, within } from './ask.ts'
import { SignInFailed, type Identity } from './port.ts'

export interface IdTokenRules {
  keys: JWTVerifyGetKey
  issuer: string | string[]
  clientId: string
  nonce: string
}

/** Asymmetric algorithms only: `none` and shared secrets are refused. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA']
/** Tolerated clock difference in seconds. */
const TOLERANCE = 60

/** Verifies an id token: signature, issuer, audience, age and nonce. Returns its claims; throws SignInFailed. */
export const readIdToken = async (token: string, { keys, issuer, clientId, nonce }: IdTokenRules, ms: number): Promise<JWTPayload> => {
  const rules = { issuer, audience: clientId, algorithms: ALGORITHMS, clockTolerance: TOLERANCE, requiredClaims: ['sub', 'iat', 'exp'] }
  const { payload } = await within('id token', ms, jwtVerify(token, keys, rules))
  if (payload['nonce'] !== nonce) throw new SignInFailed('id token: of another visit')
  // With several audiences `azp` must be this client.
  if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload['azp'] !== clientId)
    throw new SignInFailed('id token: of another client')
  return payload
}

/** Reads standard claims; Apple has email_verified as text. */
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
