import { createHmac } from 'node:crypto'
import { createLocalJWKSet, decodeJwt, exportJWK, exportPKCS8, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createApple } from '#server/adapters/sign-in/apple.ts'
import { createSignIn } from '#server/adapters/sign-in/create.ts'
import { createFacebook } from '#server/adapters/sign-in/facebook.ts'
import { createGoogle } from '#server/adapters/sign-in/google.ts'
import { BadConfiguration, readConfig } from '#server/config.ts'
import { readName, readPostedNames } from '#server/services/sign-in/provider-profile.ts'

const SECRETS = { state: 'state', verifier: 'verifier-verifier-verifier-verifier-verifier', nonce: 'nonce' }
const redirectUri = 'https://shuka.example/api/auth/callback/x'
const waitMs = 1_000
let pair: Awaited<ReturnType<typeof generateKeyPair>>
let keys: ReturnType<typeof createLocalJWKSet>
beforeAll(async () => {
  pair = await generateKeyPair('RS256', { extractable: true })
  keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'vendor', alg: 'RS256' }] })
})
afterEach(() => void vi.unstubAllGlobals())

const idToken = (claims: JWTPayload): Promise<string> =>
  new SignJWT({ nonce: 'nonce', ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'vendor' })
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(pair.privateKey)

interface Asked {
  url: URL
  body: URLSearchParams
  headers: Headers
}
/** The vendor's servers; answers what they were asked. */
const vendor = (answers: Record<string, unknown>): Asked[] => {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    asked.push({ url, body: new URLSearchParams(await request.text()), headers: request.headers })
    const answer = answers[`${url.origin}${url.pathname}`]
    return answer === undefined ? new Response('{}', { status: 500 }) : Response.json(answer)
  })
  return asked
}

describe('Google', () => {
  const TOKEN = 'https://oauth2.googleapis.com/token'
  const google = () => createGoogle({ clientId: 'g-client', clientSecret: 'g-secret', redirectUri, waitMs, keys })
  const claims = {
    iss: 'https://accounts.google.com',
    aud: 'g-client',
    sub: '117',
    email: 'ani@gmail.com',
    email_verified: true,
    given_name: 'Ani'
  }

  test('is asked with PKCE, state and nonce, and gets the verifier with the code', async () => {
    const url = new URL(await google().authorize(SECRETS))
    expect(url.origin + url.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth')
    const asks = Object.fromEntries(url.searchParams)
    expect(asks).toMatchObject({ state: 'state', nonce: 'nonce', code_challenge_method: 'S256', scope: 'openid email profile' })
    expect(asks).toMatchObject({ redirect_uri: redirectUri, client_id: 'g-client', response_type: 'code' })
    const asked = vendor({ [TOKEN]: { access_token: 'at', scope: 'openid email profile', id_token: await idToken(claims) } })
    expect(await google().identify('code', SECRETS)).toEqual({
      ...{ subject: '117', email: 'ani@gmail.com', emailVerified: true, firstName: 'Ani', lastName: '' }
    })
    expect(Object.fromEntries(asked[0]?.body ?? [])).toMatchObject({
      code: 'code',
      code_verifier: SECRETS.verifier,
      redirect_uri: redirectUri
    })
  })

  test('without the permission for the address it is said as that', async () => {
    const { email: _, ...bare } = claims
    vendor({
      [TOKEN]: { access_token: 'at', scope: 'openid https://www.googleapis.com/auth/userinfo.profile', id_token: await idToken(bare) }
    })
    await expect(google().identify('code', SECRETS)).rejects.toMatchObject({ why: 'permissions' })
  })

  test.each([
    ['of another client', { aud: 'another' }],
    ['of another visit', { nonce: 'other' }],
    ['of another issuer', { iss: 'https://evil.example' }]
  ])('a token %s is refused', async (_case, change) => {
    vendor({ [TOKEN]: { access_token: 'at', id_token: await idToken({ ...claims, ...change }) } })
    await expect(google().identify('code', SECRETS)).rejects.toMatchObject({ name: 'SignInFailed', why: 'failed' })
  })
})

describe('Apple', () => {
  const claims = {
    iss: 'https://appleid.apple.com',
    aud: 'am.shuka',
    sub: '001.a',
    email: 'x@privaterelay.appleid.com',
    email_verified: 'true'
  }

  test('is asked to post its answer, and gets a secret signed by our key', async () => {
    const own = await generateKeyPair('ES256', { extractable: true })
    const pem = (await exportPKCS8(own.privateKey)).replaceAll('\n', '\\n')
    const keysGiven = { APPLE_CLIENT_ID: 'am.shuka', APPLE_TEAM_ID: 'TEAM', APPLE_KEY_ID: 'KEY', APPLE_PRIVATE_KEY: pem }
    const privateKey = readConfig(keysGiven).APPLE_PRIVATE_KEY ?? new Uint8Array()
    const apple = createApple({ clientId: 'am.shuka', teamId: 'TEAM', keyId: 'KEY', privateKey, redirectUri, waitMs, keys })
    const url = new URL(await apple.authorize(SECRETS))
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_mode: 'form_post',
      nonce: 'nonce',
      scope: 'name email',
      state: 'state'
    })
    const asked = vendor({ 'https://appleid.apple.com/auth/token': { access_token: 'at', id_token: await idToken(claims) } })
    expect(await apple.identify('code', SECRETS)).toMatchObject({ subject: '001.a', emailVerified: true })
    expect(decodeJwt(asked[0]?.body.get('client_secret') ?? '')).toMatchObject({ iss: 'TEAM', sub: 'am.shuka' })
  })

  test('the names it posts once are read as text, whatever is posted', () => {
    expect(readPostedNames('{"name":{"firstName":" Ani\\n","lastName":"P."},"email":"x"}')).toEqual({ firstName: 'Ani', lastName: 'P.' })
    expect(readPostedNames('{"name":{"firstName":7}}')).toEqual({ firstName: '', lastName: '' })
    for (const text of ['', 'null', '[]', '{"name":null}', '{', 7, undefined, `"${'x'.repeat(3_000)}"`])
      expect(readPostedNames(text)).toBeNull()
    expect(readName('a'.repeat(200))).toHaveLength(60)
    expect(readName('Ani\u0000 x\u202e')).toBe('Ani x')
  })
})

describe('Facebook', () => {
  const TOKEN = 'https://graph.facebook.com/v16.0/oauth/access_token'
  const ME = 'https://graph.facebook.com/me'
  const facebook = () => createFacebook({ appId: 'f-app', appSecret: 'f-secret', redirectUri, waitMs })

  test('tells a profile to whoever proves the secret; its address counts as unproven', async () => {
    expect(new URL(await facebook().authorize(SECRETS)).searchParams.get('state')).toBe('state')
    const asked = vendor({ [TOKEN]: { access_token: 'f-token' }, [ME]: { id: '9', first_name: 'Ani', last_name: 'P', email: 'a@b.am' } })
    expect(await facebook().identify('code', SECRETS)).toEqual({
      ...{ subject: '9', email: 'a@b.am', emailVerified: false, firstName: 'Ani', lastName: 'P' }
    })
    expect(asked[1]?.headers.get('authorization')).toBe('Bearer f-token')
    expect(asked[1]?.url.searchParams.get('appsecret_proof')).toBe(createHmac('sha256', 'f-secret').update('f-token').digest('hex'))
  })

  test.each([
    ['no token', { [TOKEN]: {} }],
    ['no profile', { [TOKEN]: { access_token: 'x' } }],
    ['a profile of nobody', { [TOKEN]: { access_token: 'x' }, [ME]: {} }],
    ['a list', { [TOKEN]: { access_token: 'x' }, [ME]: [] }]
  ])('%s is a failed sign-in', async (_case, answers) => {
    vendor(answers)
    await expect(facebook().identify('code', SECRETS)).rejects.toMatchObject({ name: 'SignInFailed' })
  })
})

describe('keys', () => {
  const ids = async (env: Record<string, string>): Promise<string[]> => (await createSignIn(readConfig(env))).map(({ id }) => id)
  const google = { GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b' }
  const openid = { OPENID_ISSUER: 'https://id.example', OPENID_CLIENT_ID: 'a', OPENID_CLIENT_SECRET: 'b' }

  test('a provider is there when all of its keys are, in the order of the buttons', async () => {
    expect(await ids({})).toEqual([])
    expect(await ids({ ...openid, FACEBOOK_APP_ID: 'a', FACEBOOK_APP_SECRET: 'b', ...google })).toEqual(['google', 'facebook', 'openid'])
  })

  test.each([
    [{ GOOGLE_CLIENT_ID: 'a' }, /GOOGLE_CLIENT_SECRET/],
    [{ APPLE_CLIENT_ID: 'a', APPLE_TEAM_ID: 'b' }, /APPLE_KEY_ID and APPLE_PRIVATE_KEY/],
    [{ APPLE_PRIVATE_KEY: 'hunter2' }, /PKCS 8/],
    [{ ...openid, OPENID_ISSUER: 'http://id.example' }, /https/],
    [{ ...openid, OPENID_ISSUER: 'javascript:1' }, /https/]
  ])('%j stops the start and names what is missing, never a secret', (env: Record<string, string>, says) => {
    expect(() => readConfig(env)).toThrow(BadConfiguration)
    expect(() => readConfig(env)).toThrow(says)
    expect(() => readConfig(env)).not.toThrow(/hunter2/)
  })
})
