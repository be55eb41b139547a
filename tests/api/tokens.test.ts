import { eq } from 'drizzle-orm'
import { SignJWT, UnsecuredJWT, decodeJwt } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import { ACCESS_COOKIE } from '#domain/constants.ts'
import { schema } from '#server/db/schema.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'

const REFRESH = 'buy_refresh_token'
const { sessions, refreshTokens } = schema
let api: TestApi

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
afterEach(() => {
  expect(api.errors).toEqual([])
})

const held = (client: Client, name = REFRESH): string => client.cookies.get(name) ?? ''
/** A refresh with one token and nothing else, as another tab or a thief would send it. */
const refreshWith = async (token: string, body: object = {}) => {
  const stranger = api.guest()
  stranger.cookies.set(REFRESH, token)
  const reply = await stranger.raw<{ accessToken: string }>('POST', '/auth/refresh', { body })
  return { status: reply.status, successor: held(stranger), accessToken: reply.envelope.data?.accessToken ?? '', reply }
}
const works = async (accessToken: string): Promise<boolean> => {
  const client = api.guest()
  client.token = accessToken
  return (await client.raw('GET', '/auth/me')).status === 200
}
const cookieLines = async (target: TestApi, phone: string): Promise<string[]> => {
  const client = target.guest()
  await client.call(auth.sendCode, { body: { type: 'phone', contact: phone } })
  const body = { type: 'phone', contact: phone, pin: await target.code(phone), firstName: 'Ani' }
  const { headers } = await client.raw('POST', '/users/registration', { body })
  return headers.getSetCookie()
}

describe('cookies', () => {
  test('on http: the access token is readable, the refresh token is not and stays on the auth paths', async () => {
    const [access = '', refresh = ''] = await cookieLines(api, '+37477200001')
    expect(access).toMatch(new RegExp(`^${ACCESS_COOKIE}=[^;]+; Max-Age=600; Path=/; SameSite=Lax$`))
    expect(refresh).toMatch(new RegExp(`^${REFRESH}=[\\w-]{43}; Max-Age=5184000; Path=/api/auth; HttpOnly; SameSite=Lax$`))
  })

  test('on https both are Secure and the refresh token carries the prefix', async () => {
    const secure = await startApi({ env: { SITE_URL: 'https://shuka.example', DEMO: '1' } })
    const [access = '', refresh = ''] = await cookieLines(secure, '+37477200001')
    expect(access).toMatch(/; Path=\/; Secure; SameSite=Lax$/)
    expect(refresh).toMatch(/^__Secure-buy_refresh_token=[\w-]{43}; Max-Age=5184000; Path=\/api\/auth; HttpOnly; Secure; SameSite=Lax$/)
    const client = await secure.person()
    const first = held(client, '__Secure-buy_refresh_token')
    expect((await client.raw('POST', '/auth/refresh')).status).toBe(200)
    expect(held(client, '__Secure-buy_refresh_token')).not.toBe(first)
    await secure.close()
  })

  test('the refresh token is in no body and in no table', async () => {
    const client = await api.person()
    const token = held(client)
    const { reply, successor } = await refreshWith(token)
    expect(JSON.stringify(reply.envelope)).not.toContain(successor)
    const rows = JSON.stringify(await api.engine.db.select().from(refreshTokens))
    expect(rows).not.toContain(token)
    expect(rows).not.toContain(successor)
  })
})

describe('refreshing', () => {
  test('gives a new access token, and each refresh token leads to the next', async () => {
    const client = await api.person()
    const seen = new Set([held(client)])
    for (let i = 0; i < 3; i += 1) {
      api.clock.advance(600_000)
      expect(await works(client.token ?? '')).toBe(false)
      client.token = null
      client.token = (await client.call(auth.refresh, { body: {} })).accessToken
      expect(await client.call(auth.me)).toMatchObject({ id: client.userId })
      seen.add(held(client))
    }
    expect(seen.size).toBe(4)
  })

  test.each([29, 30])('the same old token gets the same successor for 30 seconds: after %i', async (seconds) => {
    const old = held(await api.person())
    const first = await refreshWith(old)
    api.clock.advance(seconds * 1000)
    const second = await refreshWith(old)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.successor).toBe(first.successor)
    expect(first.successor).not.toBe(old)
    expect((await refreshWith(first.successor)).status).toBe(200)
  })

  test('after 31 seconds it is reuse: the whole family ends, and other sessions of the person do not', async () => {
    const phone = '+37477200010'
    const client = await api.person({ phone })
    // The next code may be asked for.
    api.clock.advance(60_000)
    const elsewhere = api.guest()
    await elsewhere.call(auth.sendCode, { body: { type: 'phone', contact: phone } })
    const other = await elsewhere.call(auth.login, { body: { type: 'phone', contact: phone, pin: await api.code(phone) } })
    const old = held(client)
    const { successor, accessToken } = await refreshWith(old)
    const newest = await refreshWith(successor)
    api.clock.advance(31_000)
    const theft = await refreshWith(old)
    expect(theft.reply.envelope).toMatchObject({ code: 401, messages: [{ type: 'UNAUTHORIZED' }], data: null })
    expect(theft.successor).toBe('')
    expect((await refreshWith(newest.successor)).status).toBe(401)
    expect(await works(accessToken)).toBe(false)
    expect(await works(other.accessToken)).toBe(true)
    const { sid } = decodeJwt<{ sid: string }>(accessToken)
    expect((await api.engine.db.select().from(sessions).where(eq(sessions.id, sid)))[0]?.endReason).toBe('reuse')
  })

  test('a thousand at once with one token are one rotation and no fault', async () => {
    const client = await api.person()
    const { sid } = decodeJwt<{ sid: string }>(client.token ?? '')
    const replies = await Promise.all(Array.from({ length: 1000 }, () => refreshWith(held(client))))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ successor }) => successor)).size).toBe(1)
    expect(await api.engine.db.select().from(refreshTokens).where(eq(refreshTokens.sessionId, sid))).toHaveLength(2)
    expect((await refreshWith(replies[0]?.successor ?? '')).status).toBe(200)
  })

  test('the cookie comes first, then the body; the text "undefined" is missing', async () => {
    const refreshToken = held(await api.person())
    expect((await refreshWith('undefined')).status).toBe(401)
    expect((await refreshWith('undefined', { refreshToken: 'undefined' })).status).toBe(401)
    expect((await refreshWith(held(await api.person()), { refreshToken: 'x'.repeat(43) })).status).toBe(200)
    expect((await refreshWith('undefined', { refreshToken })).status).toBe(200)
    expect((await refreshWith('x'.repeat(43), { refreshToken })).status).toBe(401)
    expect((await api.guest().raw('POST', '/auth/refresh', { text: '' })).status).toBe(401)
  })

  test('a token that fails is taken away', async () => {
    const client = api.guest()
    client.cookies.set(REFRESH, 'x'.repeat(43)).set(ACCESS_COOKIE, 'gone')
    const { headers } = await client.raw('POST', '/auth/refresh', { body: {} })
    expect(headers.getSetCookie()).toEqual([
      `${ACCESS_COOKIE}=; Max-Age=0; Path=/; SameSite=Lax`,
      `${REFRESH}=; Max-Age=0; Path=/api/auth; HttpOnly; SameSite=Lax`,
      'buy_fresh_proof=; Max-Age=0; Path=/api; HttpOnly; SameSite=Lax'
    ])
  })

  test('a token lives 60 days, from its last use', async () => {
    const client = await api.person()
    const idle = await api.person()
    api.clock.advance(59 * 86_400_000)
    const { status, successor } = await refreshWith(held(client))
    expect(status).toBe(200)
    api.clock.advance(86_400_000)
    expect((await refreshWith(held(idle))).status).toBe(401)
    expect((await refreshWith(successor)).status).toBe(200)
  })
})

describe('access tokens', () => {
  test('live ten minutes', async () => {
    const client = await api.person()
    api.clock.advance(599_000)
    expect(await works(client.token ?? '')).toBe(true)
    api.clock.advance(1_000)
    expect(await works(client.token ?? '')).toBe(false)
  })

  test('from the future are refused, but for what clocks differ', async () => {
    const now = api.clock.now()
    for (const [ahead, accepted] of [
      [86_400_000, false],
      [50_000, true]
    ] as const) {
      api.clock.set(now + ahead)
      const { token } = await api.person()
      api.clock.set(now)
      expect(await works(token ?? '')).toBe(accepted)
    }
  })

  test('are refused when forged', async () => {
    const client = await api.person()
    const claims = decodeJwt(client.token ?? '')
    const key = new TextEncoder().encode('only-for-tests-only-for-tests-only-for-tests')
    const [head, , signature] = (client.token ?? '').split('.')
    const payload = Buffer.from(JSON.stringify({ ...claims, sub: '1' })).toString('base64url')
    const forged = [
      new UnsecuredJWT(claims).encode(),
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(key),
      `${head}.${payload}.${signature}`,
      `${client.token}x`,
      held(client),
      'x'
    ]
    for (const token of forged) expect(await works(token)).toBe(false)
    expect(await works(client.token ?? '')).toBe(true)
  })

  test('end with the session', async () => {
    const client = await api.person()
    const token = held(client)
    expect(await client.call(auth.signOut)).toEqual({ signedOut: true })
    expect([...client.cookies.keys()].sort()).toEqual(['buy_anonymous_id', 'buy_known_browser'])
    expect(await works(client.token ?? '')).toBe(false)
    expect((await refreshWith(token)).status).toBe(401)
  })

  test('the refresh cookie alone is enough to sign out, and a guest may too', async () => {
    const client = await api.person()
    const token = client.token ?? ''
    client.token = null
    expect(await client.call(auth.signOut)).toEqual({ signedOut: true })
    expect(await works(token)).toBe(false)
    expect(await api.guest().call(auth.signOut)).toEqual({ signedOut: true })
  })

  test('signing out twice, with the token of the first time, is signed out', async () => {
    const client = await api.person()
    const { token } = client
    await client.call(auth.signOut)
    client.token = token
    expect(await client.call(auth.signOut)).toEqual({ signedOut: true })
  })
})
