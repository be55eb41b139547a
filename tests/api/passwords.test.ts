import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import type { AccountsToChoose } from '#contract/auth/calls.ts'
import * as profile from '#contract/profile/calls.ts'
import { schema } from '#server/db/schema.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { byPassword, codeFor, enrol, PASSWORD, typeOf } from '#tests/support/identity.ts'

const { socialIdentities, users } = schema
let api: TestApi
let serial = 0
const newPhone = () => `+3749911${String(1000 + (serial += 1))}`
const newEmail = () => `nare${(serial += 1)}@mail.am`

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
afterEach(() => {
  expect(api.errors).toEqual([])
})

const login = (client: Client, contact: string, password: string, accountId?: number) =>
  client.call(auth.login, { body: { type: typeOf(contact), contact, password, ...(accountId === undefined ? {} : { accountId }) } })
const wrong = { type: 'USERNAME_OR_PASSWORD_WRONG', code: 417, field: 'password' }

describe('a password', () => {
  test('chosen at registration signs in by phone and by mail, however it was typed', async () => {
    for (const contact of [newPhone(), newEmail()]) {
      const { signedIn } = await enrol(api, contact, { password: 'Ararat-й-5165' })
      expect(signedIn.user).toMatchObject({ hasPassword: true })
      expect((await login(api.guest(), contact, 'Ararat-й-５１６５')).user).toEqual(signedIn.user)
      const [row] = await api.engine.db.select().from(users).where(eq(users.id, signedIn.user.id))
      expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    }
  })

  test('that is wrong, of nobody, or of somebody without one is told apart as the spec words it', async () => {
    const known = newPhone()
    await enrol(api, known, { password: PASSWORD })
    await expect(login(api.guest(), known, `${PASSWORD}x`)).rejects.toMatchObject(wrong)
    await expect(login(api.guest(), newPhone(), PASSWORD)).rejects.toMatchObject({ type: 'USER_NOT_FOUND', code: 412, field: 'contact' })
    const email = newEmail()
    const { signedIn } = await enrol(api, email)
    const without = { type: 'LOGIN_VIA_SOCIAL_OR_SET_PASSWORD', code: 415 }
    await expect(login(api.guest(), email, PASSWORD)).rejects.toMatchObject({ ...without, data: { providers: [] } })
    await api.engine.db.insert(socialIdentities).values({ provider: 'google', subject: 'g1', userId: signedIn.user.id })
    await expect(login(api.guest(), email, PASSWORD)).rejects.toMatchObject({ ...without, data: { providers: ['google'] } })
  })

  test('of a deactivated person, and by an address that is not confirmed, opens nothing', async () => {
    const email = newEmail()
    const { signedIn } = await enrol(api, email, { password: PASSWORD })
    const set = (values: object) => api.engine.db.update(users).set(values).where(eq(users.id, signedIn.user.id))
    await set({ emailVerified: false })
    await expect(login(api.guest(), email, PASSWORD)).rejects.toMatchObject({ type: 'EMAIL_NOT_VERIFIED', code: 436 })
    await set({ emailVerified: true, deactivatedAt: new Date(api.clock.now()) })
    await expect(login(api.guest(), email, 'Wrong-1234')).rejects.toMatchObject(wrong)
    await expect(login(api.guest(), email, PASSWORD)).rejects.toMatchObject({ type: 'USER_DEACTIVATED', code: 419 })
  })

  test('or a code, never both and never neither', async () => {
    const body = { type: 'phone', contact: newPhone() }
    for (const proof of [{}, { pin: '123456', password: PASSWORD }]) {
      const { status, envelope } = await api.guest().raw('POST', '/auth/login/new', { body: { ...body, ...proof } })
      expect(status).toBe(400)
      expect(envelope.messages[0]).toMatchObject({ type: 'BAD_REQUEST', field: 'pin' })
    }
  })

  test.each(['Short1!', 'noupper-1', 'NOLOWER-1', 'NoDigits-', 'NoSymbol1', `Aa1!${'x'.repeat(300)}`, 12_345_678])(
    'like %s is refused before the code is touched',
    async (password) => {
      const client = api.guest()
      const contact = newPhone()
      const pin = await codeFor(api, client, contact)
      const { envelope } = await client.raw('POST', '/users/registration', {
        body: { type: 'phone', contact, pin, firstName: 'Անի', password }
      })
      expect(envelope).toMatchObject({ code: 400, messages: [{ type: 'BAD_REQUEST', field: 'password' }] })
      expect((await client.call(auth.register, { body: { type: 'phone', contact, pin, firstName: 'Անի' } })).user.hasPassword).toBe(false)
    }
  )
})

describe('guessing passwords', () => {
  const tries = async (contact: string, times: number, make: () => Client, password = 'Wrong-1234') => {
    const results = await Promise.all(
      Array.from({ length: times }, () => make().raw('POST', '/auth/login/new', { body: { type: typeOf(contact), contact, password } }))
    )
    return Map.groupBy(results, ({ envelope }) => envelope.messages[0]?.type ?? 'OK')
  }

  test('five are compared, then pauses begin and double, in parallel too; a right one in a pause is refused', async () => {
    const contact = newPhone()
    await enrol(api, contact, { password: PASSWORD })
    const client = api.guest()
    const first = await tries(contact, 25, () => client)
    expect(first.get('USERNAME_OR_PASSWORD_WRONG')).toHaveLength(6)
    expect(first.get('TOO_MANY_REQUESTS')).toHaveLength(19)
    await expect(login(client, contact, PASSWORD)).rejects.toMatchObject({ type: 'TOO_MANY_REQUESTS', data: { retryAfter: 30 } })
    api.clock.advance(60_000)
    await expect(login(client, contact, 'Wrong-1234')).rejects.toMatchObject(wrong)
    await expect(login(client, contact, PASSWORD)).rejects.toMatchObject({ type: 'TOO_MANY_REQUESTS', data: { retryAfter: 60 } })
    expect((await byPassword(api, contact)).userId).toBeGreaterThan(0)
    api.clock.advance(3_600_000)
    expect((await login(client, contact, PASSWORD)).user.phone).toBe(contact)
    expect((await tries(contact, 5, () => client)).get('USERNAME_OR_PASSWORD_WRONG')).toHaveLength(5)
  })

  test('one caller gets its number an hour; past the number of one contact a day a puzzle is asked for', async () => {
    const strict = await startApi({ env: { PASSWORD_PER_CALLER_HOUR: '3', PASSWORD_PER_CONTACT_DAY: '7' } })
    const guess = (client: Client, contact: string) => login(client, contact, 'Wrong-1234')
    const client = strict.guest()
    for (const name of ['a', 'b', 'c']) await expect(guess(client, `${name}@mail.am`)).rejects.toMatchObject({ type: 'USER_NOT_FOUND' })
    await expect(guess(client, 'd@mail.am')).rejects.toMatchObject({ type: 'TOO_MANY_REQUESTS', data: { retryAfter: 3600 } })
    for (let i = 0; i < 7; i += 1) await expect(guess(strict.guest(), 'e@mail.am')).rejects.toMatchObject({ type: 'USER_NOT_FOUND' })
    await expect(guess(strict.guest(), 'e@mail.am')).rejects.toMatchObject({ type: 'CHALLENGE_REQUIRED', code: 429 })
    expect(strict.errors).toEqual([])
    await strict.close()
  })

  test('past the number of all together in an hour a puzzle is asked for', async () => {
    const strict = await startApi({ env: { PASSWORD_PER_HOUR: '4' } })
    for (let i = 0; i < 4; i += 1)
      await expect(login(strict.guest(), `g${i}@mail.am`, PASSWORD)).rejects.toMatchObject({ type: 'USER_NOT_FOUND' })
    await expect(login(strict.guest(), 'g5@mail.am', PASSWORD)).rejects.toMatchObject({ type: 'CHALLENGE_REQUIRED' })
    await strict.close()
  })
})

describe('companies', () => {
  test('register with a name and a tax id, kept without spaces', async () => {
    const email = newEmail()
    const { signedIn } = await enrol(api, email, { companyName: 'Արարատ ՍՊԸ', tin: ' 0012 3456 ', password: PASSWORD })
    expect(signedIn.user).toMatchObject({ isCompany: true, companyName: 'Արարատ ՍՊԸ', tin: '00123456', email, emailVerified: true })
    expect((await byPassword(api, email)).userId).toBe(signedIn.user.id)
  })

  test.each([
    [{ tin: '0012345' }, { type: 'TIN_TOO_SHORT', code: 465, field: 'tin' }],
    [{ tin: '0012 345' }, { type: 'TIN_TOO_SHORT', code: 465, field: 'tin' }],
    [{ tin: '' }, { type: 'TIN_TOO_SHORT', code: 465, field: 'tin' }],
    [{ tin: '0012345Ա' }, { type: 'BAD_REQUEST', field: 'tin' }],
    [{ tin: '1'.repeat(5000) }, { type: 'BAD_REQUEST', field: 'tin' }],
    [
      { tin: '00123499', companyName: '' },
      { type: 'BAD_REQUEST', field: 'companyName' }
    ]
  ])('a company like no. %# is refused, and the code stays usable', async (fault, refusal) => {
    const client = api.guest()
    const contact = newPhone()
    const pin = await codeFor(api, client, contact)
    const body = { type: 'phone' as const, contact, pin, firstName: 'Անի' }
    await expect(client.call(auth.register, { body: { ...body, companyName: 'Ա', ...fault } })).rejects.toMatchObject(refusal)
    expect((await client.call(auth.register, { body })).user).toMatchObject({ isCompany: false, companyName: null, tin: null })
  })

  test('a name without a tax id, and a tax id without a name, is half a company', async () => {
    const client = api.guest()
    const body = { type: 'phone' as const, contact: newPhone(), pin: '123456', firstName: 'Անի' }
    await expect(client.call(auth.register, { body: { ...body, companyName: 'Ա' } })).rejects.toMatchObject({ field: 'tin' })
    await expect(client.call(auth.register, { body: { ...body, tin: '00123456' } })).rejects.toMatchObject({ field: 'companyName' })
  })

  test('a tax id is registered once, however it is typed and however many try at once', async () => {
    const taken = { type: 'TIN_EXISTS', code: 437, field: 'tin', data: { reason: 'alreadyExistsTin' } }
    await enrol(api, newEmail(), { companyName: 'Ա', tin: 'AB-778899' })
    await expect(enrol(api, newEmail(), { companyName: 'Բ', tin: 'ab 778899' })).rejects.toMatchObject(taken)
    const rivals = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const client = api.guest()
        const contact = newPhone()
        return { client, contact, pin: await codeFor(api, client, contact) }
      })
    )
    const results = await Promise.allSettled(
      rivals.map(({ client, ...proof }) =>
        client.call(auth.register, { body: { type: 'phone', ...proof, firstName: 'Ա', companyName: 'Ա', tin: '55667788' } })
      )
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(taken)
  })
})

describe('several accounts of one contact', () => {
  test('are listed to whoever proved the contact, masked, and the chosen one is entered', async () => {
    const phone = newPhone()
    const person = await enrol(api, phone, { firstName: 'Անի', lastName: 'Պետրոսյան', password: PASSWORD })
    await expect(enrol(api, phone, {})).rejects.toMatchObject({ type: 'PHONE_ALREADY_USED', code: 467 })
    const company = await enrol(api, phone, { companyName: 'Արարատ ՍՊԸ', tin: '11223344', password: PASSWORD })
    const expected: AccountsToChoose = {
      accounts: [
        { id: person.signedIn.user.id, isCompany: false, name: 'Անի Պ.', contact: null },
        { id: company.signedIn.user.id, isCompany: true, name: 'Արարատ ՍՊԸ', contact: null }
      ]
    }
    const stranger = await enrol(api, newPhone())
    const client = api.guest()
    const pin = await codeFor(api, client, phone)
    const byCode = (accountId?: number) =>
      client.call(auth.login, { body: { type: 'phone', contact: phone, pin, ...(accountId === undefined ? {} : { accountId }) } })
    await expect(byCode()).rejects.toMatchObject({ type: 'CHOOSE_ACCOUNT', code: 416, data: expected })
    await expect(byCode(stranger.signedIn.user.id)).rejects.toMatchObject({ type: 'USER_NOT_FOUND' })
    expect((await byCode(company.signedIn.user.id)).user).toMatchObject({ id: company.signedIn.user.id, isCompany: true })
    await expect(byCode(person.signedIn.user.id)).rejects.toMatchObject({ type: 'PIN_INCORRECT_OR_EXPIRED' })

    await expect(login(api.guest(), phone, PASSWORD)).rejects.toMatchObject({ type: 'CHOOSE_ACCOUNT', data: expected })
    expect((await login(api.guest(), phone, PASSWORD, person.signedIn.user.id)).user.id).toBe(person.signedIn.user.id)
    await expect(login(api.guest(), phone, PASSWORD, stranger.signedIn.user.id)).rejects.toMatchObject(wrong)
  })

  test('with different passwords each opens its own', async () => {
    const email = newEmail()
    await enrol(api, email, { password: PASSWORD })
    const company = await enrol(api, email, { companyName: 'Ա', tin: '99887766', password: 'Sevan-2026' })
    expect((await login(api.guest(), email, 'Sevan-2026')).user.id).toBe(company.signedIn.user.id)
  })
})

test('numbers of a country named in the configuration get codes, masked like ours', async () => {
  const wider = await startApi({ env: { PHONE_COUNTRIES: 'AM, RU' } })
  const client = wider.guest()
  const sent = await client.call(auth.sendCode, { body: { type: 'phone', contact: '+7 (916) 123-45-67' } })
  expect(sent.contact).toBe('+79 ••• ••67')
  const body = { type: 'phone' as const, contact: '007 916 123 45 67', pin: await wider.code('+79161234567'), firstName: 'Анна' }
  expect((await client.call(auth.register, { body })).user.phone).toBe('+79161234567')
  const other = wider.guest().call(auth.sendCode, { body: { type: 'phone', contact: '+1 202 456 1111' } })
  await expect(other).rejects.toMatchObject({ type: 'CHECK_REGISTERED_PHONE', message: expect.stringMatching(/\+374\), .*\+7\)/) })
  const person = await wider.person({ phone: '+79161234500' })
  const place = { street: 'Abovyan Street 10', city: 'Yerevan', latitude: 40.1805, longitude: 44.514 }
  expect((await person.call(profile.addAddress, { body: place })).phone).toBe('+79161234500')
  await wider.close()
})
