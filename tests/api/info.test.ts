import { afterAll, beforeAll, expect, test } from 'vitest'
import * as info from '#contract/info/calls.ts'
import { LOCALES } from '#domain/locale.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('the shop says its cities, fees and simulators', async () => {
  const reply = await api.guest('hy').call(info.info)
  expect(reply.cities.map(({ name }) => name)).toEqual(['Երևան', 'Գյումրի'])
  expect(reply).toMatchObject({
    currency: 'AMD',
    serviceFee: { percent: 3, floor: 100, cap: 600 },
    simulators: { messages: true, bank: true }
  })
  expect(reply.currencies).toEqual([
    { code: 'AMD', rate: 1 },
    { code: 'USD', rate: 400 },
    { code: 'RUB', rate: 4.5 },
    { code: 'EUR', rate: null }
  ])
  expect(reply.rates).toEqual({ date: '2026-11-20', source: 'Փորձնական' })
})

test.each(LOCALES)('campaigns in %s say whether they run', async (locale) => {
  const campaigns = await api.guest(locale).call(info.campaigns)
  expect(campaigns.map(({ slug }) => slug).sort()).toEqual([
    'card-cashback',
    'card-prize-draw',
    'phone-prize-draw',
    'points',
    'prize-draw',
    'welcome'
  ])
  expect(campaigns.flatMap(({ running, promoCode }) => (running ? [promoCode] : [])).toSorted()).toEqual(['BAREV', null, null])
  api.clock.set(Date.UTC(2025, 8, 10))
  const then = await api.guest(locale).call(info.campaigns)
  expect(then.find(({ slug }) => slug === 'card-cashback')?.running).toBe(true)
  expect(then.find(({ slug }) => slug === 'welcome')?.running).toBe(false)
  api.clock.set(Date.UTC(2026, 10, 20, 9))
})

test('a campaign comes with its terms as cleaned markup, in the language asked for', async () => {
  const [hy, en] = await Promise.all(
    (['hy', 'en'] as const).map((locale) => api.guest(locale).call(info.campaign, { params: { slug: 'card-cashback' } }))
  )
  expect(en).toMatchObject({ slug: 'card-cashback', minimumOrder: 5000, promoCode: null, running: false, from: '2025-09-01' })
  expect(en?.html).toContain('<h3>Terms</h3>')
  expect(en?.html).toMatch(/<li>1 point was worth 1\s֏\.<\/li>/)
  expect(hy?.html).toMatch(/\p{Script=Armenian}/u)
  for (const { html = '' } of [hy ?? {}, en ?? {}])
    expect(html.match(/<(?!\/?(p|h3|h4|ul|ol|li|strong|em|a|blockquote|br|hr)\b)/)).toBeNull()
})

test.each(['nothing', '../pages/about-us', '%00', 'CARD-CASHBACK'])('the campaign %s is not there', async (slug) => {
  const { status } = await api.guest().raw('GET', `/info/campaigns/${encodeURIComponent(slug)}`)
  expect([400, 404]).toContain(status)
})

test('health answers when the database does', async () => {
  expect(await api.guest().call(info.health)).toEqual({ status: 'ok' })
})

test('readiness is refused with a reason once the process is told to stop, and while the market cannot be read', async () => {
  expect(await api.guest().call(info.ready)).toEqual({
    status: 'ready',
    undelivered: { messages: 0, events: 0, withheld: 0 },
    ledgerDifferences: null,
    lostLogLines: 0
  })
  const { kernel } = api
  const { stopping, directory } = kernel
  kernel.stopping = AbortSignal.abort()
  const leaving = await api.guest('ru').raw('GET', '/ready')
  expect([leaving.status, leaving.envelope.code, leaving.envelope.data]).toEqual([503, 503, { reason: 'stopping' }])
  expect(leaving.envelope.messages).toEqual([{ type: 'NOT_READY', body: 'Шука ещё не готова. Попробуйте ещё раз через минуту.' }])
  expect(leaving.headers.get('cache-control')).toBe('no-store')
  expect((await api.guest().raw('GET', '/health')).status).toBe(200)
  kernel.stopping = stopping
  Object.assign(kernel, { directory: { read: () => new Promise(() => undefined), invalidate: () => undefined } })
  const empty = await api.guest().raw('GET', '/ready')
  expect([empty.status, empty.envelope.data]).toEqual([503, { reason: 'directory' }])
  Object.assign(kernel, { directory })
})

test.each(['home_blocks', 'baskets'])('a shop without its table %s is not ready', async (table) => {
  const { engine } = api.kernel
  await engine.exec(`alter table ${table} rename to lost`)
  const lost = await api.guest().raw('GET', '/ready')
  expect([lost.status, lost.envelope.data]).toEqual([503, { reason: 'tables' }])
  await engine.exec(`alter table lost rename to ${table}`)
  expect((await api.guest().raw('GET', '/ready')).status).toBe(200)
})

test('the reference is a document and a page', async () => {
  const { fetch } = api.guest()
  const document = (await (await fetch('/api/openapi.json')).json()) as { openapi: string; paths: object }
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths)).toContain('/baskets/{id}/quantity')
  const page = await fetch('/api/docs')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await page.text()).toContain('/api/orders/checkout')
})
