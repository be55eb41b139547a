import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import type { ContactType } from '#domain/enums.ts'
import { LOCALES, type Locale } from '#domain/locale.ts'
import { schema } from '#server/db/schema.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'

const { users, pins, messages } = schema
let api: TestApi
let serial = 0
let phone = ''
let email = ''

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(() => {
  serial += 1
  phone = `+3747700${String(1000 + serial)}`
  email = `ani${serial}@mail.am`
  expect(api.errors).toEqual([])
})

const send = (client: Client, contact = phone, type: ContactType = 'phone') => client.call(auth.sendCode, { body: { type, contact } })
const verify = (client: Client, pin: string, contact = phone) => client.call(auth.verifyCode, { body: { type: 'phone', contact, pin } })
const login = (client: Client, pin: string, contact = phone, type: ContactType = 'phone') =>
  client.call(auth.login, { body: { type, contact, pin } })
const register = (client: Client, pin: string, contact = phone, type: ContactType = 'phone') =>
  client.call(auth.register, { body: { type, contact, pin, firstName: 'Անի' } })
/** A code that is wrong for sure. */
const other = (pin: string): string => (pin === '000000' ? '000001' : '000000')
const wrong = { type: 'PIN_INCORRECT_OR_EXPIRED', code: 410, field: 'pin' }
const outcome = (tries: PromiseSettledResult<unknown>[]) => tries.filter(({ status }) => status === 'fulfilled').length

describe('signing in', () => {
  test('a new number registers with a name and is the person from then on', async () => {
    const client = api.guest('hy')
    const typed = phone.replace(/^\+374(\d\d)(\d{3})(\d{3})$/, '0$1 $2-$3')
    const sent = await send(client, typed)
    expect(sent).toEqual({
      contact: `+374 77 ••• •${phone.slice(-2)}`,
      type: 'phone',
      known: false,
      retryAfter: 60,
      expiresIn: 600,
      outboxUrl: '/outbox?language=hy'
    })
    const signedIn = await register(client, await api.code(phone), typed)
    expect(signedIn).toMatchObject({
      expiresIn: 600,
      user: { firstName: 'Անի', lastName: '', phone, email: null, languageId: 1, isAdult: null }
    })
    expect(signedIn.user).toMatchObject({ defaultAddressId: null, defaultPaymentMethodId: 3, isLogged: true })
    client.token = signedIn.accessToken
    expect(await client.call(auth.me)).toEqual(signedIn.user)
  })

  test('a known address signs in by mail, whatever its letters, and the code is used up', async () => {
    const client = api.guest('ru')
    await send(client, email, 'email')
    const { user } = await register(client, await api.code(email), email, 'email')
    api.clock.advance(60_000)
    expect(await send(client, email.toUpperCase(), 'email')).toMatchObject({ known: true, contact: 'a•••@mail.am' })
    const pin = await api.code(email)
    expect((await login(client, pin, ` ${email.toUpperCase()} `, 'email')).user).toEqual(user)
    await expect(login(client, pin, email, 'email')).rejects.toMatchObject(wrong)
    const [row] = await api.engine.db.select().from(users).where(eq(users.id, user.id))
    expect(row).toMatchObject({ emailVerified: true, phoneVerified: false, languageId: 4 })
  })

  test('an unknown contact with a right code has to register, which costs one guess and not the code', async () => {
    const client = api.guest()
    await send(client)
    const pin = await api.code(phone)
    await expect(login(client, pin)).rejects.toMatchObject({ type: 'NEED_TO_REGISTER', code: 414 })
    const [row] = await api.engine.db.select().from(pins).where(eq(pins.contact, phone))
    expect(row).toMatchObject({ attempts: 1, usedAt: null })
    expect((await register(client, pin)).user.phone).toBe(phone)
  })

  test.each(['phone', 'email'] as const)('a taken %s does not register again', async (type) => {
    const contact = type === 'phone' ? phone : email
    const client = api.guest()
    await send(client, contact, type)
    await register(client, await api.code(contact), contact, type)
    api.clock.advance(60_000)
    await send(client, contact, type)
    const taken = type === 'phone' ? { type: 'PHONE_ALREADY_USED', code: 467 } : { type: 'EMAIL_ALREADY_USED', code: 411 }
    await expect(register(client, await api.code(contact), contact, type)).rejects.toMatchObject(taken)
    expect((await login(client, await api.code(contact), contact, type)).user.isLogged).toBe(true)
  })

  test('parallel registrations with one code make one person', async () => {
    const client = api.guest()
    await send(client)
    const pin = await api.code(phone)
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => register(client, pin)))
    expect(outcome(tries)).toBe(1)
    expect(await api.engine.db.select().from(users).where(eq(users.phone, phone))).toHaveLength(1)
    expect(api.errors).toEqual([])
  })

  test('a deactivated person gets no code, and a token from before says no more', async () => {
    const client = await api.person({ phone })
    api.clock.advance(60_000)
    await send(client)
    const pin = await api.code(phone)
    await api.engine.db
      .update(users)
      .set({ deactivatedAt: new Date(api.clock.now()) })
      .where(eq(users.phone, phone))
    await expect(client.call(auth.me)).rejects.toMatchObject({ type: 'UNAUTHORIZED' })
    const guest = api.guest()
    guest.anonymousId = client.anonymousId
    await expect(login(guest, pin)).rejects.toMatchObject({ type: 'USER_DEACTIVATED', code: 419 })
    api.clock.advance(120_000)
    await expect(send(guest)).rejects.toMatchObject({ type: 'USER_DEACTIVATED' })
  })
})

describe('codes', () => {
  test('of a thousand parallel guesses with the right code five are compared, and none is a fault', async () => {
    const client = api.guest()
    await send(client)
    const body = { type: 'phone', contact: phone, pin: await api.code(phone) }
    const tries = await Promise.all(Array.from({ length: 1000 }, () => client.raw('POST', '/users/verify/pin', { body })))
    const counted = Map.groupBy(tries, ({ status }) => status)
    expect(counted.get(200)).toHaveLength(5)
    expect([...counted.keys()].sort()).toEqual([200, 410, 429])
    const [row] = await api.engine.db.select().from(pins).where(eq(pins.contact, phone))
    expect(row?.attempts).toBe(5)
  })

  test('belong to whoever asked: strangers can neither use one nor use its guesses up', async () => {
    const client = api.guest()
    await send(client)
    const pin = await api.code(phone)
    const stranger = api.guest()
    for (let guess = 1; guess <= 6; guess += 1) await expect(verify(stranger, pin)).rejects.toMatchObject(wrong)
    api.clock.advance(60_000)
    await send(stranger)
    const strangers = await api.code(phone)
    for (let guess = 1; guess <= 5; guess += 1) await expect(verify(stranger, other(strangers))).rejects.toMatchObject(wrong)
    await expect(verify(stranger, strangers)).rejects.toMatchObject(wrong)
    expect((await register(client, pin)).user.phone).toBe(phone)
  })

  test('a right sixth guess is refused, and a new code has five guesses again', async () => {
    const client = api.guest('en')
    await send(client)
    const pin = await api.code(phone)
    for (let guess = 1; guess <= 4; guess += 1) await expect(verify(client, other(pin))).rejects.toMatchObject(wrong)
    const usedUp = { ...wrong, message: expect.stringContaining('no attempts are left') as string }
    await expect(verify(client, other(pin)), 'the fifth says that there are no more').rejects.toMatchObject(usedUp)
    await expect(register(client, pin)).rejects.toMatchObject(usedUp)
    api.clock.advance(60_000)
    await send(client)
    expect((await register(client, await api.code(phone))).user.phone).toBe(phone)
  })

  test('of parallel sign-ins with one code one gets in', async () => {
    const client = await api.person({ phone })
    api.clock.advance(60_000)
    await send(client)
    const pin = await api.code(phone)
    expect(outcome(await Promise.allSettled(Array.from({ length: 5 }, () => login(client, pin))))).toBe(1)
  })

  test('checking a code leaves it usable', async () => {
    const client = api.guest()
    await send(client)
    const pin = await api.code(phone)
    expect(await verify(client, pin)).toEqual({ verified: true, known: false })
    expect((await register(client, pin)).user.phone).toBe(phone)
    await expect(verify(client, pin)).rejects.toMatchObject(wrong)
  })

  test('a code lives ten minutes', async () => {
    const client = api.guest()
    await send(client)
    const pin = await api.code(phone)
    api.clock.advance(599_000)
    expect(await verify(client, pin)).toMatchObject({ verified: true })
    api.clock.advance(1_000)
    await expect(register(client, pin)).rejects.toMatchObject(wrong)
  })

  test('a new code replaces the last one, and codes of others open nothing', async () => {
    const client = api.guest()
    await send(client)
    const first = await api.code(phone)
    await send(client, email, 'email')
    await expect(register(client, await api.code(email))).rejects.toMatchObject(wrong)
    api.clock.advance(60_000)
    await send(client)
    const second = await api.code(phone)
    if (first !== second) await expect(verify(client, first)).rejects.toMatchObject(wrong)
    expect(await verify(client, second)).toMatchObject({ verified: true })
  })

  test('a code is six digits, in one SMS part of the language asked in, and readable nowhere else', async () => {
    const words: Record<Locale, RegExp> = { hy: /Շուկայում/, en: /Shuka/, ru: /Шуку/ }
    for (const locale of LOCALES) {
      const client = api.guest(locale)
      await send(client)
      const [message] = await api.engine.db.select().from(messages).where(eq(messages.anonymousId, client.anonymousId))
      expect(message).toMatchObject({ channel: 'sms', recipient: phone, userId: null })
      expect(message?.body).toMatch(words[locale])
      expect(message?.body.length).toBeLessThanOrEqual(70)
      const pin = await api.code(phone)
      expect(pin).toMatch(/^\d{6}$/)
      const [row] = await api.engine.db.select().from(pins).where(eq(pins.contact, phone))
      expect(row?.codeHash).toMatch(/^[0-9a-f]{64}$/)
      expect(JSON.stringify({ ...row, contact: '', asker: '', createdAt: '', expiresAt: '' })).not.toContain(pin)
      api.clock.advance(240_000)
    }
  })
})

describe('bad input', () => {
  test.each([
    ['phone', '12345'],
    ['phone', '+374 91 12 34 5'],
    ['phone', '9'.repeat(5000)],
    ['phone', "0'; drop table users; --"],
    ['email', 'ani@localhost'],
    ['email', '<b>ani</b>@mail.am'],
    ['email', '+37477123456'],
    ['email', 'аni@mail.am'],
    ['email', 'ani\u200b@mail.am'],
    ['email', 'anı@mail.am'],
    ['email', 'ani@maіl.am'],
    ['email', `${'a'.repeat(5000)}@mail.am`]
  ] as const)('%s %s is no contact and gets no code', async (type, contact) => {
    const client = api.guest()
    await expect(send(client, contact, type)).rejects.toMatchObject({ type: 'BAD_REQUEST', field: 'contact' })
    expect(await api.engine.db.select().from(messages).where(eq(messages.anonymousId, client.anonymousId))).toEqual([])
  })

  test.each(['+79161234567', '+1 202 456 1111', '0044 20 7946 0018', '8 916 123 45 67', '+7 916 123 45 678'])(
    '%s is a number of a country no codes are sent to',
    async (contact) => {
      const client = api.guest('en')
      const { status, envelope } = await client.raw('POST', '/users/pin/send', { body: { type: 'phone', contact } })
      expect([status, envelope.code, envelope.messages[0]?.field]).toEqual([400, 459, 'contact'])
      expect(envelope.messages[0]?.body).toMatch(/from Armenia \(\+374\) only.*email/)
    }
  )

  test('full-width letters are the same address', async () => {
    const client = api.guest()
    expect(await send(client, ` ${email.replace('ani', 'ａｎｉ').toUpperCase()} `, 'email')).toMatchObject({ contact: 'a•••@mail.am' })
    expect((await register(client, await api.code(email), email, 'email')).user.email).toBe(email)
  })

  test.each([
    [{ type: 'phone', contact: '077123456', pin: '12345' }, 'pin'],
    [{ type: 'phone', contact: '077123456', pin: 123456 }, 'pin'],
    [{ type: 'phone', contact: '077123456', pin: '１２３４５６' }, 'pin'],
    [{ type: 'phone', contact: '077123456' }, 'pin'],
    [{ type: 'phone', contact: ['077123456'], pin: '123456' }, 'contact'],
    [{ type: 'pigeon', contact: '077123456', pin: '123456' }, 'type'],
    [[], 'body']
  ])('%j is refused by the name of its field', async (body, field) => {
    for (const path of ['/auth/login/new', '/users/verify/pin', '/users/registration']) {
      const { status, envelope } = await api.guest().raw('POST', path, { body })
      expect(status).toBe(400)
      expect(envelope).toMatchObject({ code: 400, messages: [{ type: 'BAD_REQUEST', field }], data: null })
      expect(JSON.stringify(envelope)).not.toMatch(/\\n +at |node:|\.ts/)
    }
  })

  test('broken JSON and a caller without an id are refused', async () => {
    expect((await api.guest().raw('POST', '/users/pin/send', { text: '{"type":' })).envelope.messages[0]).toMatchObject({ field: 'body' })
    const nobody = await api
      .guest()
      .raw('POST', '/users/pin/send', { body: { type: 'phone', contact: phone }, headers: { 'Session-Id': '' } })
    expect(nobody.envelope.messages[0]).toMatchObject({ type: 'BAD_REQUEST', field: 'Session-Id' })
  })

  test('a name is text and nothing more', async () => {
    const client = api.guest()
    await send(client)
    const pin = await api.code(phone)
    const firstName = `<script>alert(1)</script>'; --`
    const { envelope } = await client.raw('POST', '/users/registration', {
      body: { type: 'phone', contact: phone, pin, firstName, isAdult: true, id: 1, userClass: 1 }
    })
    expect(envelope).toMatchObject({ code: 200, data: { user: { firstName, isAdult: null } } })
    const nameless = { type: 'phone', contact: phone, pin, firstName: '  ' }
    expect((await client.raw('POST', '/users/registration', { body: nameless })).envelope.messages[0]).toMatchObject({ field: 'firstName' })
  })

  test('nobody is signed in without a token', async () => {
    await expect(api.guest().call(auth.me)).rejects.toMatchObject({ type: 'UNAUTHORIZED', code: 401 })
  })
})
