import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { hy } from '#i18n/messages/hy.ts'
import { ru } from '#i18n/messages/ru.ts'
import { cacheOf, counting, heldRenderer, page, textOf } from '#tests/support/page-cache.ts'
import { PATIENCE_MS } from '#tests/support/patience.ts'

describe('who renders', () => {
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
    expect(brotliDecompressSync(first.body('br')).toString()).toBe('բարև '.repeat(100))
    expect(gunzipSync(first.body('gzip')).toString()).toBe('բարև '.repeat(100))
    expect(textOf(first)).toBe('բարև '.repeat(100))
  })

  test('of a hundred different pages asked for at once, a few are rendered at a time', async () => {
    let now = 0
    let most = 0
    const { cache } = cacheOf(async (url) => {
      most = Math.max(most, (now += 1))
      await new Promise((done) => setTimeout(done, 1))
      now -= 1
      return page(url)
    })
    const all = await Promise.all(Array.from({ length: 100 }, (_, index) => cache.get(`/${index}`, `/${index}`)))
    expect(all.map(textOf)).toEqual(Array.from({ length: 100 }, (_, index) => `/${index}`))
    expect(most).toBe(8)
  })

  test('two pages that are rendered at the same time do not write over each other', async () => {
    const shared = Buffer.alloc(2)
    const { cache } = cacheOf(async (url) => {
      await Promise.resolve()
      return { status: 200, headers: {}, body: () => (shared.write(url), shared) }
    })
    const [a, b] = await Promise.all([cache.get('/a', '/a'), cache.get('/b', '/b')])
    expect([textOf(a), textOf(b)]).toEqual(['/a', '/b'])
  })
})

describe('how long a page is served', () => {
  test('an old page is served once more while a fresh one is rendered', async () => {
    const { clock, read } = cacheOf(counting())
    await read()
    clock.at += 2000
    expect(await read()).toBe('v1')
    await vi.waitFor(async () => expect(await read()).toBe('v2'), PATIENCE_MS)
  })

  test('a page from long ago is not served while a fresh one can be had', async () => {
    const { clock, read } = cacheOf(counting())
    await read()
    clock.at += 20_000
    expect(await read()).toBe('v2')
  })

  test('past its clock time a page is not served again: an open sign is never a lie', async () => {
    const { cache, clock, read } = cacheOf(counting({ 'x-cache-until': '1000500' }))
    const kept = await cache.get('/', '/')
    expect(kept && cache.lasts(kept, 400)).toBe(true)
    expect(kept && cache.lasts(kept, 600)).toBe(false)
    clock.at += 600
    expect(cache.ready('/')).toBeUndefined()
    expect(await read()).toBe('v2')
  })

  test('what came out the same is not compressed anew, and has the same tag', async () => {
    const { cache, clock } = cacheOf(() => Promise.resolve(page('same')))
    const first = await cache.get('/', '/')
    clock.at += 20_000
    const second = await cache.get('/', '/')
    expect(second).not.toBe(first)
    expect(second?.etag).toBe(first?.etag)
    expect(second?.body('br')).toBe(first?.body('br'))
  })

  test('a long page that many read is compressed again, better, and stays the same page', async () => {
    const text = JSON.stringify(hy).repeat(4)
    expect(Buffer.byteLength(text)).toBeGreaterThan(96 * 1024)
    const { cache } = cacheOf(() => Promise.resolve(page(text)))
    const kept = await cache.get('/', '/')
    const before = kept?.body('br').length ?? 0
    const { size } = cache
    for (let reader = 0; reader < 30; reader += 1) kept?.read()
    await vi.waitFor(() => expect(kept?.body('br').length).toBeLessThan(before), PATIENCE_MS)
    expect(brotliDecompressSync(kept?.body('br') ?? Buffer.alloc(0)).toString()).toBe(text)
    expect(cache.size).toBe(size - before + (kept?.body('br').length ?? 0))
  })

  test('a long page that many others wait behind is compressed quickly, and is the same page', async () => {
    const text = JSON.stringify(hy).repeat(4)
    const calm = await cacheOf(() => Promise.resolve(page(text))).cache.get('/', '/')
    const { cache } = cacheOf(() => Promise.resolve(page(text)))
    const [first] = await Promise.all(['/1', '/2'].map((url) => cache.get(url, url)))
    expect(first?.body('br').length).toBe(calm?.body('br').length)
    const [busy] = await Promise.all(['/', '/3', '/4', '/5', '/6'].map((url) => cache.get(url, url)))
    expect(busy?.body('br').length).toBeGreaterThan(calm?.body('br').length ?? 0)
    expect(brotliDecompressSync(busy?.body('br') ?? Buffer.alloc(0)).toString()).toBe(text)
    expect(busy?.etag).toBe(calm?.etag)
  })

  test('a list that many others wait behind weighs a tenth more, which its byte budget allows', async () => {
    const text = Buffer.from(JSON.stringify([hy, ru]))
      .subarray(0, 150 * 1024)
      .toString()
    const calm = await cacheOf(() => Promise.resolve(page(text))).cache.get('/', '/')
    const { cache } = cacheOf(() => Promise.resolve(page(text)))
    const [busy] = await Promise.all(['/', '/2', '/3', '/4', '/5'].map((url) => cache.get(url, url)))
    expect(busy?.body('br').length).toBeGreaterThan(calm?.body('br').length ?? 0)
    expect(busy?.body('br').length).toBeLessThan(1.12 * (calm?.body('br').length ?? 0))
  })
})

describe('the catalogue changes', () => {
  test('a dropped tag brings a new page; other tags do not', async () => {
    const { cache, read } = cacheOf(counting({ 'x-cache-tags': 'supplier:1 catalogue' }))
    await read()
    cache.drop('supplier:2')
    expect(await read()).toBe('v1')
    cache.drop('supplier:1')
    expect(cache.ready('/')).toBeUndefined()
    expect(await read()).toBe('v2')
    cache.drop('*')
    expect(await read()).toBe('v3')
  })

  test('a render that began before a drop is not kept as fresh, and nobody who comes later gets it', async () => {
    const { render, release } = heldRenderer()
    const { cache, read } = cacheOf(render)
    const early = read()
    cache.drop('catalogue')
    const late = read()
    release[0]?.()
    expect(await early).toBe('v1')
    expect(cache.ready('/')).toBeUndefined()
    release[1]?.()
    expect(await late).toBe('v2')
    expect(textOf(cache.ready('/') ?? null)).toBe('v2')
  })

  test('an overtaken render that nobody asked for again is as good as dropped', async () => {
    const { render, release } = heldRenderer()
    const { cache, read } = cacheOf(render)
    const early = read()
    cache.drop('*')
    release[0]?.()
    expect(await early).toBe('v1')
    expect(cache.ready('/')).toBeUndefined()
    const later = read()
    release[1]?.()
    expect(await later).toBe('v2')
  })

  test('an overtaken render that ends last takes nobody’s place', async () => {
    const { render, release } = heldRenderer()
    const { cache, read } = cacheOf(render)
    const early = read()
    cache.drop('*')
    const late = read()
    release[1]?.()
    expect(await late).toBe('v2')
    release[0]?.()
    expect(await early).toBe('v1')
    expect(textOf(cache.ready('/') ?? null)).toBe('v2')
  })

  test('a drop of another tag leaves a render of a known page alone', async () => {
    const { render, release } = heldRenderer({ 'x-cache-tags': 'supplier:1' })
    const { cache, clock, read } = cacheOf(render)
    const first = read()
    release[0]?.()
    await first
    clock.at += 20_000
    const again = read()
    cache.drop('supplier:2')
    release[1]?.()
    expect(await again).toBe('v2')
    expect(textOf(cache.ready('/') ?? null)).toBe('v2')
  })
})
