import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { routeOf } from '#server/front/routes.ts'
import { startFront, type FrontServer } from '#tests/support/front-server.ts'
import { ROOT } from '#tests/support/sources.ts'

let front: FrontServer
beforeAll(async () => {
  front = await startFront({ '/_astro/a.js': 'let a' })
})
afterAll(() => front.close())

describe('an absolute target', () => {
  test.each([
    ['http://127.0.0.1:4321/restaurants', '/restaurants'],
    ['http://127.0.0.1:4321', '/'],
    ['HTTP://shop.example?utm_source=x', '/'],
    ['https://evil.example/restaurants?page=2&x=1', '/restaurants?page=2'],
    ['http://user:word@evil.example:99/ru/restaurants', '/ru/restaurants']
  ])('%s is %s, whoever is named', async (target, page) => {
    const reply = await front.ask(target, { host: 'other.example' })
    expect([reply.status, reply.body.toString()]).toEqual([200, `<!DOCTYPE html><p>page ${page}</p>`])
  })

  test('reaches files and the API too, which learns the name that was asked', async () => {
    expect((await front.ask('http://x.example/_astro/a.js')).body.toString()).toBe('let a')
    expect((await front.ask('http://x.example:8080/api/info?a=1', { host: 'y.example' })).body.toString()).toBe(
      'api /api/info?a=1 x.example:8080'
    )
  })

  test('leads nowhere else', async () => {
    const { status, headers } = await front.ask('http://evil.example/hy/restaurants/')
    expect([status, headers.location]).toEqual([308, '/restaurants'])
    expect((await front.ask('http://evil.example//evil.example/x')).status).toBe(404)
  })

  test.each(['http:///restaurants', 'http://', 'ftp://x.example/', 'restaurants', '*'])('%s is no address', async (target) => {
    const heard = await front.say(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(heard).toMatch(/^HTTP\/1\.1 400 /)
  })
})

test('a check by HTTP/1.0, without a Host header, is answered', async () => {
  const heard = await front.say('GET /api/ready HTTP/1.0\r\n\r\n')
  expect(heard).toContain('200 OK')
  expect(heard).toContain('api /api/ready shuka')
})

test('who asks for methods is told, about a page and about the server', async () => {
  for (const target of ['/restaurants', '*']) {
    const heard = await front.say(`OPTIONS ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(heard).toMatch(/^HTTP\/1\.1 204 [\s\S]*\r\nAllow: GET, HEAD, OPTIONS\r\n/)
  }
})

describe('every page there is', () => {
  const PAGES = 'src/pages/[...locale]'
  const NAMES: Record<string, string> = { '[number]': '100001', '[product]': '12-pork-khorovats', '[collection]': 'hot-deals' }
  const paths = readdirSync(join(ROOT, PAGES), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.astro'))
    .map((file) => `/${file.replace(/(^|\/)index\.astro$|\.astro$/, '').replace(/\[\w+\]/g, (name) => NAMES[name] ?? 'a-name')}`)

  test.each(['', '/en', '/ru'])('has one address in %j, without a slash at the end', (prefix) => {
    expect(paths.length).toBeGreaterThan(40)
    for (const path of paths) {
      const address = `${prefix}${path === '/' ? '' : path}`
      expect(routeOf(address || '/', new URLSearchParams()), address).toMatchObject({ kind: 'page' })
      if (address === '') continue
      for (const end of ['/', '///'])
        expect(routeOf(address + end, new URLSearchParams('x=1')), address + end).toEqual({ kind: 'redirect', to: `${address}?x=1` })
      if (prefix === '') expect(routeOf(`/hy${path}/`, new URLSearchParams())).toEqual({ kind: 'redirect', to: path })
    }
  })
})

test('the gallery of dialogs is a page of a private shop only', async () => {
  const config = readConfig({ LOG: 'silent', SITE_URL: 'https://shop.am', DEMO: '1' })
  const open = await startFront({}, { config })
  try {
    const statuses = async (server: FrontServer) =>
      Promise.all(['/gallery', '/en/gallery', '/ru/gallery?product=1', '/gift-card'].map(async (path) => (await server.ask(path)).status))
    expect(await statuses(open)).toEqual([404, 404, 404, 200])
    expect(await statuses(front)).toEqual([200, 200, 200, 200])
  } finally {
    await open.close()
  }
})
