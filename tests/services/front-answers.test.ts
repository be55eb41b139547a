import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LOCALE_COOKIE } from '#domain/constants.ts'
import { readConfig } from '#server/config.ts'
import { createFront } from '#server/front/front.ts'
import type { RenderedPage } from '#server/front/cached-page.ts'
import type { PageCache } from '#server/front/page-cache.ts'

const NOON = 1_000_000_000
const POLICY = "default-src 'self'; style-src 'self' 'sha256-x'"
const clock = { at: NOON }
let rendered: string[] = []
let errors: string[] = []
/** Pages by their address, for this test; any other is made of its address. */
let pages: Record<string, () => RenderedPage> = {}
let server: Server
let cache: PageCache
let dist: string

const html = (text: string, headers: Record<string, string> = {}, status = 200): RenderedPage => ({
  status,
  headers: { 'content-type': 'text/html', 'content-security-policy': POLICY, ...headers },
  body: () => Buffer.from(`<!DOCTYPE html><p>${text} ${'բարև '.repeat(50)}</p>`)
})
const render = (url: string): Promise<RenderedPage> => {
  rendered.push(url)
  const fault = /\/(404|500)$/.exec(url)?.[1]
  return Promise.resolve().then(() => (pages[url] ?? (() => html(`page ${url}`, {}, fault ? Number(fault) : 200)))())
}

beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'shuka-front-'))
  mkdirSync(join(dist, 'client/_astro'), { recursive: true })
  writeFileSync(join(dist, 'client/_astro/page.abc123.js'), 'let plain')
  writeFileSync(join(dist, 'client/_astro/page.abc123.js.br'), 'brotli')
  writeFileSync(join(dist, 'client/_astro/page.abc123.js.gz'), 'gzip')
  writeFileSync(join(dist, 'client/robots.txt'), 'User-agent: *')
  const front = await createFront({
    config: readConfig({ LOG: 'silent' }),
    dist,
    api: (_req, res) => void res.end('api'),
    apiFetch: () => Promise.reject(new Error('no page asks')),
    render,
    now: () => clock.at,
    log: (level, text, cause) => void (level === 'error' && errors.push(`${text} ${String(cause)}`))
  })
  cache = front.cache
  server = createServer(front.listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  await new Promise((done) => server.close(done))
  rmSync(dist, { recursive: true, force: true })
})
beforeEach(() => {
  clock.at += 24 * 3_600_000
  cache.drop('*')
  rendered = []
  errors = []
  pages = {}
})

interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }))
    })
    asked.once('error', reject).end()
  })
/** Twice: rendered for the first reader, ready for the second. */
const askTwice = async (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<[Reply, Reply]> => [
  await ask(path, headers, method),
  await ask(path, headers, method)
]
const BROTLI = { 'accept-encoding': 'gzip, deflate, br' }
const withoutDate = ({ status, headers: { date: _, ...headers }, body }: Reply) => ({ status, headers, body: body.toString('base64') })

describe('a page', () => {
  test('comes in the encoding the reader takes, with all its headers, the same from the first reader on', async () => {
    const [first, second] = await askTwice('/restaurants', BROTLI)
    expect(withoutDate(second)).toEqual(withoutDate(first))
    expect(rendered).toEqual(['/restaurants'])
    expect(second.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      vary: 'Accept-Encoding, Cookie',
      'cache-control': 'public, max-age=0, s-maxage=30, stale-while-revalidate=60',
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-length': String(second.body.length)
    })
    const text = brotliDecompressSync(second.body).toString()
    expect(text).toContain('page /restaurants')
    const [, gzip] = await askTwice('/restaurants', { 'accept-encoding': 'gzip' })
    expect([gzip.headers['content-encoding'], gunzipSync(gzip.body).toString()]).toEqual(['gzip', text])
    const [, plain] = await askTwice('/restaurants')
    expect([plain.headers['content-encoding'], plain.body.toString()]).toEqual([undefined, text])
    expect(plain.headers.etag).toBe(second.headers.etag)
  })

  test('tells a reader who has it already that nothing changed', async () => {
    const [, known] = await askTwice('/restaurants', BROTLI)
    const etag = known.headers.etag ?? ''
    for (const tag of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const reply = await ask('/restaurants', { ...BROTLI, 'if-none-match': tag })
      expect([reply.status, reply.body.length], tag).toEqual([304, 0])
      expect(reply.headers).toMatchObject({ etag, vary: 'Accept-Encoding, Cookie', 'content-security-policy': POLICY })
      expect(reply.headers['content-encoding']).toBeUndefined()
    }
    expect((await ask('/restaurants', { ...BROTLI, 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('answers HEAD with the same head and nothing else', async () => {
    const [, full] = await askTwice('/restaurants', BROTLI)
    const head = await ask('/restaurants', BROTLI, 'HEAD')
    expect(head.body.length).toBe(0)
    expect(head.headers['content-length']).toBe(full.headers['content-length'])
    expect(head.headers.etag).toBe(full.headers.etag)
  })

  test('takes no other method', async () => {
    const reply = await ask('/restaurants', {}, 'POST')
    expect([reply.status, reply.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  test('is one for all campaign parameters, and a reader of those gets it from memory', async () => {
    await ask('/restaurants?city=gyumri&page=2', BROTLI)
    for (let ad = 0; ad < 50; ad += 1) await ask(`/restaurants?utm_source=${ad}&page=2&fbclid=${ad}&city=gyumri`, BROTLI)
    expect(rendered).toEqual(['/restaurants?city=gyumri&page=2'])
  })

  test('shortly before its clock strikes is left to no cache outside', async () => {
    pages['/restaurants'] = () => html('open', { 'x-cache-until': String(clock.at + 100_000) })
    const [early] = await askTwice('/restaurants')
    clock.at += 20_000
    const late = await ask('/restaurants')
    expect(rendered).toEqual(['/restaurants'])
    expect([early, late].map(({ headers }) => headers['cache-control'])).toEqual([
      'public, max-age=0, s-maxage=30, stale-while-revalidate=60',
      'public, max-age=0, must-revalidate'
    ])
  })

  test('keeps to itself what is for the cache alone, and what would be for one visitor', async () => {
    pages['/restaurants'] = () =>
      html('page', {
        'x-cache-tags': 'catalogue',
        'x-cache-until': String(clock.at + 1e6),
        'set-cookie': 'a=1',
        server: 'x',
        'x-other': 'y'
      })
    for (const reply of await askTwice('/restaurants', { ...BROTLI, cookie: 'shuka_refresh=secret', authorization: 'Bearer secret' })) {
      expect(Object.keys(reply.headers).filter((name) => /^x-cache|^set-cookie|^server$|^x-other/.test(name))).toEqual([])
    }
  })

  test('can be a redirect, which is sent on', async () => {
    pages['/account'] = () => ({ status: 302, headers: { location: '/account/orders' }, body: () => Buffer.alloc(0) })
    for (const reply of await askTwice('/account'))
      expect([reply.status, reply.headers.location, reply.headers['cache-control']]).toEqual([302, '/account/orders', 'no-store'])
  })
})

describe('the language', () => {
  test('chosen before leads on from the bare address, also when the page is ready', async () => {
    await askTwice('/', BROTLI)
    const reply = await ask('/?utm_source=x', { ...BROTLI, cookie: `a=b; ${LOCALE_COOKIE}=ru` })
    expect([reply.status, reply.headers.location, reply.headers.vary]).toEqual([302, '/ru?utm_source=x', 'Cookie'])
    expect((await ask('/', { ...BROTLI, cookie: `${LOCALE_COOKIE}=en` })).headers.location).toBe('/en')
    const [, armenian] = await askTwice('/', { ...BROTLI, cookie: `${LOCALE_COOKIE}=hy` })
    expect([armenian.status, armenian.headers.vary]).toEqual([200, 'Accept-Encoding, Cookie'])
    expect((await ask('/restaurants', { ...BROTLI, cookie: `${LOCALE_COOKIE}=ru` })).status).toBe(200)
  })

  test('hy has no prefix, and no address ends with a slash', async () => {
    const places = await Promise.all(['/hy/restaurants?city=gyumri', '/en/restaurants/'].map((path) => ask(path)))
    expect(places.map(({ status, headers }) => [status, headers.location])).toEqual([
      [308, '/restaurants?city=gyumri'],
      [308, '/en/restaurants']
    ])
  })
})

describe('what is not there', () => {
  test('unknown addresses get the one 404 page of their language, and no reader makes another', async () => {
    for (let index = 0; index < 30; index += 1) {
      const reply = await ask(`/en/nothing-${index}?a=${index}`, BROTLI)
      expect([reply.status, reply.headers['cache-control'], reply.headers.etag]).toEqual([404, 'no-store', undefined])
    }
    expect(rendered).toEqual(['/en/404'])
  })

  test('a product that is not there is looked for once, and takes no page of memory', async () => {
    for (let id = 1; id <= 20; id += 1) pages[`/products/${id}`] = () => html('', {}, 404)
    await ask('/products/1')
    const before = cache.size
    for (let id = 1; id <= 20; id += 1) {
      for (const reply of await askTwice(`/products/${id}`))
        expect([reply.status, reply.body.toString()]).toEqual([404, expect.stringContaining('page /404')])
    }
    expect(rendered.filter((url) => url === '/products/7')).toHaveLength(1)
    expect(cache.size).toBeLessThanOrEqual(before)
  })
})

describe('a page that fails', () => {
  test('is the fault page of its language, rendered once however many ask, told once', async () => {
    pages['/en/restaurants'] = () => {
      throw new Error('no database')
    }
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask('/en/restaurants', BROTLI)))
    for (const reply of [...replies, await ask('/en/restaurants', BROTLI)]) {
      expect([reply.status, reply.headers['cache-control']]).toEqual([500, 'no-store'])
      expect(brotliDecompressSync(reply.body).toString()).toContain('page /en/500')
    }
    expect(rendered.toSorted()).toEqual(['/en/500', '/en/restaurants'])
    expect(errors).toEqual(['page /en/restaurants Error: no database'])
  })

  test('was there before: the last good one goes on', async () => {
    const [, good] = await askTwice('/restaurants', BROTLI)
    pages['/restaurants'] = () => html('broken', {}, 500)
    cache.drop('*')
    for (const reply of await askTwice('/restaurants', BROTLI)) {
      expect([reply.status, reply.headers.etag]).toEqual([200, good.headers.etag])
      expect(reply.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
    }
    expect(errors).toHaveLength(1)
  })

  test('and when even the fault page fails, says so in plain text', async () => {
    pages['/ru/shops'] = pages['/ru/500'] = () => {
      throw new Error('all is lost')
    }
    const reply = await ask('/ru/shops')
    expect([reply.status, reply.body.toString()]).toEqual([500, '500'])
  })
})

describe('files', () => {
  const FILE = '/_astro/page.abc123.js'

  test('hashed ones are kept for ever, in the encoding made by the build', async () => {
    for (const [accepted, encoding, content] of [
      ['gzip, br', 'br', 'brotli'],
      ['gzip', 'gzip', 'gzip'],
      ['', undefined, 'let plain']
    ]) {
      const [first, second] = await askTwice(FILE, { 'accept-encoding': accepted ?? '' })
      expect(withoutDate(second)).toEqual(withoutDate(first))
      expect([second.headers['content-encoding'], second.body.toString()]).toEqual([encoding, content])
      expect(second.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'text/javascript; charset=utf-8',
        vary: 'Accept-Encoding',
        'x-content-type-options': 'nosniff'
      })
    }
    expect((await ask(`${FILE}?v=1`)).body.toString()).toBe('let plain')
    expect((await ask(FILE, {}, 'HEAD')).body.length).toBe(0)
  })

  test('the others have a tag', async () => {
    const [, known] = await askTwice('/robots.txt')
    expect([known.headers['cache-control'], known.headers.vary]).toEqual(['public, max-age=0, must-revalidate', undefined])
    const again = await ask('/robots.txt', { 'if-none-match': known.headers.etag ?? '' })
    expect([again.status, again.body.length]).toEqual([304, 0])
  })

  test('compressed neighbours and paths out of the folder are no files', async () => {
    for (const path of [`${FILE}.br`, '/_astro/../../secret', '/..%2frobots.txt', '/client/robots.txt'])
      expect((await ask(path)).status, path).toBe(404)
  })
})

test('an address nobody can read is a page that is not there', async () => {
  for (const path of ['/restaurants/%ff', '/en/%E0%A4%A', '/ru/%'])
    expect(await ask(path)).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } })
})

test('the API has its answers to itself', async () => {
  const reply = await ask('/api/suppliers/name/%ff')
  expect([reply.body.toString(), reply.headers['x-content-type-options']]).toEqual(['api', 'nosniff'])
})
