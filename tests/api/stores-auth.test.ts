import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type * as AuthStore from '#stores/auth/auth.ts'
import type * as DraftStore from '#stores/auth/auth-draft.ts'
import type * as PasswordStore from '#stores/credentials/password.ts'
import type * as PinStore from '#stores/auth/code.ts'
import type * as SessionStore from '#stores/auth/session.ts'
import { schema } from '#server/db/schema.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { createStorage, openTab, type Tab } from '#tests/support/tab.ts'

const GOOD = 'Tolma-2026'
const COMPANY = { companyName: 'Արև ՍՊԸ', tin: '0123 4567', password: GOOD }

let api: TestApi
let client: Client
let tab: Tab
let signing: typeof AuthStore
let draft: typeof DraftStore
let passwords: typeof PasswordStore
let pin: typeof PinStore
let session: typeof SessionStore
let count = 0

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const signOut = async (): Promise<void> => (await import('#stores/auth/sign-out.ts')).signOut()

const load = async (path = '/'): Promise<void> => {
  tab = await openTab({ client, path })
  session = await import('#stores/auth/session.ts')
  pin = await import('#stores/auth/code.ts')
  signing = await import('#stores/auth/auth.ts')
  draft = await import('#stores/auth/auth-draft.ts')
  passwords = await import('#stores/credentials/password.ts')
}
beforeEach(async () => {
  // A caller of its own each time, and no pause left over from the test before.
  api.clock.advance(61_000)
  client = api.guest()
  client.cookies.set('buy_anonymous_id', client.anonymousId)
  createStorage()
  await load()
  await session.restoreSession()
})

const newEmail = (): string => `ani.${(count += 1)}@example.am`
const newPhone = (): string => `+374780${String((count += 1)).padStart(5, '0')}`
const codeFor = async (type: 'email' | 'phone', contact: string): Promise<string> => {
  await pin.sendCode.submit({ type, contact })
  return api.code(contact)
}
/** Somebody registered and gone again. */
const registered = async (contact: string, password?: string, company?: AuthStore.NewCompany): Promise<void> => {
  const type = contact.includes('@') ? 'email' : 'phone'
  const code = await codeFor(type, contact)
  expect(await signing.register.submit(code, 'Ani', 'Petrosyan', company)).toMatchObject({ firstName: 'Ani' })
  if (password) expect(await passwords.changePassword.submit(password)).toMatchObject({ hasPassword: true })
  await signOut()
  signing.startOver()
  await tab.pass(61_000)
  api.clock.advance(61_000)
}
const failed = (type: string, more: object = {}) => ({ state: 'failed', failure: { type, ...more } })

describe('a company', () => {
  test('registers with its name and tax id, and comes back by e-mail and password', async () => {
    const email = newEmail()
    await registered(email, undefined, COMPANY)
    const entered = await signing.loginByPassword.submit({ type: 'email', contact: email }, GOOD)
    expect(entered).toMatchObject({ isCompany: true, companyName: COMPANY.companyName, tin: '01234567' })
    expect(session.$session.get()).toMatchObject({ state: 'user', user: { email } })
  })

  test('a tax id that exists is refused, the code stays good, and the next try goes through', async () => {
    const email = newEmail()
    const code = await codeFor('email', email)
    expect(await signing.register.submit(code, 'Ani', '', COMPANY)).toBeNull()
    expect(signing.register.$state.get()).toMatchObject(failed('TIN_EXISTS', { field: 'tin' }))
    expect(await signing.register.submit(code, 'Ani', '', { ...COMPANY, tin: '1234567' })).toBeNull()
    expect(signing.register.$state.get()).toMatchObject(failed('TIN_TOO_SHORT'))
    expect(await signing.register.submit(code, 'Ani', '', { ...COMPANY, tin: '12345678' })).toMatchObject({ isCompany: true })
  })
})

describe('a password', () => {
  test('that is wrong says so and keeps what was typed', async () => {
    const phone = newPhone()
    await registered(phone, GOOD)
    draft.typed('contact', phone)
    draft.typed('password', 'wrong')
    expect(await signing.loginByPassword.submit({ type: 'phone', contact: phone }, 'wrong')).toBeNull()
    expect(signing.loginByPassword.$state.get()).toMatchObject(failed('USERNAME_OR_PASSWORD_WRONG'))
    expect(draft.$draft.get()).toMatchObject({ contact: phone, password: 'wrong' })
    expect(await signing.loginByPassword.submit({ type: 'phone', contact: phone }, GOOD)).toMatchObject({ phone })
    expect(draft.$draft.get()).toMatchObject({ contact: '', password: '' })
  })

  test('of a contact nobody has leads to registration', async () => {
    expect(await signing.loginByPassword.submit({ type: 'email', contact: newEmail() }, GOOD)).toBeNull()
    expect(signing.loginByPassword.$state.get()).toMatchObject(failed('USER_NOT_FOUND'))
  })

  test('that was never set is told apart from a wrong one', async () => {
    const phone = newPhone()
    await registered(phone)
    expect(await signing.loginByPassword.submit({ type: 'phone', contact: phone }, GOOD)).toBeNull()
    expect(signing.loginByPassword.$state.get()).toMatchObject(failed('LOGIN_VIA_SOCIAL_OR_SET_PASSWORD'))
  })

  test('is changed by the old one, or by a code when it is forgotten', async () => {
    const phone = newPhone()
    await registered(phone, GOOD)
    await signing.loginByPassword.submit({ type: 'phone', contact: phone }, GOOD)
    expect(await passwords.changePassword.submit('Lavash+1998', 'not it')).toBeNull()
    expect(passwords.changePassword.$state.get()).toMatchObject(failed('USERNAME_OR_PASSWORD_WRONG'))
    expect(await passwords.changePassword.submit(GOOD, GOOD)).toBeNull()
    expect(passwords.changePassword.$state.get()).toMatchObject(failed('PASSWORD_UNCHANGED', { field: 'password' }))
    expect(await passwords.changePassword.submit('Lavash+1998', GOOD)).toMatchObject({ hasPassword: true })

    await pin.sendCode.submit({ type: 'phone', contact: phone }, 'password')
    expect(pin.$sent.get()).toMatchObject({ purpose: 'password' })
    const code = await api.code(phone)
    expect(await passwords.changePasswordByCode.submit('Lavash+1998', code)).toBeNull()
    expect(passwords.changePasswordByCode.$state.get()).toMatchObject(failed('PASSWORD_UNCHANGED'))
    expect(await passwords.changePasswordByCode.submit('Khorovats=5', code)).toMatchObject({ hasPassword: true })
    expect(pin.$sent.get()).toBeNull()
    await signOut()
    expect(await signing.loginByPassword.submit({ type: 'phone', contact: phone }, 'Khorovats=5')).toMatchObject({ phone })
  })
})

describe('a forgotten password', () => {
  const tokenOf = async (email: string): Promise<string> => {
    const { messages } = schema
    const [mail] = await api.engine.db.select().from(messages).where(eq(messages.recipient, email)).orderBy(desc(messages.id)).limit(1)
    return /token=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? ''
  }

  test('is replaced by the code of the mail, and signs in', async () => {
    const email = newEmail()
    await registered(email, GOOD)
    expect(await passwords.requestReset.submit(` ${email.toUpperCase()}`)).toMatchObject({
      email,
      outboxUrl: expect.stringContaining('outbox')
    })
    expect(pin.$cooldown.get()).toBe(60)
    const code = await api.code(email)
    expect(await passwords.finishReset.submit({ email, pin: code === '000000' ? '111111' : '000000' }, 'Lavash+1998')).toBeNull()
    expect(passwords.finishReset.$state.get()).toMatchObject(failed('PIN_INCORRECT_OR_EXPIRED'))
    expect(await passwords.finishReset.submit({ email, pin: code }, GOOD)).toBeNull()
    expect(passwords.finishReset.$state.get()).toMatchObject(failed('PASSWORD_UNCHANGED', { field: 'password' }))
    expect(await passwords.finishReset.submit({ email, pin: code }, 'Lavash+1998')).toMatchObject({ email })
    expect(passwords.$resetMail.get()).toBeNull()
    expect(session.$session.get()).toMatchObject({ state: 'user' })
  })

  test('is replaced by the link, once', async () => {
    const email = newEmail()
    await registered(email, GOOD)
    await passwords.requestReset.submit(email)
    const link = await import('#stores/credentials/reset-link.ts')
    const token = await tokenOf(email)
    await link.readResetLink(`?token=${token}`)
    expect(link.$resetLink.get()).toEqual({ state: 'good', token, contact: expect.stringContaining('•') as unknown })
    expect(await passwords.finishReset.submit({ token }, 'Lavash+1998')).toMatchObject({ email })
    await signOut()
    expect(await passwords.finishReset.submit({ token }, 'Khorovats=5')).toBeNull()
    expect(passwords.finishReset.$state.get()).toMatchObject(failed('PIN_INCORRECT_OR_EXPIRED'))
    await link.readResetLink(`?token=${token}`)
    expect(link.$resetLink.get()).toEqual({ state: 'over' })
    expect(await signing.loginByPassword.submit({ type: 'email', contact: email }, 'Lavash+1998')).toMatchObject({ email })
  })

  test('an address nobody has is said, asking too soon names the seconds', async () => {
    expect(await passwords.requestReset.submit(newEmail())).toBeNull()
    expect(passwords.requestReset.$state.get()).toMatchObject(failed('USER_NOT_FOUND'))
    const email = newEmail()
    await registered(email, GOOD)
    await passwords.requestReset.submit(email)
    expect(await passwords.requestReset.submit(email)).toBeNull()
    expect(passwords.requestReset.$state.get()).toMatchObject(failed('TOO_MANY_REQUESTS'))
    expect(pin.$cooldown.get()).toBeGreaterThan(0)
  })

  test('a page without a link, or with one that never was or cannot be asked about, says so and opens nothing by itself', async () => {
    const link = await import('#stores/credentials/reset-link.ts')
    const modals = await import('#stores/modals.ts')
    const states: unknown[] = []
    for (const search of ['', '?token=garbage', `?token=${'x'.repeat(43)}`]) {
      await link.readResetLink(search)
      states.push(link.$resetLink.get().state)
    }
    tab.isOnline = false
    await link.readResetLink(`?token=${'x'.repeat(43)}`)
    expect([...states, link.$resetLink.get().state]).toEqual(['none', 'over', 'over', 'failed'])
    expect(modals.$modals.get()).toEqual([])
    link.askForReset()
    expect(modals.$modals.get().at(-1)).toMatchObject({ id: 'forgot-password', params: { redirect: '/en/account' } })
  })
})

describe('several accounts of one contact', () => {
  const both = async (): Promise<string> => {
    const email = newEmail()
    await registered(email, GOOD)
    await registered(email, undefined, { ...COMPANY, tin: `77${String(count).padStart(6, '0')}` })
    return email
  }

  test('one is chosen with the same code', async () => {
    const email = await both()
    const entered = await signing.login.submit(await codeFor('email', email))
    expect(entered).toMatchObject({
      accounts: [
        { isCompany: false, name: 'Ani P.' },
        { isCompany: true, name: COMPANY.companyName }
      ]
    })
    expect(session.$session.get()).toEqual({ state: 'guest' })
    const [, company] = entered && typeof entered === 'object' && 'accounts' in entered ? entered.accounts : []
    expect(await signing.chooseAccount.submit(company?.id ?? 0)).toMatchObject({ isCompany: true })
    expect(session.$session.get()).toMatchObject({ state: 'user', user: { id: company?.id } })
    expect(signing.$choosing.get()).toBeNull()
  })

  test('one is chosen with the same password', async () => {
    const entered = await signing.loginByPassword.submit({ type: 'email', contact: await both() }, GOOD)
    const [person] = entered && 'accounts' in entered ? entered.accounts : []
    expect(await signing.chooseAccount.submit(person?.id ?? 0)).toMatchObject({ isCompany: false })
  })

  test('nothing can be chosen where nothing was offered', async () => {
    expect(await signing.chooseAccount.submit(1)).toBeNull()
    expect(session.$session.get()).toEqual({ state: 'guest' })
  })
})

describe("another country's number", () => {
  test.each(['+7 916 123 45 67', '8 (916) 123-45-67'])('%s goes to the API, which names the countries that are taken', async (text) => {
    const contact = pin.readContact(text)
    expect(contact).not.toBeNull()
    if (contact) await pin.sendCode.submit(contact)
    expect(pin.sendCode.$state.get()).toMatchObject(
      failed('CHECK_REGISTERED_PHONE', { message: expect.stringContaining('Armenia (+374)') })
    )
    expect(pin.readContact(text, 'email')).toBeNull()
  })
})

describe('steps', () => {
  test('going back and on again shows the code that was sent: nothing is asked for twice', async () => {
    const phone = newPhone()
    await codeFor('phone', phone)
    draft.typed('code', '12')
    pin.stepBack()
    expect(pin.$sent.get()).toBeNull()
    tab.requests.length = 0
    expect(await pin.sendCode.submit({ type: 'phone', contact: phone })).toMatchObject({ contact: phone })
    expect(tab.requests).toEqual([])
    expect(draft.$draft.get().code).toBe('12')
    pin.stepBack()
    await pin.sendCode.submit({ type: 'phone', contact: newPhone() })
    expect(tab.requests).toEqual(['POST /users/pin/send'])
  })

  test('a closed dialog forgets passwords alone', () => {
    for (const name of ['contact', 'password', 'repeat', 'oldPassword', 'companyName'] as const) draft.typed(name, name)
    draft.clearPasswords()
    expect(draft.$draft.get()).toMatchObject({ contact: 'contact', companyName: 'companyName', password: '', repeat: '', oldPassword: '' })
  })

  test.each(['//evil.example', '/\\evil.example', '/\t/evil.example', 'https://evil.example', 'javascript:alert(1)'])(
    '%j leads nowhere',
    (redirect) => {
      signing.afterSignIn({ languageId: 3 }, { redirect })
      expect(tab.went).toEqual([])
    }
  )
})
