import { createServer } from 'node:http'
import { generateKeyPairSync } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'
import { createOpenIdMemory } from './openid-memory.ts'

export interface ProviderPerson {
  sub: string
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
}
export interface OpenIdProvider {
  issuer: string
  env: Record<string, string>
  /** Who signs in there next; 'refuse': somebody who does not give consent. */
  next: ProviderPerson | 'refuse'
  /** Walks from our authorisation address to the address that leads back to us, as a browser does, with cookies of its own. */
  visit: (url: string) => Promise<string>
  /** The same visit for another client of this provider. */
  otherClient: { id: string; secret: string; redirectUri: string }
  stop: () => Promise<void>
}

const CLIENT = { id: 'shuka', secret: 'a-secret-of-the-shop-a-secret-of-the-shop' }
const OTHER = { id: 'another-shop', secret: 'a-secret-of-another-shop-somewhere-else', redirectUri: 'http://127.0.0.1:9/callback' }

/** A real OpenID provider in this process, on a port of its own. Nobody types there: who comes next is told beforehand. */
export const startOpenIdProvider = async ({
  site,
  claimsIn = 'idToken'
}: {
  /** Origin of the shop. */
  site: string
  /** Where the provider tells more than the subject. */
  claimsIn?: 'idToken' | 'userinfo'
}): Promise<OpenIdProvider> => {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, ProviderPerson>()
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const configuration: Configuration = {
    adapter: createOpenIdMemory(),
    clients: [
      { client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [`${site}/api/auth/callback/openid`] },
      { client_id: OTHER.id, client_secret: OTHER.secret, redirect_uris: [OTHER.redirectUri] }
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'test' }] },
    cookies: { keys: ['only-for-tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    conformIdTokenClaims: claimsIn === 'userinfo',
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    renderError: (ctx, { error }) => void (ctx.body = error),
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Session: 600, Grant: 600 },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) })
  }
  const provider = new Provider(issuer, configuration)
  // Each visit is somebody new at this provider, so nothing of the one before is remembered.
  const self: OpenIdProvider = {
    issuer,
    env: { OPENID_NAME: 'Google', OPENID_ISSUER: issuer, OPENID_CLIENT_ID: CLIENT.id, OPENID_CLIENT_SECRET: CLIENT.secret },
    next: { sub: 'nobody' },
    otherClient: OTHER,
    visit: (url) => walk(url, issuer),
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      })
  }
  const answer = provider.callback()
  server.on('request', (req, res) => {
    if (!req.url?.startsWith('/interaction/')) return void answer(req, res)
    void decide(provider, self, people, req, res)
  })
  return self
}

/** What a person would do on the provider's pages. */
const decide = async (
  provider: Provider,
  self: OpenIdProvider,
  people: Map<string, ProviderPerson>,
  ...[req, res]: Parameters<Provider['interactionDetails']>
): Promise<void> => {
  const { prompt, params, grantId, session } = await provider.interactionDetails(req, res)
  if (self.next === 'refuse')
    return provider.interactionFinished(req, res, { error: 'access_denied', error_description: 'the person refused' })
  if (prompt.name === 'login') {
    people.set(self.next.sub, self.next)
    return provider.interactionFinished(req, res, { login: { accountId: self.next.sub } })
  }
  const grant =
    (grantId ? await provider.Grant.find(grantId) : undefined) ??
    new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params['client_id']) })
  grant.addOIDCScope('openid email profile')
  return provider.interactionFinished(req, res, { consent: { grantId: await grant.save() } }, { mergeWithLastSubmission: true })
}

const walk = async (from: string, issuer: string): Promise<string> => {
  const cookies = new Map<string, string>()
  for (let url = from, steps = 0; steps < 12; steps += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const to = response.headers.get('location')
    if (to === null) throw new Error(`the provider stopped at ${url}: ${response.status} ${(await response.text()).slice(0, 300)}`)
    url = new URL(to, url).href
    if (!url.startsWith(issuer)) return url
  }
  throw new Error('the provider leads nowhere')
}
