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

/** What is known of a provider is asked again after so long. */
const KNOWN_MS = 3_600_000
const SCOPES = ['openid', 'email', 'profile']

/** Any provider that speaks OpenID Connect: found by its issuer, code flow with PKCE. */
export const createOpenId = ({ name, issuer, clientId, clientSecret, redirectUri, waitMs }: OpenIdOptions): SignInProvider => {
  const client = new OAuth2Client(clientId, clientSecret, redirectUri)
  let known: { at: number; found: Promise<Discovered> } | null = null

  const discover = (): Promise<Discovered> => {
    const now = performance.now()
    if (known && now - known.at < KNOWN_MS) return known.found
    const found = readDiscovery(issuer, waitMs)
    known = { at: now, found }
    // Whoever waits for it hears why; the next one asks again.
    found.catch(() => {
      if (known?.found === found) known = null
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
      // Many providers keep all but the subject for this call.
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
