import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type * as SessionStore from '#stores/auth/session.ts'
import type * as PinStore from '#stores/auth/code.ts'
import type * as AuthStore from '#stores/auth/auth.ts'
import * as auth from '#contract/auth/calls.ts'
import * as baskets from '#contract/baskets/calls.ts'
import * as profile from '#contract/profile/calls.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { importBasket } from '#tests/support/basket-stores.ts'
import { createStorage, openTab, type Tab } from '#tests/support/tab.ts'

let api: TestApi
let client: Client
let tab: Tab
let storage: ReturnType<typeof createStorage>
let session: typeof SessionStore
let pin: typeof PinStore
let signing: typeof AuthStore
let people = 0

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
}
beforeEach(async () => {
  client = api.guest()
  client.cookies.set('buy_anonymous_id', client.anonymousId)
  storage = createStorage()
  await load()
})

const call = async () => (await import('#stores/environment.ts')).environment().call
/** Registers somebody through the stores, as the login modal does. */
const enter = async (): Promise<string> => {
  const contact = `+374770${String((people += 1)).padStart(5, '0')}`
  await session.restoreSession()
  await pin.sendCode.submit({ type: 'phone', contact })
  const user = await signing.register.submit(await api.code(contact), 'Nare', '')
  expect(user).toMatchObject({ firstName: 'Nare', phone: contact })
  return contact
}

describe('signing in', () => {
  test('contact, code, name; then the same person with a code alone', async () => {
    expect(session.$session.get()).toEqual({ state: 'unknown' })
    const contact = await enter()
    expect(session.$session.get()).toMatchObject({ state: 'user', user: { phone: contact } })
    expect(JSON.parse(storage.values['root:auth'] ?? '{}')).toMatchObject({ version: 1, user: { firstName: 'Nare' } })
    expect(storage.values['root:auth']).not.toMatch(/eyJ|birthDate|tin|companyName/)

    await signOut()
    api.clock.advance(61_000)
    await pin.sendCode.submit({ type: 'phone', contact })
    expect(pin.$sent.get()).toMatchObject({ known: true, outboxUrl: expect.stringContaining('outbox') })
    expect(pin.$needsName.get()).toBe(false)
    expect(await signing.login.submit(await api.code(contact))).toMatchObject({ firstName: 'Nare' })
  })

  test('a wrong code is a failure in its place, with the words of the server', async () => {
    const contact = '+37477099999'
    await pin.sendCode.submit({ type: 'phone', contact })
    expect(pin.$needsName.get()).toBe(true)
    const code = await api.code(contact)
    expect(await pin.checkCode.submit(code === '000000' ? '111111' : '000000')).toBeNull()
    expect(pin.checkCode.$state.get()).toMatchObject({
      state: 'failed',
      failure: { type: 'PIN_INCORRECT_OR_EXPIRED', message: expect.stringMatching(/code/i) }
    })
    expect(await pin.checkCode.submit(code)).toMatchObject({ verified: true })
  })

  test('another code waits for the cooldown', async () => {
    await pin.sendCode.submit({ type: 'phone', contact: '+37477088888' })
    expect(pin.$cooldown.get()).toBe(60)
    expect(await pin.resendCode()).toBeNull()
    await tab.pass(1_000)
    expect(pin.$cooldown.get()).toBe(59)
    for (let second = 0; second < 59; second += 1) await tab.pass(1_000)
    expect(pin.$cooldown.get()).toBe(0)
    api.clock.advance(60_000)
    tab.requests.length = 0
    await pin.resendCode()
    expect(tab.requests).toEqual(['POST /users/pin/send'])
  })

  test('a refusal names the seconds to wait', async () => {
    await pin.sendCode.submit({ type: 'phone', contact: '+37477077777' })
    signing.startOver()
    expect(await pin.sendCode.submit({ type: 'phone', contact: '+37477077777' })).toBeNull()
    expect(pin.sendCode.$state.get()).toMatchObject({ failure: { type: 'TOO_MANY_REQUESTS' } })
    expect(pin.$cooldown.get()).toBeGreaterThan(0)
  })

  test.each([
    ['091 12-34-56', { type: 'phone', contact: '+37491123456' }],
    ['Ani@Mail.am ', { type: 'email', contact: 'ani@mail.am' }],
    ['ani', null]
  ])('%s is read as one field', (text, expected) => {
    expect(pin.readContact(text)).toEqual(expected)
  })

  test('the basket of the guest becomes the basket of the person', async () => {
    const basket = await importBasket()
    await basket.startBasket()
    await basket.addToBasket({ productId: await api.product(1, 'PLAIN'), quantity: 2, name: 'Tolma' })
    await enter()
    await tab.pass()
    expect(basket.$basket.get()).toMatchObject({ state: 'ready', basket: { itemsCount: 2 } })
  })
})

describe('after signing in', () => {
  const user = { languageId: 4 } as Parameters<typeof signing.afterSignIn>[0]

  test("leads to where the modal was told, in the person's language, marked from=login", () => {
    signing.afterSignIn(user, { redirect: '/checkout?step=2', enablePickup: true })
    expect(tab.went).toEqual(['/ru/checkout?step=2&from=login&enablePickup=1'])
    expect(client.cookies.get('buy_locale')).toBe('ru')
  })
  test('never leads to another site', () => {
    signing.afterSignIn(user, { redirect: '//evil.example/' })
    expect(tab.went.join()).not.toContain('evil')
  })
  test("the person's language goes to the cookie and the page reloads in it", async () => {
    await load('/en/restaurants?city=gyumri')
    signing.afterSignIn(user, {})
    expect(client.cookies.get('buy_locale')).toBe('ru')
    expect(tab.went).toEqual(['/ru/restaurants?city=gyumri&from=login'])
    signing.afterSignIn({ ...user, languageId: 3 }, {})
    expect(tab.went).toHaveLength(1)
  })
})

describe('token refresh', () => {
  test('one refresh for many calls, all of them replayed', async () => {
    await enter()
    client.cookies.set('buy_access_token', 'worn-out')
    tab.requests.length = 0
    const send = await call()
    const answers = await Promise.all([send(auth.me), send(profile.addresses), send(baskets.get, { query: {} })])
    expect(answers[0]).toMatchObject({ firstName: 'Nare' })
    expect(tab.requests.filter((request) => request === 'POST /auth/refresh')).toHaveLength(1)
    expect(tab.requests).toHaveLength(7)
  })

  test('without an access token the refresh comes first, so that a person is not taken for a guest', async () => {
    await enter()
    client.cookies.delete('buy_access_token')
    await load()
    await session.restoreSession()
    const send = await call()
    await send(baskets.get, { query: {} })
    expect(tab.requests).toEqual(['POST /auth/refresh', 'GET /baskets'])
  })

  test('a failed refresh rejects all of them with its own error and signs out', async () => {
    await enter()
    client.cookies.set('buy_access_token', 'worn-out')
    for (const name of client.cookies.keys()) if (name.includes('refresh')) client.cookies.delete(name)
    tab.requests.length = 0
    const send = await call()
    const answers = await Promise.allSettled([send(auth.me), send(profile.addresses)])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(tab.requests.filter((request) => request === 'POST /auth/refresh')).toHaveLength(1)
    expect(session.$session.get()).toEqual({ state: 'guest', ended: true })
    expect(client.cookies.has('buy_access_token')).toBe(false)
  })

  test('a guest who is refused is not refreshed', async () => {
    await session.restoreSession()
    tab.requests.length = 0
    const send = await call()
    await expect(send(auth.me)).rejects.toMatchObject({ type: 'UNAUTHORIZED' })
    expect(tab.requests).toEqual(['GET /auth/me'])
  })
})

test('signing out ends the session on the server and in every tab', async () => {
  await enter()
  const first = session
  await load()
  await session.restoreSession()
  expect(session.$session.get().state).toBe('user')
  await signOut()
  storage.tell('root:auth')
  expect(first.$session.get()).toEqual({ state: 'guest', ended: true })
  expect(session.$session.get()).toEqual({ state: 'guest' })
})

test('a page waits five seconds for who is signed in', async () => {
  await enter()
  storage.values['root:auth'] = ''
  await load()
  const answers: ((response: Response) => void)[] = []
  tab.answers.set('GET /auth/me', () => new Promise((resolve) => void answers.push(resolve)))
  const restored = session.restoreSession()
  await expect.poll(() => answers, { interval: 1 }).toHaveLength(1)
  tab.now += 5_000
  void tab.pass()
  expect(await restored).toEqual({ state: 'guest' })
  answers[0]?.(Response.json({ code: 500, messages: [], data: null }))
})

test('an edited or older saved session reads as nobody', async () => {
  storage.values['root:auth'] = '{"version":0,"user":{"id":1}}'
  await load()
  expect(await session.restoreSession()).toEqual({ state: 'guest' })
})
