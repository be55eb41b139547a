import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWTPayload } from 'jose'

export type Part = 'discovery' | 'token' | 'keys' | 'userinfo'
/** down: the connection breaks; slow: nothing comes; the rest is an answer that no provider gives. */
export type Fault = 'down' | 'slow' | 'rubbish' | 'empty' | 'error'

export interface RogueProvider {
  issuer: string
  env: Record<string, string>
  faults: Partial<Record<Part, Fault>>
  /** The token of the next visit, from the claims an honest provider would write. */
  token: (honest: JWTPayload, key: CryptoKey) => Promise<string>
  sign: (claims: JWTPayload, key: CryptoKey, alg?: string) => Promise<string>
  unsigned: (claims: JWTPayload) => string
  /** A key that is not published. */
  otherKey: CryptoKey
  /** Does what the provider's pages do, at once: the address that leads back. */
  lead: (url: string) => string
  stop: () => Promise<void>
}

/** A provider that speaks the protocol and may lie at every step of it. */
export const startRogueProvider = async (): Promise<RogueProvider> => {
  const [own, other] = [await generateKeyPair('RS256', { extractable: true }), await generateKeyPair('RS256')]
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }
  let nonce = ''
  const sign = (claims: JWTPayload, key: CryptoKey, alg = 'RS256') => new SignJWT(claims).setProtectedHeader({ alg, kid: 'own' }).sign(key)
  const server = createServer((req, res) => {
    const path = new URL(req.url ?? '/', 'http://rogue').pathname
    const part: Part = path.startsWith('/.well-known') ? 'discovery' : path === '/keys' ? 'keys' : path === '/token' ? 'token' : 'userinfo'
    const fault = self.faults[part]
    if (fault) return spoil(res, fault)
    void answer(part).then((body) => res.setHeader('Content-Type', 'application/json').end(JSON.stringify(body)))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const answer = async (part: Part): Promise<unknown> => {
    if (part === 'keys') return { keys: [jwk] }
    if (part === 'discovery')
      return {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        userinfo_endpoint: `${issuer}/userinfo`
      }
    if (part === 'userinfo') return { sub: 'somebody-else', email: 'victim@example.am', email_verified: true }
    const now = Math.floor(Date.now() / 1000)
    const honest = {
      iss: issuer,
      aud: 'shuka',
      sub: 'rogue',
      iat: now,
      exp: now + 300,
      nonce,
      email: 'victim@example.am',
      email_verified: true
    }
    return { access_token: 'at', token_type: 'Bearer', expires_in: 300, id_token: await self.token(honest, own.privateKey) }
  }
  const self: RogueProvider = {
    issuer,
    env: { OPENID_ISSUER: issuer, OPENID_CLIENT_ID: 'shuka', OPENID_CLIENT_SECRET: 'a-secret' },
    faults: {},
    token: sign,
    sign,
    unsigned: (claims) => new UnsecuredJWT(claims).encode(),
    otherKey: other.privateKey,
    lead: (url) => {
      const asked = new URL(url).searchParams
      nonce = asked.get('nonce') ?? ''
      const back = new URL(asked.get('redirect_uri') ?? '')
      back.search = String(new URLSearchParams({ code: 'code', state: asked.get('state') ?? '' }))
      return back.href
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      })
  }
  return self
}

const spoil = (res: ServerResponse, fault: Fault): void => {
  if (fault === 'down') res.destroy()
  else if (fault === 'rubbish') res.setHeader('Content-Type', 'application/json').end('<html>{{{')
  else if (fault === 'empty') res.end('{}')
  else if (fault === 'error') res.writeHead(503).end('no')
}
