import { createServer, request, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import type { Envelope } from '#contract/endpoint.ts'
import { createProxy } from '#server/front/proxy.ts'

const servers: Server[] = []
const listen = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

const logged: string[] = []
/** A front before an API that answers so. */
/** An API that never answers: the only one that is not waited for long, as a busy machine may take its time with every other. */
const hangs: RequestListener = () => undefined

const frontOf = async (api: RequestListener | string, trusts = false) => {
  const apiUrl = typeof api === 'string' ? api : await listen(api)
  const stopping = new AbortController()
  const proxy = createProxy({
    apiUrl: `${apiUrl}/v1`,
    config: { TRUST_PROXY: trusts },
    log: (_level, text) => void logged.push(text),
    stopping: stopping.signal,
    lostLogLines: () => 3,
    timeouts: api === hangs ? { connect: 300, headers: 300 } : { connect: 30_000, headers: 30_000 }
  })
  const url = await listen((req, res) => void proxy.answer(req, res, new URL(req.url ?? '/', 'http://shop')))
  return { url, proxy, stopping }
}
const codeOf = async (answer: Response): Promise<unknown[]> => {
  const { code, messages } = (await answer.json()) as { code: number; messages: { type: string }[] }
  return [answer.status, code, messages[0]?.type]
}

describe('what passes', () => {
  test('path, query, body, cookies and headers, and who the visitor is', async () => {
    const seen: { url: string; headers: IncomingMessage['headers']; body: string }[] = []
    const api: RequestListener = (req, res) => {
      let body = ''
      req.on('data', (chunk: Buffer) => (body += chunk.toString()))
      req.on('end', () => {
        seen.push({ url: req.url ?? '', headers: req.headers, body })
        res.writeHead(201, { 'Set-Cookie': ['a=1; HttpOnly', 'b=2'], 'X-Request-Id': 'r1' }).end('{"code":200}')
      })
    }
    const front = await frontOf(api)
    const answer = await fetch(`${front.url}/api/baskets?x=1&y=%D5%A1`, {
      method: 'POST',
      body: '{"productId":1}',
      headers: { cookie: 'c=3', 'session-id': 's', 'x-forwarded-for': '6.6.6.6' }
    })
    expect([answer.status, answer.headers.getSetCookie(), answer.headers.get('x-request-id')]).toEqual([
      201,
      ['a=1; HttpOnly', 'b=2'],
      'r1'
    ])
    expect(seen[0]).toMatchObject({ url: '/v1/baskets?x=1&y=%D5%A1', body: '{"productId":1}' })
    expect(seen[0]?.headers).toMatchObject({ cookie: 'c=3', 'session-id': 's', 'x-forwarded-for': '127.0.0.1', 'content-length': '15' })
    const trusting = await frontOf(api, true)
    await fetch(`${trusting.url}/api/info`, { headers: { 'x-forwarded-for': '6.6.6.6, 7.7.7.7' } })
    expect(seen[1]?.headers['x-forwarded-for']).toBe('7.7.7.7')
    await fetch(`${trusting.url}/api/info`, { headers: { 'x-forwarded-for': '[2A02:2a57::1]:4711' } })
    expect(seen[2]?.headers['x-forwarded-for']).toBe('2a02:2a57::1')
    for (const none of ['7.7.7.7,', '7.7.7.7, ', 'x', '', '7.7.7.7, unknown', '7.7.7.256']) {
      const refused = await fetch(`${trusting.url}/api/info`, { headers: { 'x-forwarded-for': none } })
      expect(await codeOf(refused), none).toEqual([400, 400, 'BAD_REQUEST'])
    }
    expect(seen).toHaveLength(3)
  })

  test('a stream, event by event, and its end when the visitor goes', async () => {
    let gone = false
    const front = await frontOf((_req, res) => {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('id: 1\n\n')
      res.once('close', () => (gone = true))
    })
    const abort = new AbortController()
    const answer = await fetch(`${front.url}/api/orders/events`, { signal: abort.signal })
    const first = await answer.body?.getReader().read()
    expect(new TextDecoder().decode(first?.value)).toBe('id: 1\n\n')
    abort.abort()
    await expect.poll(() => gone).toBe(true)
  })

  test('a compressed answer as the API compressed it', async () => {
    const packed = gzipSync('{"code":200}')
    const front = await frontOf((_req, res) => res.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed))
    const [encoding, body] = await new Promise<[string | undefined, Buffer]>((resolve, reject) => {
      const asking = request(`${front.url}/api/info`, { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
        buffer(answer).then((read) => resolve([answer.headers['content-encoding'], read]), reject)
      })
      asking.on('error', reject).end()
    })
    expect([encoding, body]).toEqual(['gzip', packed])
  })

  test('a redirect as it is', async () => {
    const front = await frontOf((_req, res) => res.writeHead(303, { Location: '/checkout' }).end())
    const answer = await fetch(`${front.url}/api/payments/return`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/checkout'])
  })
})

describe('what does not', () => {
  test('a body over the limit, however it is sent, never reaches the API', async () => {
    let reached = 0
    const front = await frontOf((_req, res) => {
      reached += 1
      res.end('{}')
    })
    const large = 'x'.repeat(64 * 1024 + 1)
    expect(await codeOf(await fetch(`${front.url}/api/baskets`, { method: 'POST', body: large }))).toEqual([413, 400, 'PAYLOAD_TOO_LARGE'])
    const streamed = await new Promise<number>((resolve, reject) => {
      const asking = request(`${front.url}/api/baskets`, { method: 'POST' }, (answer) => resolve(answer.resume().statusCode ?? 0))
      asking.on('error', reject)
      for (let part = 0; part < 5; part += 1) asking.write('x'.repeat(16 * 1024))
      asking.end()
    })
    expect([streamed, reached]).toEqual([413, 0])
    const most = await fetch(`${front.url}/api/baskets`, { method: 'POST', body: large.slice(1) })
    expect([most.status, reached]).toEqual([200, 1])
  })

  test('an API that is away, hangs, or breaks the connection is a 502 that clients know, and soon', async () => {
    const started = performance.now()
    const away = await frontOf('http://127.0.0.1:9')
    expect(await codeOf(await fetch(`${away.url}/api/info`))).toEqual([502, 503, 'NETWORK'])
    const hanging = await frontOf(hangs)
    expect(await codeOf(await fetch(`${hanging.url}/api/info`))).toEqual([504, 408, 'TIMEOUT'])
    const breaking = await frontOf((req) => req.socket.destroy())
    expect(await codeOf(await fetch(`${breaking.url}/api/info`, { method: 'POST', body: '{}' }))).toEqual([502, 503, 'NETWORK'])
    // Ten times what it takes alone at most.
    expect(performance.now() - started).toBeLessThan(50_000)
    expect(logged.some((text) => text.startsWith('GET /api/info was not passed on'))).toBe(true)
  })

  test('is logged without what the visitor put into the address', async () => {
    logged.length = 0
    const fronts = [await frontOf('http://127.0.0.1:9'), await frontOf(hangs), await frontOf((req) => req.socket.destroy())]
    const paths = ['/search?term=zzterm', '/messages/reports/zzkey', '/geo/reverse-search/zz40.18/zz44.51?x=zz', '/users/zz@marked.example']
    for (const { url } of fronts) for (const path of paths) await fetch(`${url}/api${path}`)
    expect(logged).toHaveLength(fronts.length * paths.length)
    expect(logged.join('\n')).not.toContain('zz')
    expect(logged).toContain('GET /api/geo/reverse-search/…/… was not passed on')
  })

  test('an answer that breaks off does not look whole', async () => {
    const front = await frontOf((_req, res) => {
      res.writeHead(200, { 'Content-Type': 'application/json' }).write('{"code":')
      setTimeout(() => res.destroy(), 50)
    })
    await expect(fetch(`${front.url}/api/info`).then((answer) => answer.text())).rejects.toThrow()
  })
})

test('a kept connection that the API has closed meanwhile is no fault of a reader', async () => {
  let connections = 0
  const url = await listen((_req, res) => res.end('{}'))
  servers.at(-1)?.on('connection', (socket) => {
    connections += 1
    // The second request on a connection meets a reset.
    let requests = 0
    socket.on('data', () => (requests += 1) > 1 && socket.resetAndDestroy())
  })
  const front = await frontOf(url)
  for (let turn = 0; turn < 4; turn += 1) expect((await fetch(`${front.url}/api/info`)).status).toBe(200)
  expect(connections).toBeGreaterThan(1)
})

describe('readiness', () => {
  const readyOf = async (url: string): Promise<unknown[]> => {
    const answer = await fetch(`${url}/api/ready`)
    const { code, messages, data, requestId } = (await answer.json()) as Envelope<unknown>
    expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual(['application/json', 'no-store'])
    expect(requestId).not.toBe('')
    return [answer.status, code, messages[0]?.type, data]
  }
  const notReady = (reason: string): unknown[] => [503, 503, 'NOT_READY', { reason }]

  test.each<[string, RequestListener | string]>([
    ['is away', 'http://127.0.0.1:9'],
    ['hangs', hangs],
    ['breaks the connection', (req) => req.socket.destroy()],
    ['is not ready', (_req, res) => res.writeHead(503, { 'Content-Type': 'application/json' }).end('{"code":503}')],
    ['has a gateway that answers in its place', (_req, res) => res.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>502</h1>')]
  ])('is refused as everywhere when the API %s; the front itself is alive', async (_what, api) => {
    const front = await frontOf(api)
    expect(await readyOf(front.url)).toEqual(notReady('api'))
    expect((await fetch(`${front.url}/api/health`)).status).toBe(200)
    const head = await fetch(`${front.url}/api/ready`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([503, ''])
  })

  test('follows the API, and changes are told once', async () => {
    let status = 200
    const front = await frontOf((_req, res) => res.writeHead(status).end('{}'))
    logged.length = 0
    const told: unknown[] = []
    for (status of [200, 503, 503, 200, 200]) told.push((await readyOf(front.url))[0])
    expect(told).toEqual([200, 503, 503, 200, 200])
    expect(await readyOf(front.url)).toEqual([200, 200, undefined, { status: 'ready', lostLogLines: 3 }])
    expect(logged.map((text) => text.replace(/.* is /, ''))).toEqual(['not ready', 'ready again'])
  })

  test('ends when the front stops', async () => {
    const front = await frontOf((_req, res) => res.end('{}'))
    front.stopping.abort()
    expect(await readyOf(front.url)).toEqual(notReady('stopping'))
    expect((await fetch(`${front.url}/api/health`)).status).toBe(200)
  })
})
