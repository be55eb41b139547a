import { afterEach, expect, test } from 'vitest'
import type { CodeType } from '#contract/codes.ts'
import { startFront, type FrontServer } from '#tests/support/front-server.ts'

const MINUTES = 60_000
let front: FrontServer
/** How the API behind the front answers: with addresses of the site, or refusing. */
let refusal: CodeType | null = null
let calls = 0
const apiFetch = (): Promise<Response> => {
  calls += 1
  const site = { pages: [`/page-${calls}`], suppliers: [], campaigns: [], productPieces: [1] }
  const body = refusal ? { code: 500, messages: [{ type: refusal, body: '' }], data: null } : { code: 200, messages: [], data: site }
  return Promise.resolve(Response.json({ ...body, requestId: '' }, { status: refusal ? 500 : 200 }))
}
const start = async (): Promise<void> => {
  refusal = null
  calls = 0
  front = await startFront({}, { apiFetch })
}
afterEach(() => front.close())

test.each(['INTERNAL', 'NOT_READY', 'NETWORK', 'TOO_MANY_REQUESTS'] as const)(
  'a sitemap that cannot be read (%s) asks in words to come again',
  async (code) => {
    await start()
    refusal = code
    for (const path of ['/sitemap.xml', '/sitemaps/ru/pages.xml']) {
      const reply = await front.ask(path)
      expect([reply.status, reply.headers['retry-after'], reply.headers['cache-control']]).toEqual([503, '5', 'no-store'])
      expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
      expect(reply.body.toString()).toContain('Ask again')
      expect((await front.ask(path, {}, 'HEAD')).status).toBe(503)
    }
    expect(front.errors).toEqual([])
  }
)

test('the last good sitemap goes on while none can be made, and a new one takes its place at once', async () => {
  await start()
  const read = async (): Promise<string> => (await front.ask('/sitemaps/en/pages.xml')).body.toString()
  expect(await read()).toContain('/en/page-1<')
  refusal = 'INTERNAL'
  front.clock.at += 11 * MINUTES
  expect(await read()).toContain('/en/page-1<')
  expect(await read()).toContain('/en/page-1<')
  expect(calls).toBe(2)
  front.clock.at += 5_001
  expect(await read()).toContain('/en/page-1<')
  refusal = null
  front.clock.at += 5_001
  expect(await read()).toContain('/en/page-4<')
})

test('a fault of our own is said in words too, and told once', async () => {
  calls = 0
  front = await startFront({}, { apiFetch: () => Promise.resolve(Response.json({ code: 200, messages: [], data: {}, requestId: '' })) })
  const reply = await front.ask('/sitemap.xml')
  expect([reply.status, reply.headers['x-content-type-options']]).toEqual([500, 'nosniff'])
  expect(reply.body.toString()).toContain('Something went wrong on our side')
  expect(front.errors).toHaveLength(1)
})
