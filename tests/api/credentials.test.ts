import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import * as credentials from '#contract/credentials/calls.ts'
import { schema } from '#server/db/schema.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { askCode, byPassword, codeFor, enrol, freshToken, PASSWORD, proveOwner } from '#tests/support/identity.ts'

const { messages, users } = schema
const NEW = 'Sevan-2026'
let api: TestApi
let serial = 0
const newPhone = () => `+3749922${String(1000 + (serial += 1))}`
const newEmail = () => `gor${(serial += 1)}@mail.am`

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
afterEach(() => {
  expect(api.errors).toEqual([])
})

const isIn = async (client: Client): Promise<boolean> => (await client.raw('GET', '/auth/me')).status === 200
const canRefresh = async (client: Client): Promise<boolean> => (await client.raw('POST', '/auth/refresh', { body: {} })).status === 200
const wrongCode = { type: 'PIN_INCORRECT_OR_EXPIRED', code: 410 }
const lettersTo = async (recipient: string): Promise<string[]> =>
  (await api.engine.db.select().from(messages).where(eq(messages.recipient, recipient)).orderBy(messages.id)).map(({ kind }) => kind)

describe('the password', () => {
  test('the first needs a fresh proof and no old one; the next needs the old one; every change ends the other devices', async () => {
    const email = newEmail()
    const { client } = await enrol(api, email)
    const other = api.guest()
    const pin = await codeFor(api, other, email)
    other.token = (await other.call(auth.login, { body: { type: 'email', contact: email, pin } })).accessToken
    await freshToken(client)
    await expect(client.call(credentials.changePassword, { body: { password: PASSWORD } })).rejects.toMatchObject({
      type: 'PROOF_REQUIRED'
    })
    await proveOwner(api, client, email)
    expect(await client.call(credentials.changePassword, { body: { password: PASSWORD } })).toMatchObject({ hasPassword: true })
    expect([await isIn(client), await canRefresh(client)]).toEqual([true, true])
    expect([await isIn(other), await canRefresh(other)]).toEqual([false, false])
    expect(await lettersTo(email)).toContain('passwordChanged')

    const device = await byPassword(api, email)
    const change = (body: object) => client.raw('PATCH', '/users/password', { body: { password: NEW, ...body } })
    expect((await change({})).envelope.messages[0]).toMatchObject({ type: 'BAD_REQUEST', field: 'oldPassword' })
    expect((await change({ oldPassword: NEW })).envelope).toMatchObject({
      code: 417,
      messages: [{ type: 'USERNAME_OR_PASSWORD_WRONG', field: 'oldPassword' }]
    })
    expect((await change({ oldPassword: PASSWORD, password: 'weak' })).envelope.messages[0]).toMatchObject({ field: 'password' })
    expect(await isIn(device)).toBe(true)
    expect((await change({ oldPassword: PASSWORD })).status).toBe(200)
    expect(await isIn(device)).toBe(false)
    await expect(byPassword(api, email)).rejects.toMatchObject({ type: 'USERNAME_OR_PASSWORD_WRONG' })
    expect(await isIn(await byPassword(api, email, NEW))).toBe(true)
  })

  test('forgotten, a code to an own contact replaces it; a code to another one does not', async () => {
    const phone = newPhone()
    const { client } = await enrol(api, phone, { password: PASSWORD })
    const email = newEmail()
    const strange = await codeFor(api, client, email)
    const byEmail = { password: NEW, type: 'email' as const, pin: strange }
    await expect(client.call(credentials.changePassword, { body: byEmail })).rejects.toMatchObject({ field: 'oldPassword' })
    const byPhone = { password: NEW, type: 'phone' as const, pin: strange }
    await expect(client.call(credentials.changePassword, { body: byPhone })).rejects.toMatchObject(wrongCode)
    const pin = await codeFor(api, client, phone)
    expect(await client.call(credentials.changePassword, { body: { ...byPhone, pin } })).toMatchObject({ hasPassword: true })
    expect((await byPassword(api, phone, NEW)).userId).toBe(client.userId)
    await expect(client.call(credentials.changePassword, { body: { ...byPhone, pin } })).rejects.toMatchObject(wrongCode)
  })

  test('of changes at the same moment one gets through, and a sign-in with the old one meanwhile ends', async () => {
    const phone = newPhone()
    const { client } = await enrol(api, phone, { password: PASSWORD })
    const earlier = await byPassword(api, phone)
    expect(await isIn(earlier)).toBe(true)
    const changes = Array.from({ length: 4 }, (_, i) =>
      client.call(credentials.changePassword, { body: { password: `${NEW}-${i}`, oldPassword: PASSWORD } })
    )
    const logins = Array.from({ length: 4 }, () => byPassword(api, phone).catch(() => null))
    const results = await Promise.allSettled(changes)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    // A sign-in that came too late was refused; one that came in time has ended, as has the device that was in before.
    const stillIn = await Promise.all([earlier, ...(await Promise.all(logins))].map((device) => device !== null && isIn(device)))
    expect(stillIn).toEqual([false, false, false, false, false])
    expect(await isIn(client)).toBe(true)
  })

  test('is guessed five times, then pauses begin', async () => {
    const { client } = await enrol(api, newPhone(), { password: PASSWORD })
    const guess = () => client.raw('PATCH', '/users/password', { body: { password: NEW, oldPassword: NEW } })
    const statuses = (await Promise.all(Array.from({ length: 9 }, guess))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(6)
    expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  })
})

describe('contacts', () => {
  test('a new address is taken after its own code, told to the old one, and signs in from then on', async () => {
    const old = newEmail()
    const email = newEmail()
    const { client } = await enrol(api, old, { password: PASSWORD })
    const pin = await codeFor(api, client, email)
    await freshToken(client)
    await proveOwner(api, client, old)
    const change = (body: { email: string; pin: string }) => client.call(credentials.changeEmail, { body })
    await expect(change({ email: newEmail(), pin })).rejects.toMatchObject(wrongCode)
    await expect(change({ email, pin: pin === '000000' ? '000001' : '000000' })).rejects.toMatchObject(wrongCode)
    expect(await change({ email: ` ${email.toUpperCase()}`, pin })).toMatchObject({ email, emailVerified: true })
    await expect(change({ email, pin })).rejects.toMatchObject(wrongCode)
    expect(await lettersTo(old)).toContain('contactChanged')
    expect(await lettersTo(email)).toContain('confirmContact')
    expect((await byPassword(api, email)).userId).toBe(client.userId)
    await expect(byPassword(api, old)).rejects.toMatchObject({ type: 'USER_NOT_FOUND' })
  })

  test('a new number is taken after its own code; one of somebody else never', async () => {
    const theirs = newPhone()
    await enrol(api, theirs)
    api.clock.advance(86_400_000)
    const { client } = await enrol(api, newEmail())
    const phone = newPhone()
    const pin = await askCode(api, client, phone)
    const strange = await askCode(api, client, theirs)
    await freshToken(client)
    const change = (body: { phone: string; pin: string }) => client.call(credentials.changePhone, { body })
    expect(await change({ phone: `0${phone.slice(4)}`, pin })).toMatchObject({ phone, phoneVerified: true })
    await expect(change({ phone: theirs, pin: strange })).rejects.toMatchObject({ type: 'PHONE_ALREADY_USED', code: 467, field: 'phone' })
    await expect(change({ phone: '12', pin })).rejects.toMatchObject({ type: 'BAD_REQUEST', field: 'phone' })
    await expect(change({ phone: '+79161234567', pin })).rejects.toMatchObject({ type: 'CHECK_REGISTERED_PHONE', field: 'phone' })
  })

  test('an address of somebody else is refused by its own code', async () => {
    const theirs = newEmail()
    await enrol(api, theirs)
    const own = newPhone()
    const { client } = await enrol(api, own)
    const pin = await codeFor(api, client, theirs)
    await freshToken(client)
    await proveOwner(api, client, own)
    const taken = { type: 'EMAIL_ALREADY_USED', code: 411, field: 'email' }
    await expect(client.call(credentials.changeEmail, { body: { email: theirs, pin } })).rejects.toMatchObject(taken)
  })

  test('two who take one new number at once: one has it', async () => {
    const phone = newPhone()
    const rivals = await Promise.all(Array.from({ length: 2 }, () => enrol(api, newEmail())))
    const pins: string[] = []
    for (const { client, signedIn } of rivals) {
      await freshToken(client)
      await proveOwner(api, client, signedIn.user.email ?? '')
      pins.push(await askCode(api, client, phone))
      api.clock.advance(120_000)
    }
    const results = await Promise.allSettled(
      rivals.map(({ client }, i) => client.call(credentials.changePhone, { body: { phone, pin: pins[i] ?? '' } }))
    )
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ type: 'PHONE_ALREADY_USED' })
  })

  test('a code confirms the own address for good, and another one for as long as it lives', async () => {
    const email = newEmail()
    const { client } = await enrol(api, email)
    await api.engine.db.update(users).set({ emailVerified: false }).where(eq(users.email, email))
    const check = (who: Client, address: string) => who.call(credentials.isEmailVerified, { query: { email: address } })
    const pin = await codeFor(api, client, email)
    await freshToken(client)
    expect(await check(client, email)).toEqual({ isEmailVerified: false })
    expect(await client.call(credentials.verify, { query: { contact: email, pin } })).toEqual({ verified: true })
    expect(await check(client, ` ${email.toUpperCase()} `)).toEqual({ isEmailVerified: true })
    await expect(client.call(credentials.verify, { query: { contact: email, pin } })).rejects.toMatchObject(wrongCode)
    expect(await client.call(auth.me)).toMatchObject({ emailVerified: true })

    const guest = api.guest()
    const fresh = newEmail()
    const code = await codeFor(api, guest, fresh)
    expect(await check(guest, fresh)).toEqual({ isEmailVerified: false })
    await expect(guest.call(credentials.verify, { query: { contact: fresh, pin: 'abc' } })).rejects.toMatchObject({ field: 'pin' })
    await guest.call(credentials.verify, { query: { contact: fresh, pin: code } })
    expect(await check(guest, fresh)).toEqual({ isEmailVerified: true })
    expect((await guest.call(auth.register, { body: { type: 'email', contact: fresh, pin: code, firstName: 'Գոռ' } })).user.email).toBe(
      fresh
    )
    await freshToken(client)
    for (const stranger of [api.guest(), client]) {
      await expect(check(stranger, fresh)).rejects.toMatchObject({ type: 'FORBIDDEN', code: 403 })
    }
  })
})

describe('the person', () => {
  test('changes birth date, gender and business information', async () => {
    const { client } = await enrol(api, newPhone())
    const change = (body: object) => client.raw('PUT', '/users', { body })
    const known = { birthDate: '1990-02-28', gender: 'female', companyName: 'Արարատ ՍՊԸ', tin: '40-506-070' }
    expect((await change(known)).envelope.data).toMatchObject({ ...known, tin: '40506070', isCompany: true })
    expect((await change({ companyName: 'Արագած ՍՊԸ' })).envelope.data).toMatchObject({ companyName: 'Արագած ՍՊԸ', tin: '40506070' })
    expect((await change({ birthDate: null, gender: null, companyName: null, tin: null })).envelope.data).toMatchObject({
      ...{ birthDate: null, gender: null, companyName: null, tin: null },
      isCompany: false
    })
    for (const [body, field] of [
      [{ birthDate: '2100-01-01' }, 'birthDate'],
      [{ birthDate: '1899-12-31' }, 'birthDate'],
      [{ birthDate: '1990-02-30' }, 'birthDate'],
      [{ gender: 'robot' }, 'gender'],
      [{ companyName: 'Ա' }, 'tin'],
      [{ tin: '12345678' }, 'companyName'],
      [{ companyName: 'Ա', tin: '1234567' }, 'tin'],
      [{ languageId: 2 }, 'languageId']
    ] as const) {
      const { status, envelope } = await change(body)
      expect([status, envelope.messages[0]?.field]).toEqual([400, field])
    }
  })

  test('cannot take the tax id of another company, nor give its own up beside a person of the same contact', async () => {
    await enrol(api, newEmail(), { companyName: 'Ա', tin: '70707070' })
    const phone = newPhone()
    const { client: person } = await enrol(api, phone)
    const { client: company } = await enrol(api, phone, { companyName: 'Բ', tin: '80808080' })
    await freshToken(person)
    const taken = { type: 'TIN_EXISTS', code: 437, field: 'tin', data: { reason: 'alreadyExistsTin' } }
    await expect(person.call(auth.change, { body: { companyName: 'Գ', tin: '7070 7070' } })).rejects.toMatchObject(taken)
    const body = { companyName: null, tin: null }
    await expect(company.call(auth.change, { body })).rejects.toMatchObject({ type: 'PHONE_ALREADY_USED', field: 'tin' })
  })
})

describe('devices', () => {
  const CHROME = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36'
  test('are listed, the last used first, and each can be signed out', async () => {
    const phone = newPhone()
    const { client } = await enrol(api, phone, { password: PASSWORD })
    api.clock.advance(60_000)
    const body = { type: 'phone', contact: phone, password: PASSWORD }
    const guest = api.guest()
    const { envelope } = await guest.raw<{ accessToken: string }>('POST', '/auth/login/new', { body, headers: { 'User-Agent': CHROME } })
    guest.token = envelope.data?.accessToken ?? ''
    const { items, totalCount } = await client.call(credentials.sessions)
    expect(totalCount).toBe(2)
    expect(items).toMatchObject([
      { browser: 'Chrome', system: 'Android', isCurrent: false, signedInAt: expect.stringMatching(/\+04:00$/) as string },
      { browser: null, system: null, isCurrent: true }
    ])
    const [other] = items
    const { client: stranger } = await enrol(api, newPhone())
    const end = (who: Client, id: string) => who.call(credentials.endSession, { params: { id } })
    await expect(end(stranger, other?.id ?? '')).rejects.toMatchObject({ type: 'NOT_FOUND' })
    await freshToken(client)
    expect(await end(client, other?.id ?? '')).toEqual({ ended: 1 })
    expect([await isIn(guest), await canRefresh(guest), await isIn(client)]).toEqual([false, false, true])
    await expect(end(client, other?.id ?? '')).rejects.toMatchObject({ type: 'NOT_FOUND' })
    await expect(end(client, 'x')).rejects.toMatchObject({ type: 'BAD_REQUEST', field: 'id' })
    expect((await client.call(credentials.sessions)).totalCount).toBe(1)
  })

  test('all sign out at once, with or without the one in hand', async () => {
    const phone = newPhone()
    const { client } = await enrol(api, phone, { password: PASSWORD })
    const { client: stranger } = await enrol(api, newEmail())
    await freshToken(client)
    const others = [await byPassword(api, phone), await byPassword(api, phone)]
    expect(await client.call(credentials.endSessions, { query: { keepCurrent: true } })).toEqual({ ended: 2 })
    for (const other of others) expect([await isIn(other), await canRefresh(other)]).toEqual([false, false])
    expect(await isIn(client)).toBe(true)
    expect(await client.call(credentials.endSessions, { query: {} })).toEqual({ ended: 1 })
    expect([await isIn(client), [...client.cookies.keys()].sort()]).toEqual([false, ['buy_anonymous_id', 'buy_known_browser']])
    expect(await isIn(stranger)).toBe(true)
  })
})
