import { describe, expect, test } from 'vitest'
import { cacheOf, page, textOf } from '#tests/support/page-cache.ts'

describe('failures', () => {
  test('a page that fails is not kept; the last good one is served and the failure told', async () => {
    const pages = [page('good', { 'x-cache-until': '1000100' }), page('broken', {}, 500)]
    const { cache, clock, errors, read } = cacheOf(() => Promise.resolve(pages.shift() ?? page('again')))
    await read()
    clock.at += 200
    expect(await read()).toBe('good')
    expect(errors).toEqual(['/: rendered with status 500'])
    const kept = await cache.get('/', '/')
    expect(kept && cache.lasts(kept, 0)).toBe(false)
    clock.at += 2000
    expect(await read()).toBe('again')
  })

  test('while it fails, a page is tried again after one second, then two, four, …, and told each time it was', async () => {
    let renders = 0
    const { clock, errors, read } = cacheOf(() => {
      renders += 1
      return Promise.reject(new Error('no database'))
    })
    const ask = async (): Promise<void> => {
      await expect(Promise.all(Array.from({ length: 20 }, () => read()))).rejects.toThrow('no database')
    }
    await ask()
    await ask()
    expect(renders).toBe(1)
    clock.at += 1000
    await ask()
    expect(renders).toBe(2)
    clock.at += 1000
    await ask()
    expect(renders).toBe(2)
    clock.at += 1000
    await ask()
    expect(renders).toBe(3)
    expect(errors).toEqual(Array.from({ length: 3 }, () => '/: no database'))
    for (let minute = 0; minute < 10; minute += 1) {
      clock.at += 30_000
      await ask()
    }
    expect(renders).toBe(13)
  })

  test('a fault page has its own status and is kept', async () => {
    let renders = 0
    const { cache } = cacheOf(() => {
      renders += 1
      return Promise.resolve(page('sorry', {}, 500))
    })
    expect(textOf(await cache.get('500 hy', '/500', 500))).toBe('sorry')
    expect(textOf(await cache.get('500 hy', '/500', 500))).toBe('sorry')
    expect(renders).toBe(1)
  })
})

describe('a clock that is set back', () => {
  test('does not keep pages until it is where it was, nor what was missing or failed', async () => {
    const answers = [page('old'), page('', {}, 404), new Error('no database')]
    const { clock, cache, read } = cacheOf(() => {
      const answer = answers.shift() ?? page('new')
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    })
    expect(await read('/')).toBe('old')
    expect(await cache.get('/missing', '/missing')).toBeNull()
    await expect(read('/failed')).rejects.toThrow()
    clock.at -= 900_000
    await read('/')
    for (const path of ['/', '/missing', '/failed']) expect(await read(path)).toBe('new')
  })
})

describe('what is not there', () => {
  test('is asked for once in a while, and after a change', async () => {
    let renders = 0
    let isThere = false
    const { cache, clock } = cacheOf(() => {
      renders += 1
      return Promise.resolve(isThere ? page('here') : page('', {}, 404))
    })
    expect(await cache.get('/products/5', '/products/5')).toBeNull()
    expect(await cache.get('/products/5', '/products/5')).toBeNull()
    expect(renders).toBe(1)
    clock.at += 31_000
    expect(await cache.get('/products/5', '/products/5')).toBeNull()
    expect(renders).toBe(2)
    isThere = true
    cache.drop('*')
    expect(textOf(await cache.get('/products/5', '/products/5'))).toBe('here')
  })

  test('takes no memory of pages, and a page that has gone is forgotten', async () => {
    const pages = [page('here')]
    const { cache, clock } = cacheOf(() => Promise.resolve(pages.shift() ?? page('', {}, 404)))
    await cache.get('/products/5', '/products/5')
    expect(cache.size).toBeGreaterThan(0)
    clock.at += 20_000
    expect(await cache.get('/products/5', '/products/5')).toBeNull()
    for (let id = 0; id < 100; id += 1) await cache.get(`/products/9${id}`, `/products/9${id}`)
    expect(cache.size).toBe(0)
  })
})

describe('memory', () => {
  const filling = (letter: string): string => Array.from({ length: 4000 }, (_, index) => `${letter}${(index * 7919) % 1009}`).join('')

  test('is bounded: the least recently used page goes', async () => {
    const rendered: string[] = []
    const { cache, clock, read } = cacheOf(
      (url) => {
        rendered.push(url)
        return Promise.resolve(page(filling(url)))
      },
      { maxBytes: 60_000, freshMs: 1e9, staleMs: 1e9 }
    )
    await read('/a')
    const one = cache.size
    await read('/b')
    expect(cache.size).toBeGreaterThan(one)
    clock.at += 2000
    await read('/a')
    await read('/c')
    await read('/d')
    expect(cache.size).toBeLessThanOrEqual(60_000)
    rendered.length = 0
    await read('/b')
    expect(rendered).toEqual(['/b'])
  })

  test('counts the encodings that are made later', async () => {
    const { cache } = cacheOf((url) => Promise.resolve(page(filling(url))))
    const kept = await cache.get('/a', '/a')
    const before = cache.size
    const gzip = kept?.body('gzip').length ?? 0
    expect(cache.size).toBe(before + gzip)
  })
})

describe('memory', () => {
  test('a kept page holds its bodies and nothing around them', async () => {
    // As long as a page, and hard to make short.
    const text = Array.from({ length: 9_000 }, (_, n) => ((n * 7_919) % 65_537).toString(36)).join(' ')
    const { cache } = cacheOf(() => Promise.resolve(page(text)))
    const kept = await cache.get('/', '/')
    for (const encoding of ['br', 'gzip', 'identity'] as const) {
      const body = kept?.body(encoding)
      expect(body?.length, encoding).toBeGreaterThan(8_192)
      expect(body?.buffer.byteLength, encoding).toBe(body?.length)
    }
  })
})
