import { Hono } from 'hono'
import { HtmlValidate } from 'html-validate'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import * as credentials from '#contract/credentials/calls.ts'
import { ACCESS_COOKIE, ANONYMOUS_COOKIE, LOCALE_COOKIE } from '#domain/constants.ts'
import { LOCALES, type Locale } from '#domain/locale.ts'
import { schema } from '#server/db/schema.ts'
import { mountOutbox } from '#server/routes/simulators/outbox.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'

let api: TestApi
let app: Hono

beforeAll(async () => {
  api = await startApi()
  app = new Hono()
  mountOutbox(app, api.kernel)
})
afterAll(() => api.close())
afterEach(() => {
  expect(api.errors).toEqual([])
})

const open = async (cookie: string, query = ''): Promise<{ response: Response; page: string }> => {
  const response = await app.request(`/outbox${query}`, { headers: { cookie } })
  return { response, page: await response.text() }
}
const openAs = (client: Client, query = '') => open(`${ANONYMOUS_COOKIE}=${client.anonymousId}`, query)
const ask = (client: Client, contact: string) =>
  client.call(auth.sendCode, { body: { type: contact.includes('@') ? 'email' : 'phone', contact } })
const codesOn = (page: string): string[] => [...page.matchAll(/<strong class="code">(\d{6})<\/strong>/g)].map(([, code]) => code ?? '')

describe('the outbox page', () => {
  test("shows a visitor the own messages, newest first, with Yerevan's time", async () => {
    const client = api.guest()
    await ask(client, '+37477300001')
    api.clock.advance(60_000)
    await ask(client, 'nare@mail.am')
    const { response, page } = await openAs(client, '?language=en')
    expect(response.status).toBe(200)
    expect(page.indexOf('nare@mail.am: ')).toBeLessThan(page.indexOf('+374 77 300 001'))
    expect(page.indexOf('nare@mail.am: ')).toBeGreaterThan(0)
    expect(page).toContain('<time datetime="2026-11-20T13:00:00+04:00">20/11/2026, 13:00</time>')
    expect(page).toContain('<time datetime="2026-11-20T13:01:00+04:00">20/11/2026, 13:01</time>')
    const codes = [await api.code('nare@mail.am'), await api.code('+37477300001')]
    expect([...new Set(codesOn(page))]).toEqual(codes)
  })

  test("never shows other people's", async () => {
    const client = api.guest()
    await ask(client, '+37477300002')
    const cookies = [
      `${ANONYMOUS_COOKIE}=${api.guest().anonymousId}`,
      '',
      `${ANONYMOUS_COOKIE}=`,
      `${ANONYMOUS_COOKIE}=%25`,
      `${ANONYMOUS_COOKIE}=${client.anonymousId.toUpperCase()}x`
    ]
    for (const cookie of cookies) {
      const { response, page } = await open(cookie, `?anonymousId=${client.anonymousId}&contact=%2B37477300002`)
      expect(response.status).toBe(200)
      expect(codesOn(page)).toEqual([])
      expect(page).toContain('class="empty"')
    }
  })

  test('speaks the language of the address, then of the cookie, then Armenian', async () => {
    const client = api.guest('ru')
    await ask(client, '+37477300003')
    const languageOf = async (cookie: string, query: string) => /<html lang="(\w+)">/.exec((await open(cookie, query)).page)?.[1]
    for (const locale of LOCALES) {
      expect(await languageOf('', `?language=${locale}`)).toBe(locale)
      expect(await languageOf(`${LOCALE_COOKIE}=${locale}`, '')).toBe(locale)
    }
    expect(await languageOf(`${LOCALE_COOKIE}=ru`, '?language=en')).toBe('en')
    expect(await languageOf(`${LOCALE_COOKIE}=xx`, '?language="><script>')).toBe('hy')
    expect((await openAs(client, '?language=en')).page).toContain('код входа на Шуку')
  })

  test('is valid, without script or inline style, under a policy that allows none', async () => {
    const client = api.guest('hy')
    await ask(client, '+37477300004')
    const validate = new HtmlValidate({ extends: ['html-validate:standard'] })
    for (const locale of LOCALES as readonly Locale[]) {
      const { response, page } = await openAs(client, `?language=${locale}`)
      expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=|http-equiv/)
      const report = await validate.validateString(page)
      expect(
        report.results.flatMap(({ messages }) => messages.map(({ ruleId, message, line }) => `${line}: ${ruleId}: ${message}`))
      ).toEqual([])
      expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self';/)
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
    const style = await app.request('/outbox/style.css')
    expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(await style.text()).toMatch(/--brand-text:[\s\S]*\.message/)
  })

  test('leads where a message leads, and a number in the address is no code', async () => {
    const client = api.guest()
    const link = 'https://shuka.test/reset-password?token=a123456b-654321'
    const body = `Open ${link} now, or type 111222. Not "javascript:alert(1)".`
    await api.engine.db
      .insert(schema.messages)
      .values({ channel: 'email', recipient: 'nare@mail.am', subject: 'Reset', body, secret: true, anonymousId: client.anonymousId })
    const { page } = await openAs(client)
    expect(page).toContain(`<a href="${link}">${link}</a> now`)
    expect(codesOn(page)).toEqual(['111222'])
    expect(page).not.toContain('href="javascript')
  })

  test('writes text as text', async () => {
    const client = api.guest()
    const body = `<img src=x onerror="alert(1)"> & '123456'`
    const recipient = '"<b>"@mail.am'
    await api.engine.db
      .insert(schema.messages)
      .values({ channel: 'email', recipient, subject: '</h2><script>', body, secret: true, anonymousId: client.anonymousId })
    const { page } = await openAs(client)
    expect(page).not.toMatch(/<img|<script|<b>/)
    expect(page).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;<strong class="code">123456</strong>&#39;')
  })

  test('is not there when messages really go out, and shows only what does not', async () => {
    const client = api.guest()
    await ask(client, '+37477300005')
    await ask(client, 'anush@mail.am')
    const { adapters } = api.kernel
    const [sms, email] = [
      { ...adapters.sms, simulated: false },
      { ...adapters.email, simulated: false }
    ]
    const pageWith = (changed: Partial<typeof adapters>) => {
      const real = new Hono()
      mountOutbox(real, { ...api.kernel, adapters: { ...adapters, ...changed } })
      return real.request('/outbox', { headers: { cookie: `${ANONYMOUS_COOKIE}=${client.anonymousId}` } })
    }
    expect((await pageWith({ sms, email })).status).toBe(404)
    const half = await (await pageWith({ sms })).text()
    expect(half).toContain('anush@mail.am')
    expect(half).not.toContain('+374 77 300 005')
  })

  test('shows a code to the browser that asked for it alone, whoever is signed in there', async () => {
    const owner = await api.person({ phone: '+37477300007' })
    await owner.call(credentials.sendProofCode, { body: { type: 'phone' } })
    const code = await api.code('+37477300007')
    expect(codesOn((await openAs(owner, '?language=en')).page)).toContain(code)
    const { page } = await open(`${ANONYMOUS_COOKIE}=${api.guest().anonymousId}; ${ACCESS_COOKIE}=${owner.token ?? ''}`)
    expect(page).not.toContain(code)
    expect(codesOn(page)).toEqual([])
  })

  test('shows a person what the shop wrote to them by itself', async () => {
    const person = await api.person({ phone: '+37477300006' })
    await api.engine.db
      .insert(schema.messages)
      .values({ channel: 'sms', recipient: '+37477300006', body: 'on its way', anonymousId: '', userId: person.userId })
    const elsewhere = `${ANONYMOUS_COOKIE}=${api.guest().anonymousId}`
    expect((await open(`${elsewhere}; ${ACCESS_COOKIE}=${person.token ?? ''}`)).page).toContain('on its way')
    expect((await open(`${elsewhere}; ${ACCESS_COOKIE}=nobody`)).page).not.toContain('on its way')
  })
})
