import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type * as ContactStore from '#stores/credentials/contact-change.ts'
import type * as PinStore from '#stores/auth/code.ts'
import type * as ProfileStore from '#stores/account/profile.ts'
import type * as SessionStore from '#stores/auth/session.ts'
import * as auth from '#contract/auth/calls.ts'
import { PAYMENT_METHOD } from '#domain/enums.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { answerOf, createStorage, openTab, type Tab } from '#tests/support/tab.ts'

let api: TestApi
let client: Client
let tab: Tab
let profiles: typeof ProfileStore
let contacts: typeof ContactStore
let pin: typeof PinStore
let session: typeof SessionStore

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const load = async (path = '/en/account/personal'): Promise<void> => {
  createStorage()
  tab = await openTab({ client, path })
  session = await import('#stores/auth/session.ts')
  pin = await import('#stores/auth/code.ts')
  profiles = await import('#stores/account/profile.ts')
  contacts = await import('#stores/credentials/contact-change.ts')
}
/** The account page of somebody signed in. */
beforeEach(async () => {
  api.clock.advance(61_000)
  client = api.guest()
  client.cookies.set('buy_anonymous_id', client.anonymousId)
  await api.person({ client })
  await load()
  profiles.followProfile()
  await tab.pass()
})

const shown = () => {
  const own = profiles.$profile.get()
  if (own.state !== 'ready') throw new Error(`the profile is ${own.state}`)
  return own.profile
}
const failed = (type: string) => ({ state: 'failed', failure: { type, message: expect.stringMatching(/\w/) as string } })

describe('the profile', () => {
  test('is fresh from the API; what is saved is shown at once and known everywhere', async () => {
    expect(shown()).toMatchObject({ isCompany: false, hasPassword: false, phoneVerified: true })
    await profiles.saveProfile.submit({ firstName: 'Նարե', lastName: '', birthDate: '1990-02-28', gender: 'female' })
    expect(shown()).toMatchObject({ firstName: 'Նարե', birthDate: '1990-02-28', gender: 'female' })
    expect(session.$user.get()).toMatchObject({ firstName: 'Նարե' })
    await profiles.saveProfile.submit({ birthDate: null, gender: null })
    expect(shown()).toMatchObject({ firstName: 'Նարե', birthDate: null, gender: null })
  })

  test('a refused change is said, and nothing is changed', async () => {
    const before = shown()
    expect(await profiles.saveProfile.submit({ birthDate: '2999-01-01' })).toBeNull()
    expect(profiles.saveProfile.$state.get()).toMatchObject({ failure: { type: 'BAD_REQUEST', field: 'birthDate' } })
    expect(shown()).toEqual(before)
  })

  test('that does not come can be asked for again', async () => {
    tab.answers.set('GET /auth/me', () => answerOf(500, 'INTERNAL'))
    await profiles.loadProfile()
    expect(profiles.$profile.get()).toMatchObject({ state: 'failed' })
    tab.answers.clear()
    await profiles.loadProfile()
    expect(profiles.$profile.get()).toMatchObject({ state: 'ready' })
  })

  test('of somebody whose session ended elsewhere is not shown: they sign in again, and what was typed waits for them', async () => {
    const { $modals } = await import('#stores/modals.ts')
    const { typed, $draft } = await import('#stores/auth/auth-draft.ts')
    const { checkSession } = await import('#stores/auth/session-check.ts')
    const signing = await import('#stores/auth/auth.ts')
    const before = shown()
    typed('newEmail', 'half@typed')
    await client.raw('POST', '/auth/signout')
    client.cookies.set('buy_access_token', client.token ?? '')
    await checkSession()
    expect(session.$session.get()).toEqual({ state: 'guest', ended: true })
    expect(profiles.$profile.get()).toEqual({ state: 'signedOut', waiting: before })
    expect($modals.get()).toMatchObject([{ id: 'login' }])

    api.clock.advance(61_000)
    const contact = before.phone ?? ''
    await pin.sendCode.submit({ type: 'phone', contact })
    await signing.login.submit(await api.code(contact))
    expect(profiles.$profile.get()).toMatchObject({ state: 'ready', profile: { id: before.id } })
    expect($draft.get().newEmail).toBe('half@typed')
  })

  test('of somebody who signed out is gone, and nobody is asked to sign in', async () => {
    const { $modals } = await import('#stores/modals.ts')
    const { signOut } = await import('#stores/auth/sign-out.ts')
    await signOut()
    expect(profiles.$profile.get()).toEqual({ state: 'signedOut' })
    expect($modals.get()).toEqual([])
  })
})

describe('a company', () => {
  test('is added and taken away; a tax id that exists is told by name', async () => {
    const taken = await api.person()
    await taken.call(auth.change, { body: { companyName: 'Արև', tin: '98765432' } })
    expect(await profiles.saveCompany.submit({ companyName: 'Լույս', tin: '98765432' })).toBe('alreadyExistsTin')
    expect(shown().isCompany).toBe(false)
    expect(await profiles.saveCompany.submit({ companyName: 'Լույս', tin: '1234567' })).toBeNull()
    expect(profiles.saveCompany.$state.get()).toMatchObject(failed('TIN_TOO_SHORT'))
    expect(await profiles.saveCompany.submit({ companyName: 'Լույս', tin: '11112222' })).toMatchObject({ isCompany: true })
    expect(shown()).toMatchObject({ companyName: 'Լույս', tin: '11112222' })
    expect(await profiles.saveCompany.submit(null)).toMatchObject({ isCompany: false, tin: null })
  })
})

describe('a contact', () => {
  test('counts only after the code that went to the new one', async () => {
    const before = shown().email
    await pin.sendCode.submit({ type: 'email', contact: 'new.ani@example.am' }, 'change')
    const code = await api.code('new.ani@example.am')
    expect(await contacts.changeContact.submit(code === '000000' ? '111111' : '000000')).toBeNull()
    expect(contacts.changeContact.$state.get()).toMatchObject(failed('PIN_INCORRECT_OR_EXPIRED'))
    expect(shown().email).toBe(before)
    expect(await contacts.changeContact.submit(code)).toMatchObject({ email: 'new.ani@example.am', emailVerified: true })
    expect(session.$user.get()?.email).toBe('new.ani@example.am')
    expect(pin.$sent.get()).toBeNull()
  })

  test('of one’s own that is there already needs no code', () => {
    const own = shown().phone ?? ''
    expect(contacts.isOwnContact({ type: 'phone', contact: own })).toBe(true)
    expect(contacts.isOwnContact({ type: 'phone', contact: '+37477000111' })).toBe(false)
    expect(contacts.isOwnContact({ type: 'email', contact: 'ani@example.am' })).toBe(false)
  })

  test('of somebody else is refused with the first message', async () => {
    const other = await api.person({ phone: '+37477123123' })
    expect(other.userId).not.toBeNull()
    api.clock.advance(61_000)
    await pin.sendCode.submit({ type: 'phone', contact: '+37477123123' }, 'change')
    expect(await contacts.changeContact.submit(await api.code('+37477123123'))).toBeNull()
    expect(contacts.changeContact.$state.get()).toMatchObject(failed('PHONE_ALREADY_USED'))
  })

  test('of one’s own is confirmed, another one becomes one’s own', async () => {
    const own = shown().phone ?? ''
    api.clock.advance(61_000)
    await pin.sendCode.submit({ type: 'phone', contact: own }, 'confirm')
    expect(await contacts.confirmContact.submit(await api.code(own))).toBe(true)
    await pin.sendCode.submit({ type: 'phone', contact: '+37477321321' }, 'confirm')
    expect(await contacts.confirmContact.submit(await api.code('+37477321321'))).toBe(true)
    expect(shown()).toMatchObject({ phone: '+37477321321', phoneVerified: true })
  })
})

describe('the language', () => {
  test('goes to the account and the cookie, and the page comes anew in it', async () => {
    await profiles.chooseLanguage.submit('ru')
    expect(shown().languageId).toBe(4)
    expect(client.cookies.get('buy_locale')).toBe('ru')
    expect(tab.went).toEqual(['/ru/account/personal'])
  })

  test('of a guest goes to the cookie alone', async () => {
    client = api.guest()
    await load('/en/account/language')
    await session.restoreSession()
    tab.requests.length = 0
    await profiles.chooseLanguage.submit('hy')
    expect(tab.requests).toEqual([])
    expect(tab.went).toEqual(['/account/language'])
  })
})

test('the default way to pay is the one new orders begin with', async () => {
  const { $offered, loadOffered, saveDefaultPayment } = await import('#stores/account/default-payment-method.ts')
  const chosen = () => {
    const offered = $offered.get()
    return offered.state === 'ready' ? offered.methods.filter(({ isDefault }) => isDefault).map(({ key }) => key) : offered.state
  }
  await loadOffered()
  expect(chosen()).toEqual(['cash'])
  await saveDefaultPayment.submit(PAYMENT_METHOD.ARCA)
  expect(chosen()).toEqual(['card'])
  const methods = await import('#stores/checkout/payment-methods.ts')
  await methods.loadMethods()
  expect(methods.$payment.get()).toMatchObject({ key: 'card', isDefault: true })
  expect(await saveDefaultPayment.submit(PAYMENT_METHOD.BONUS)).toBeNull()
  expect(saveDefaultPayment.$state.get()).toMatchObject(failed('PAYMENT_METHOD_UNAVAILABLE'))
  expect(chosen()).toEqual(['card'])
})
