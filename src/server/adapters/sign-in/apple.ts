import { Apple } from 'arctic'
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import { within } from './ask.ts'
import { identityOf, readIdToken } from './id-token.ts'
import type { SignInProvider } from './port.ts'

export interface AppleOptions {
  clientId: string
  teamId: string
  keyId: string
  /** PKCS 8, as DER. */
  privateKey: Uint8Array<ArrayBuffer>
  redirectUri: string
  waitMs: number
  keys?: JWTVerifyGetKey
}

const ISSUER = 'https://appleid.apple.com'

/** Apple: scopes require form_post, a cross-site POST. It has no PKCE; state, nonce and the signed client secret protect it. */
export const createApple = ({ clientId, teamId, keyId, privateKey, redirectUri, waitMs, keys }: AppleOptions): SignInProvider => {
  const client = new Apple(clientId, teamId, keyId, privateKey, redirectUri)
  const jwks = keys ?? createRemoteJWKSet(new URL(`${ISSUER}/auth/keys`), { timeoutDuration: waitMs })
  return {
    id: 'apple',
    name: 'Apple',
    authorize: ({ state, nonce }) => {
      const url = client.createAuthorizationURL(state, ['name', 'email'])
      url.searchParams.set('response_mode', 'form_post')
      url.searchParams.set('nonce', nonce)
      return Promise.resolve(url.href)
    },
    identify: async (code, { nonce }) => {
      const tokens = await within('token', waitMs, client.validateAuthorizationCode(code))
      const idToken = await within(
        'token',
        waitMs,
        Promise.resolve().then(() => tokens.idToken())
      )
      return identityOf(await readIdToken(idToken, { keys: jwks, issuer: ISSUER, clientId, nonce }, waitMs))
    }
  }
}
