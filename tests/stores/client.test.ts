import { describe, expect, test, vi } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import * as baskets from '#contract/baskets/calls.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { createBrowserCaller } from '#client/browser-caller.ts'
import { createCaller, type Fetch } from '#client/call.ts'
import { readEvents } from '#client/event-stream.ts'
import { followEvents } from '#client/events.ts'
import { readPublic } from '#client/read-public.ts'
import { writeQuery } from '#client/query.ts'
import { createTokens } from '#client/tokens.ts'

const jar = (values: Record<string, string> = {}) => ({
  values,
  read: (name: string) => values[name] ?? null,
  write: (name: string, value: string, seconds: number) => void (seconds > 0 ? (values[name] = value) : delete values[name])
})
const envelope = (code: number, data: unknown, type = 'UNAUTHORIZED') =>
  new Response(JSON.stringify({ code, messages: code === 200 ? [] : [{ type, body: 'words' }], data, requestId: '' }))
const now = (_name: string, work: () => Promise<never>) => work()

test('query parameters in nested brackets', () => {
  expect(writeQuery({ filters: { price: { min: 1000 } }, ids: [4, 5], open: true, none: undefined, term: 'ա&b' })).toBe(
    'filters%5Bprice%5D%5Bmin%5D=1000&ids%5B0%5D=4&ids%5B1%5D=5&open=1&term=%D5%A1%26b'
  )
})

describe('headers of every call (spec section 7)', () => {
  test('guest', async () => {
    let sent = new Headers()
    const fetch: Fetch = (_, init) => {
      sent = new Headers(init?.headers)
      return Promise.resolve(envelope(200, {}))
    }
    const cookies = jar({ buy_is_adult: '1' })
    const { call } = createBrowserCaller({
      fetch,
      cookies,
      locale: 'ru',
      session: () => ({ isAuthenticated: false }),
      onSessionEnd: () => undefined,
      runInTurn: now as never
    })
    await call(baskets.get, { query: {} })
    expect(Object.fromEntries(sent)).toMatchObject({
      accept: 'application/json',
      'session-id': expect.stringMatching(/^[0-9a-f]{32}$/),
      'content-language': 'ru',
      'content-currency': 'AMD',
      'request-method': 'GET',
      'not-for-minors': '1',
      'cache-control': 'no-cache'
    })
    expect(sent.has('authorization')).toBe(false)
    expect(cookies.values['buy_anonymous_id']).toBe(sent.get('session-id'))
  })

  test('an idempotency key and a token when there are', async () => {
    let sent = new Headers()
    const call = createCaller({
      locale: 'hy',
      accessToken: () => 'abc',
      fetch: (_, init) => ((sent = new Headers(init?.headers)), Promise.resolve(envelope(200, {})))
    })
    await call(orders.checkout, { body: {} as never }, { idempotencyKey: 'key-12345' })
    expect(sent.get('idempotency-key')).toBe('key-12345')
    expect(sent.get('authorization')).toBe('Bearer abc')
  })
})

test('a failure that this build does not know keeps its number and words; without a name it is custom (999)', async () => {
  const failing = (messages: object[]) =>
    createCaller({ locale: 'hy', fetch: () => Promise.resolve(Response.json({ code: 999, messages, data: null, requestId: '' })) })
  await expect(failing([{ type: 'CALL_US', body: 'The kitchen burned down' }])(orders.history, { query: {} })).rejects.toMatchObject({
    type: 'CALL_US',
    code: 999,
    message: 'The kitchen burned down'
  })
  for (const messages of [[], [{ body: '' }]])
    await expect(failing(messages)(orders.history, { query: {} })).rejects.toMatchObject({ type: 'CUSTOM', code: 999, message: '' })
})

test('scripts without stores send the same headers, with the age that a guest confirmed', async () => {
  const sent: Headers[] = []
  const fetch: Fetch = (_, init) => {
    sent.push(new Headers(init?.headers))
    return Promise.resolve(envelope(200, {}))
  }
  await createCaller({ fetch, locale: 'ru', sessionId: () => 'a'.repeat(32), isAdult: () => true })(catalogue.suppliers, { query: {} })
  vi.stubGlobal('document', { cookie: `buy_anonymous_id=${'a'.repeat(32)}; buy_is_adult=1` })
  vi.stubGlobal('fetch', fetch)
  try {
    await readPublic(catalogue.suppliers, { query: {} }, 'ru')
    vi.stubGlobal('fetch', () => Promise.resolve(envelope(503, null)))
    await expect(readPublic(catalogue.suppliers, { query: {} }, 'ru')).rejects.toThrow('/suppliers')
  } finally {
    vi.unstubAllGlobals()
  }
  const [called, read] = sent.map((headers) => Object.fromEntries(headers))
  expect(read).toEqual(called)
})

test('no answer and an answer that is no envelope are both NETWORK', async () => {
  const broken = createCaller({ locale: 'hy', fetch: () => Promise.reject(new TypeError()) })
  const proxy = createCaller({ locale: 'hy', fetch: () => Promise.resolve(new Response('<h1>502</h1>', { status: 502 })) })
  for (const call of [broken, proxy]) await expect(call(auth.me)).rejects.toMatchObject({ type: 'NETWORK', message: '' })
})

describe('tokens (spec section 4)', () => {
  test('cookie first; missing or "undefined" is taken from the sign-in session and stored', () => {
    const cookies = jar({ buy_access_token: 'cookie' })
    const session = { accessToken: 'session', refreshToken: 'again', isAuthenticated: false }
    const tokens = createTokens(cookies, () => session)
    expect(tokens.access()).toBe('cookie')
    cookies.values['buy_access_token'] = 'undefined'
    expect(tokens.access()).toBe('session')
    expect(cookies.values['buy_access_token']).toBe('session')
    expect(tokens.refresh()).toBe('again')
    expect(cookies.values['buy_refresh_token']).toBe('again')
    tokens.clear()
    expect(cookies.values).toEqual({})
  })
  test('the literal undefined is missing in the session too', () => {
    const tokens = createTokens(jar(), () => ({ accessToken: 'undefined', refreshToken: 'undefined', isAuthenticated: false }))
    expect([tokens.access(), tokens.refresh(), tokens.canRefresh()]).toEqual([null, null, false])
  })
})

describe('refresh queue', () => {
  const setUp = (renew: () => Promise<Response>) => {
    const cookies = jar({ buy_access_token: 'old', buy_refresh_token: 'refresh-me' })
    const bodies: string[] = []
    let ended = 0
    const fetch: Fetch = async (input, init = {}) => {
      if (input.endsWith('/auth/refresh')) {
        bodies.push(String(init.body))
        return renew()
      }
      return new Headers(init.headers).get('authorization') === 'Bearer new' ? envelope(200, input) : envelope(401, null)
    }
    const caller = createBrowserCaller({
      fetch,
      cookies,
      locale: 'en',
      session: () => ({ isAuthenticated: true }),
      onSessionEnd: () => (ended += 1),
      runInTurn: now as never
    })
    return { ...caller, cookies, bodies, ended: () => ended }
  }

  test('calls that wait are all replayed after one refresh with the readable token', async () => {
    const { call, bodies, cookies } = setUp(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return envelope(200, { accessToken: 'new', expiresIn: 600 })
    })
    expect(await Promise.all([call(auth.me), call(baskets.orderMode), call(auth.me)])).toHaveLength(3)
    expect(bodies).toEqual(['{"refreshToken":"refresh-me"}'])
    expect(cookies.values['buy_access_token']).toBe('new')
  })

  test('all are rejected with the refresh error, and the session ends', async () => {
    const { call, ended, cookies } = setUp(() => Promise.resolve(envelope(401, null, 'UNAUTHORIZED')))
    const answers = await Promise.allSettled([call(auth.me), call(auth.me)])
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true)
    expect(ended()).toBe(1)
    expect(cookies.values['buy_access_token']).toBeUndefined()
  })

  test('a refresh that found no connection ends nothing', async () => {
    const { call, ended, cookies } = setUp(() => Promise.reject(new TypeError()))
    await expect(call(auth.me)).rejects.toMatchObject({ type: 'NETWORK' })
    expect(ended()).toBe(0)
    expect(cookies.values['buy_access_token']).toBe('old')
  })

  test('a call is retried once only', async () => {
    let sent = 0
    const fetch: Fetch = (input) => {
      if (input.endsWith('/auth/refresh')) return Promise.resolve(envelope(200, { accessToken: `t${sent}`, expiresIn: 600 }))
      sent += 1
      return Promise.resolve(envelope(401, null))
    }
    const { call } = createBrowserCaller({
      fetch,
      cookies: jar({ buy_access_token: 'old' }),
      locale: 'en',
      session: () => ({ isAuthenticated: true }),
      onSessionEnd: () => undefined,
      runInTurn: now as never
    })
    await expect(call(auth.me)).rejects.toMatchObject({ type: 'UNAUTHORIZED' })
    expect(sent).toBe(2)
  })

  test("another tab's newer token counts as a refresh", async () => {
    const { call, cookies, bodies } = setUp(() => Promise.reject(new TypeError()))
    const asking = call(auth.me)
    cookies.values['buy_access_token'] = 'new'
    expect(await asking).toContain('/auth/me')
    expect(bodies).toEqual([])
  })
})

describe('server-sent events', () => {
  const stream = (...chunks: string[]) =>
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
        controller.close()
      }
    })

  test('are read across chunks, with comments, several lines and Armenian', async () => {
    const events = []
    for await (const event of readEvents(
      stream(': hello\n\nid: 7\nda', 'ta: {"a":\ndata: 1}\n\nevent: order\r\ndata: Երևան\r\n\r\ndata: cut')
    ))
      events.push(event)
    expect(events).toEqual([
      { id: '7', type: 'message', data: '{"a":\n1}' },
      { id: '7', type: 'order', data: 'Երևան' }
    ])
  })

  test('resume after the last one heard, with longer and longer pauses', async () => {
    const asked: (string | null)[] = []
    const pauses: number[] = []
    const heard: string[] = []
    let finish = (): void => undefined
    const done = new Promise<void>((resolve) => (finish = resolve))
    const stop = followEvents({
      caller: {
        locale: 'en',
        fetch: (_, init) => {
          asked.push(new Headers(init?.headers).get('last-event-id'))
          return Promise.resolve(asked.length === 1 ? new Response(stream('id: 41\ndata: a\n\n')) : new Response(null, { status: 503 }))
        }
      },
      endpoint: orders.events,
      onEvent: ({ data }) => heard.push(data),
      runInTurn: now as never,
      wait: async (ms) => {
        pauses.push(ms)
        if (pauses.length === 4) {
          stop()
          finish()
        }
        await Promise.resolve()
      }
    })
    await done
    expect(heard).toEqual(['a'])
    expect(asked.slice(0, 3)).toEqual([null, '41', '41'])
    expect(pauses).toEqual([1000, 2000, 4000, 8000])
  })
})
