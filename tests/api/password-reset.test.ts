import { desc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import * as credentials from '#contract/credentials/calls.ts'
import type { ResetFinish } from '#contract/credentials/calls.ts'
import { LOCALES } from '#domain/locale.ts'
import { sweepAuth } from '#server/services/auth/sweep.ts'
import { schema } from '#server/db/schema.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { byPassword, enrol, freshToken, PASSWORD } from '#tests/support/identity.ts'

const { messages, passwordResets, users } = schema
const NEW = 'Sevan-2026'
let api: TestApi
let serial = 0
const newEmail = () => `lilit${(serial += 1)}@mail.am`

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
afterEach(() => {
  expect(api.errors).toEqual([])
})

const ask = (client: Client, email: string) => client.call(credentials.requestReset, { query: { email } })
const finish = (client: Client, body: ResetFinish) => client.call(credentials.finishReset, { body })
/** Link and code of the newest mail. */
const mailTo = async (email: string) => {
  const [mail] = await api.engine.db.select().from(messages).where(eq(messages.recipient, email)).orderBy(desc(messages.id)).limit(1)
  const body = mail?.body ?? ''
  return { body, pin: /\b\d{6}\b/.exec(body)?.[0] ?? '', token: /\?token=([\w-]{43})(?![\w-])/.exec(body)?.[1] ?? '' }
}
const asked = async (email: string, client = api.guest()) => {
  api.clock.advance(86_400_000)
  await ask(client, email)
  return { client, ...(await mailTo(email)) }
}
const over = { type: 'PIN_INCORRECT_OR_EXPIRED', code: 410 }

describe('a forgotten password', () => {
  test('is replaced by the link of the mail, on any device; all devices are signed out and this one is in', async () => {
    const email = newEmail()
    const { client } = await enrol(api, email, { password: PASSWORD })
    const { token } = await asked(email)
    await freshToken(client)
    const device = api.guest()
    const signedIn = await finish(device, { token, password: NEW })
    expect(signedIn.user).toMatchObject({ id: client.userId, hasPassword: true })
    device.token = signedIn.accessToken
    expect(await device.call(auth.me)).toMatchObject({ email })
    await expect(client.call(auth.me)).rejects.toMatchObject({ type: 'UNAUTHORIZED' })
    expect((await client.raw('POST', '/auth/refresh', { body: {} })).status).toBe(401)
    await expect(byPassword(api, email)).rejects.toMatchObject({ type: 'USERNAME_OR_PASSWORD_WRONG' })
    expect((await byPassword(api, email, NEW)).userId).toBe(client.userId)
    await expect(finish(api.guest(), { token, password: PASSWORD })).rejects.toMatchObject({ ...over, field: 'token' })
    expect((await mailTo(email)).body).toMatch(/password/)
  })

  test('its link leads to the address of the shop, whatever host the request names', async () => {
    const email = newEmail()
    await enrol(api, email)
    const evil = 'evil.example'
    const headers = {
      Host: evil,
      'X-Forwarded-Host': evil,
      'X-Forwarded-Proto': 'https',
      Forwarded: `host=${evil}`,
      Origin: `https://${evil}`
    }
    const client = api.guest()
    const replies = await Promise.all([
      client.raw('POST', `/users/password/reset?email=${email}`, { headers }),
      client.raw('POST', `//${evil}/api/users/password/reset?email=${email}`, { headers })
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 404])
    const sent = await api.engine.db.select().from(messages)
    const links = sent.flatMap(({ body, html, subject }) => `${subject} ${body} ${html}`.match(/\w+:\/\/[^\s"<]+/g) ?? [])
    expect(links.length).toBeGreaterThan(2)
    expect([...new Set(links.map((link) => new URL(link).origin))]).toEqual([api.kernel.config.SITE_URL])
    expect(JSON.stringify(sent)).not.toContain(evil)
  })

  test('or by its code, for the caller who asked; link and code end together', async () => {
    const email = newEmail()
    await enrol(api, email, { password: PASSWORD })
    const { client, pin, token } = await asked(email)
    await expect(finish(api.guest(), { email, pin, password: NEW })).rejects.toMatchObject(over)
    expect((await finish(client, { email, pin, password: NEW })).user.email).toBe(email)
    await expect(finish(client, { email, pin, password: PASSWORD })).rejects.toMatchObject(over)
    await expect(finish(client, { token, password: PASSWORD })).rejects.toMatchObject(over)
  })

  test('a link works once, however many press it, and every link of the address ends with it', async () => {
    const email = newEmail()
    await enrol(api, email)
    const first = await asked(email)
    api.clock.advance(120_000)
    await ask(first.client, email)
    const { token } = await mailTo(email)
    expect(token).not.toBe(first.token)
    const tries = await Promise.allSettled(Array.from({ length: 4 }, (_, i) => finish(api.guest(), { token, password: `${NEW}-${i}` })))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(finish(api.guest(), { token: first.token, password: NEW })).rejects.toMatchObject(over)
  })

  test('a link is looked at without using it up; wrong, old and used ones are told from good ones', async () => {
    const email = newEmail()
    await enrol(api, email)
    const check = (token: string) => api.guest().call(credentials.checkReset, { body: { token } })
    const { token } = await asked(email)
    expect(await check(token)).toEqual({ contact: expect.stringContaining('•') as unknown, expiresIn: 600 })
    expect((await check(token)).contact).not.toBe(email)
    await expect(check('x'.repeat(43))).rejects.toMatchObject({ ...over, field: 'token' })
    await expect(check('../x')).rejects.toMatchObject({ type: 'BAD_REQUEST', field: 'token' })
    await finish(api.guest(), { token, password: NEW })
    await expect(check(token)).rejects.toMatchObject(over)
    const late = await asked(email)
    api.clock.advance(599_000)
    expect((await check(late.token)).expiresIn).toBe(1)
    api.clock.advance(1_000)
    await expect(check(late.token)).rejects.toMatchObject(over)
  })

  test('link and code live ten minutes', async () => {
    const email = newEmail()
    await enrol(api, email)
    const { client, pin, token } = await asked(email)
    api.clock.advance(600_000)
    await expect(finish(client, { token, password: NEW })).rejects.toMatchObject(over)
    await expect(finish(client, { email, pin, password: NEW })).rejects.toMatchObject(over)
    api.clock.advance(2 * 86_400_000)
    await sweepAuth({ db: api.engine.db, now: api.clock.now })
    expect(await api.engine.db.select().from(passwordResets)).toEqual([])
  })

  test('of several accounts one is chosen, after the proof', async () => {
    const email = newEmail()
    const person = await enrol(api, email, { password: PASSWORD })
    const company = await enrol(api, email, { companyName: 'Ա', tin: '30303030', password: PASSWORD })
    const { token } = await asked(email)
    const choose = { type: 'CHOOSE_ACCOUNT', data: { accounts: [{ id: person.client.userId }, { id: company.client.userId }] } }
    await expect(finish(api.guest(), { token, password: NEW })).rejects.toMatchObject(choose)
    const { user } = await finish(api.guest(), { token, password: NEW, accountId: company.signedIn.user.id })
    expect(user.isCompany).toBe(true)
    expect((await byPassword(api, email)).userId).toBe(person.client.userId)
  })

  test('is for known, active people; a code of one address opens no other', async () => {
    const email = newEmail()
    const { signedIn } = await enrol(api, email)
    await expect(ask(api.guest(), newEmail())).rejects.toMatchObject({ type: 'USER_NOT_FOUND', code: 412, field: 'email' })
    await expect(ask(api.guest(), '077123456')).rejects.toMatchObject({ type: 'BAD_REQUEST', field: 'email' })
    const theirs = newEmail()
    await enrol(api, theirs)
    const { client, pin, token } = await asked(email)
    await expect(finish(client, { email: theirs, pin, password: NEW })).rejects.toMatchObject(over)
    await expect(finish(client, { token: 'x'.repeat(43), password: NEW })).rejects.toMatchObject(over)
    for (const [body, field] of [
      [{ token, password: 'weak' }, 'password'],
      [{ password: NEW }, 'token'],
      [{ email, password: NEW }, 'token'],
      [{ token: '../x', password: NEW }, 'token']
    ] as const) {
      expect((await client.raw('POST', '/users/password/reset/finish', { body })).envelope.messages[0]?.field).toBe(field)
    }
    await api.engine.db
      .update(users)
      .set({ deactivatedAt: new Date(api.clock.now()) })
      .where(eq(users.id, signedIn.user.id))
    await expect(finish(client, { token, password: NEW })).rejects.toMatchObject({ type: 'USER_DEACTIVATED', code: 419 })
    api.clock.advance(86_400_000)
    await expect(ask(api.guest(), email)).rejects.toMatchObject({ type: 'USER_DEACTIVATED' })
  })

  test('asks are counted like codes', async () => {
    const email = newEmail()
    await enrol(api, email)
    const { client } = await asked(email)
    await expect(ask(client, email)).rejects.toMatchObject({ type: 'TOO_MANY_REQUESTS', data: { retryAfter: 60 } })
    await expect(client.call(auth.sendCode, { body: { type: 'email', contact: email } })).rejects.toMatchObject({
      type: 'TOO_MANY_REQUESTS'
    })
  })

  test('the mail is in the language asked in and leads to the page of that language', async () => {
    const words = { hy: /գաղտնաբառ/, en: /password/, ru: /парол/ }
    for (const locale of LOCALES) {
      const email = newEmail()
      await enrol(api, email)
      const { body } = await asked(email, api.guest(locale))
      expect(body).toMatch(words[locale])
      expect(body).toContain(`${api.kernel.config.SITE_URL}${locale === 'hy' ? '' : `/${locale}`}/reset-password?token=`)
    }
  })
})
