import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { acceptedEncoding, matchesEtag } from '#server/front/encoding.ts'
import { createPageCache, type PageCacheOptions, type RenderedPage } from '#server/front/page-cache.ts'
import { placeOf } from '#server/front/routes.ts'

const place = (address: string) => {
  const url = new URL(address, 'http://shop')
  return placeOf(url.pathname, url.searchParams)
}

describe('addresses', () => {
  test.each([
    ['/', 'hy', '/'],
    ['/en', 'en', '/en'],
    ['/ru/restaurants', 'ru', '/ru/restaurants'],
    ['/restaurants/hin-tonir', 'hy', '/restaurants/hin-tonir'],
    ['/en/products/12-pork-khorovats', 'en', '/en/products/12-pork-khorovats'],
    ['/en/campaigns/card-cashback', 'en', '/en/campaigns/card-cashback']
  ])('%s is a page in %s', (address, locale, key) => {
    expect(place(address)).toEqual({ kind: 'page', locale, key, url: key })
  })

  test.each([
    ['/hy', '/'],
    ['/hy/restaurants?city=gyumri', '/restaurants?city=gyumri'],
    ['/hy//evil.example', '/evil.example'],
    ['/en/restaurants/', '/en/restaurants']
  ])('%s leads to %s', (address, to) => {
    expect(place(address)).toEqual({ kind: 'redirect', to })
  })

  test.each([
    '/xx',
    '/de/restaurants',
    '/a/b/c',
    '/en/en',
    '/restaurants/A%00',
    '/restaurants/..%2f..',
    '/products/abc',
    '/en/account/orders/1'
  ])('%s is nothing', (address) => {
    expect(place(address).kind).toBe('missing')
  })

  test('campaign parameters and unknown ones are no part of the key; known ones are, in one order', () => {
    expect(place('/restaurants?utm_source=x&page=2&fbclid=1&city=gyumri&groupHash=h')).toMatchObject({
      key: '/restaurants?city=gyumri&page=2'
    })
    expect(place(`/restaurants?city=${'x'.repeat(500)}`)).toMatchObject({ key: '/restaurants' })
  })

  test('one page serves every order number', () => {
    expect(place('/en/account/orders/100001')).toEqual(place('/en/account/orders/100002'))
  })
})

describe('encodings', () => {
  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['', 'identity'],
    [undefined, 'identity']
  ])('%s -> %s', (header, encoding) => {
    expect(acceptedEncoding(header)).toBe(encoding)
  })

  test('weak and listed tags match', () => {
    expect(matchesEtag('W/"a", "b"', 'W/"b"')).toBe(true)
    expect(matchesEtag('*', '"x"')).toBe(true)
    expect(matchesEtag('"c"', '"x"')).toBe(false)
    expect(matchesEtag(undefined, '"x"')).toBe(false)
  })
})

describe('the page cache', () => {
  const cacheOf = (render: PageCacheOptions['render'], more: Partial<PageCacheOptions> = {}) => {
    const clock = { at: 1_000_000 }
    const errors: string[] = []
    const cache = createPageCache({ render, now: () => clock.at, onError: (url) => errors.push(url), freshMs: 1000, ...more })
    return { cache, clock, errors }
  }
  const page = (text: string, headers: Record<string, string> = {}, status = 200): RenderedPage => ({
    status,
    headers,
    body: Buffer.from(text)
  })

  test('fifty readers of a new page wait for one renderer; all three encodings hold the same text', async () => {
    let renders = 0
    const { cache } = cacheOf(async () => {
      renders += 1
      await Promise.resolve()
      return page('բարև '.repeat(100))
    })
    const all = await Promise.all(Array.from({ length: 50 }, () => cache.get('/', '/')))
    expect(renders).toBe(1)
    const [first] = all
    if (!first) throw new Error('no page')
    expect(brotliDecompressSync(first.bodies.br).toString()).toBe(first.bodies.identity.toString())
    expect(gunzipSync(first.bodies.gzip).toString()).toBe(first.bodies.identity.toString())
  })

  test('an old page is served once more while a fresh one is rendered', async () => {
    let version = 0
    const { cache, clock } = cacheOf(() => Promise.resolve(page(`v${(version += 1)}`)))
    await cache.get('/', '/')
    clock.at += 2000
    expect((await cache.get('/', '/')).bodies.identity.toString()).toBe('v1')
    await vi.waitFor(async () => expect((await cache.get('/', '/')).bodies.identity.toString()).toBe('v2'))
  })

  test('past its clock time a page is not served again: an open sign is never a lie', async () => {
    let version = 0
    const { cache, clock } = cacheOf(() => Promise.resolve(page(`v${(version += 1)}`, { 'x-cache-until': String(1_000_500) })))
    await cache.get('/', '/')
    clock.at += 600
    expect((await cache.get('/', '/')).bodies.identity.toString()).toBe('v2')
  })

  test('a dropped tag brings a new page; the inner headers do not get out', async () => {
    let version = 0
    const { cache } = cacheOf(() =>
      Promise.resolve(page(`v${(version += 1)}`, { 'x-cache-tags': 'supplier:1 catalogue', 'content-type': 'text/html' }))
    )
    expect((await cache.get('/', '/')).headers).toEqual({ 'content-type': 'text/html' })
    cache.drop('supplier:2')
    expect((await cache.get('/', '/')).bodies.identity.toString()).toBe('v1')
    cache.drop('supplier:1')
    expect((await cache.get('/', '/')).bodies.identity.toString()).toBe('v2')
  })

  test('a page that fails is not kept; the last good one is served and the failure told', async () => {
    const pages = [page('good', { 'x-cache-until': '1000100' }), page('broken', {}, 500)]
    const { cache, clock, errors } = cacheOf(() => Promise.resolve(pages.shift() ?? page('again')))
    await cache.get('/', '/')
    clock.at += 200
    expect((await cache.get('/', '/')).bodies.identity.toString()).toBe('good')
    expect(errors).toEqual(['/'])
    expect((await cache.get('/', '/')).bodies.identity.toString()).toBe('again')
  })

  test('memory is bounded: the least recently used page goes', async () => {
    let renders = 0
    const { cache } = cacheOf(
      () => {
        renders += 1
        return Promise.resolve(page('x'.repeat(1000)))
      },
      { mostBytes: 2200 }
    )
    await cache.get('/a', '/a')
    await cache.get('/b', '/b')
    await cache.get('/a', '/a')
    await cache.get('/c', '/c')
    expect(cache.size).toBeLessThanOrEqual(2200)
    await cache.get('/a', '/a')
    expect(renders).toBe(3)
  })
})
