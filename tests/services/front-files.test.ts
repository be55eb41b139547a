import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFront, type FrontServer } from '#tests/support/front-server.ts'

const FILE = '/_astro/page.abc123.js'
const ENCODINGS = ['br', 'gzip', 'identity'] as const
let front: FrontServer
let tags: Record<(typeof ENCODINGS)[number], string>
const tagOf = async (accepted: string): Promise<string> => (await front.ask(FILE, { 'accept-encoding': accepted })).headers.etag ?? ''

beforeAll(async () => {
  front = await startFront({ [FILE]: 'let plain', [`${FILE}.br`]: 'brotli', [`${FILE}.gz`]: 'gzip', '/alone.txt': 'one form' })
  tags = { br: await tagOf('br'), gzip: await tagOf('gzip'), identity: await tagOf('identity') }
})
afterAll(() => front.close())

test('each encoding of a file has a strong tag of its own', () => {
  for (const tag of Object.values(tags)) expect(tag).toMatch(/^"[\w-]+"$/)
  expect(new Set(Object.values(tags)).size).toBe(3)
})

test('a reader who has just these bytes is told so; one who has another encoding, or the tag of long ago, gets them', async () => {
  const old = `"${tags.br.slice(1, 23)}"`
  for (const accepted of ENCODINGS) {
    for (const held of ENCODINGS) {
      const { status, headers } = await front.ask(FILE, { 'accept-encoding': accepted, 'if-none-match': tags[held] })
      expect([accepted, held, status, headers.etag]).toEqual([accepted, held, accepted === held ? 304 : 200, tags[accepted]])
      expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'cache-control': 'public, max-age=31536000, immutable' })
    }
    for (const known of [`W/${tags[accepted]}`, `"other", ${tags[accepted]}`, '*'])
      expect((await front.ask(FILE, { 'accept-encoding': accepted, 'if-none-match': known })).status, known).toBe(304)
    expect((await front.ask(FILE, { 'accept-encoding': accepted, 'if-none-match': old })).status).toBe(200)
  }
})

test('HEAD says the same as GET, without the bytes, also to who has them', async () => {
  for (const accepted of ENCODINGS) {
    const asked = { 'accept-encoding': accepted }
    const [get, head] = [await front.ask(FILE, asked), await front.ask(FILE, asked, 'HEAD')]
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' })
    expect(head.body.length).toBe(0)
    expect((await front.ask(FILE, { ...asked, 'if-none-match': tags[accepted] }, 'HEAD')).status).toBe(304)
  }
})

test('a part is never sent: whoever goes on with a download gets the whole, whatever it held', async () => {
  for (const held of [tags.br, tags.identity, 'Sat, 21 Nov 2026 00:00:00 GMT']) {
    const reply = await front.ask(FILE, { 'accept-encoding': 'br', range: 'bytes=2-', 'if-range': held })
    expect([reply.status, reply.body.toString(), reply.headers['content-range']]).toEqual([200, 'brotli', undefined])
  }
})

test('a file of one form keeps the tag it has, in any encoding asked for', async () => {
  const { headers } = await front.ask('/alone.txt', { 'accept-encoding': 'br' })
  expect(headers.etag).toMatch(/^"[\w-]{22}"$/)
  const again = await front.ask('/alone.txt', { 'accept-encoding': 'identity', 'if-none-match': headers.etag ?? '' })
  expect([again.status, again.headers.vary]).toEqual([304, undefined])
})
