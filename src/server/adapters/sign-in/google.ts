import { Google } from 'arctic'
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import { within } from './ask.ts'
import { identityOf, readIdToken } from './id-token.ts'
import { SignInFailed, type SignInProvider } from './port.ts'

export interface GoogleOptions {
  clientId: string
  clientSecret: string
  redirectUri: string
  waitMs: number
  keys?: JWTVerifyGetKey
}

const ISSUERS = ['https://accounts.google.com', 'accounts.google.com']
const KEYS = 'https://www.googleapis.com/oauth2/v3/certs'

/** Google, code flow with PKCE. Users may refuse single scopes: without the e-mail address it fails with "permissions". */
export const createGoogle = ({ clientId, clientSecret, redirectUri, waitMs, keys }: GoogleOptions): SignInProvider => {
  const client = new Google(clientId, clientSecret, redirectUri)
  const jwks = keys ?? createRemoteJWKSet(new URL(KEYS), { timeoutDuration: waitMs })
  return {
    id: 'google',
    name: 'Google',
    authorize: ({ state, verifier, nonce }) => {
      const url = client.createAuthorizationURL(state, verifier, ['openid', 'email', 'profile'])
      url.searchParams.set('nonce', nonce)
      url.searchParams.set('prompt', 'select_account')
      return Promise.resolve(url.href)
    },
    identify: async (code, { verifier, nonce }) => {
      const tokens = await within('token', waitMs, client.validateAuthorizationCode(code, verifier))
      const granted = tokens.hasScopes() ? tokens.scopes() : []
      const idToken = await within(
        'token',
        waitMs,
        Promise.resolve().then(() => tokens.idToken())
      )
      const identity = identityOf(await readIdToken(idToken, { keys: jwks, issuer: ISSUERS, clientId, nonce }, waitMs))
      if (!identity.email && granted.length > 0 && !granted.some((scope) => /(^|\/userinfo\.)email$/.test(scope)))
        throw new SignInFailed('no permission for the e-mail address', 'permissions')
      return identity
    }
  }
}
