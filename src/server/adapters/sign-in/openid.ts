import { CodeChallengeMethod, OAuth2Client } from 'arctic'
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import { askJson, textOf, within } from './ask.ts'
import { identityOf, readIdToken } from './id-token.ts'
import { SignInFailed, type SignInProvider } from './port.ts'

export interface OpenIdOptions {
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  redirectUri: string
  waitMs: number
}

interface Discovered {
  authorize: string
  token: string
  userinfo: string
  keys: JWTVerifyGetKey
}

/** Time that the discovery document is cached. */
const DISCOVERY_MS = 3_600_000
const SCOPES = ['openid', 'email', 'profile']

/** Any OpenID Connect provider: discovery by issuer, code flow with PKCE. */
export const createOpenId = ({ name, issuer, clientId, clientSecret, redirectUri, waitMs }: OpenIdOptions): SignInProvider => {
  const client = new OAuth2Client(clientId, clientSecret, redirectUri)
  let cached: { at: number; found: Promise<Discovered> } | null = null

  const discover = (): Promise<Discovered> => {
    const now = performance.now()
    if (cached && now - cached.at < DISCOVERY_MS) return cached.found
    const found = readDiscovery(issuer, waitMs)
    cached = { at: now, found }
    // The failure reaches the callers; the next call requests again.
    found.catch(() => {
      if (cached?.found === found) cached = null
    })
    return found
  }

  return {
    id: 'openid',
    name,
    authorize: async ({ state, verifier, nonce }) => {
      const { authorize } = await discover()
      const url = client.createAuthorizationURLWithPKCE(authorize, state, CodeChallengeMethod.S256, verifier, SCOPES)
      url.searchParams.set('nonce', nonce)
      return url.href
    },
    identify: async (code, { verifier, nonce }) => {
      const { token, userinfo, keys } = await discover()
      const tokens = await within('token', waitMs, client.validateAuthorizationCode(token, code, verifier))
      const idToken = await within(
        'token',
        waitMs,
        Promise.resolve().then(() => tokens.idToken())
      )
      const claims = await readIdToken(idToken, { keys, issuer, clientId, nonce }, waitMs)
      if (claims['email'] !== undefined || userinfo === '') return identityOf(claims)
      // Many providers return all claims but the subject only from userinfo.
      const more = await askJson('userinfo', waitMs, userinfo, { Authorization: `Bearer ${tokens.accessToken()}` })
      if (more['sub'] !== claims.sub) throw new SignInFailed('userinfo: of somebody else')
      return identityOf({ ...more, sub: claims.sub })
    }
  }
}

const readDiscovery = async (issuer: string, waitMs: number): Promise<Discovered> => {
  const found = await askJson('discovery', waitMs, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  if (found['issuer'] !== issuer) throw new SignInFailed('discovery: of another issuer')
  const address = (field: string): string => {
    const url = URL.parse(textOf(found, field))
    if (!url || !/^https?:$/.test(url.protocol)) throw new SignInFailed(`discovery: no ${field}`)
    return url.href
  }
  return {
    authorize: address('authorization_endpoint'),
    token: address('token_endpoint'),
    userinfo: textOf(found, 'userinfo_endpoint') && address('userinfo_endpoint'),
    keys: createRemoteJWKSet(new URL(address('jwks_uri')), { timeoutDuration: waitMs })
  }
}
