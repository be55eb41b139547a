import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type * as AuthStore from '#stores/auth/auth.ts'
import type * as PinStore from '#stores/auth/code.ts'
import type * as SessionStore from '#stores/auth/session.ts'
import * as auth from '#contract/auth/calls.ts'
import * as credentials from '#contract/credentials/calls.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { createStorage, openTab, type Tab } from '#tests/support/tab.ts'

let api: TestApi
let client: Client
let tab: Tab
let storage: ReturnType<typeof createStorage>
let signing: typeof AuthStore
let pin: typeof PinStore
let session: typeof SessionStore
let count = 0

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const signOut = async (): Promise<void> => (await import('#stores/auth/sign-out.ts')).signOut()

const load = async (): Promise<void> => {
  tab = await openTab({ client })
  session = await import('#stores/auth/session.ts')
  pin = await import('#stores/auth/code.ts')
  signing = await import('#stores/auth/auth.ts')
}
beforeEach(async () => {
  client = api.guest()
  client.cookies.set('buy_anonymous_id', client.anonymousId)
  storage = createStorage()
  await load()
  await session.restoreSession()
})

/** Registers somebody in the tab that is open now. */
const enter = async (): Promise<string> => {
  const contact = `+374781${String((count += 1)).padStart(5, '0')}`
  await pin.sendCode.submit({ type: 'phone', contact })
  expect(await signing.register.submit(await api.code(contact), 'Nare', '')).toMatchObject({ firstName: 'Nare' })
  return contact
}

describe('two tabs', () => {
  const secondTab = async () => {
    const { environment } = await import('#stores/environment.ts')
    const first = { session, environment: environment() }
    await load()
    await session.restoreSession()
    return first
  }

  test('whoever signs in here is signed in there, and the basket comes', async () => {
    const first = await secondTab()
    const basket = await import('#stores/baskets/start.ts')
    await basket.startBasket()
    tab.requests.length = 0
    const contact = '+37478299999'
    await client.call(auth.sendCode, { body: { type: 'phone', contact } })
    const body = { type: 'phone', contact, pin: await api.code(contact), firstName: 'Nare' } as const
    const signedIn = await client.call(auth.register, { body })
    first.session.enterSession(signedIn)
    storage.tell('root:auth')
    await tab.pass()
    expect(session.$session.get()).toMatchObject({ state: 'user', user: { firstName: 'Nare' } })
    expect(tab.requests).toContain('GET /baskets')
  })

  test('whoever signs out everywhere leaves no address of the account behind, in any tab; one that was only chosen stays', async () => {
    const theirs = { title: 'Abovyan 12', addressId: 7, latitude: 40.18, longitude: 44.51 }
    await enter()
    const place = await import('#stores/addresses/location.ts')
    place.chooseLocation(theirs)
    const other = { place, ...(await secondTab()) }
    const { endDevices } = await import('#stores/account/devices.ts')
    tab.events.length = 0
    expect(await endDevices.submit(false)).toBeGreaterThan(0)
    expect(JSON.parse(storage.values['root:place'] ?? '{}')).toMatchObject({ title: '', addressId: null })
    expect(tab.events).toContain('place:change')
    storage.tell('root:place')
    expect(other.place.$location.get()).toMatchObject({ title: '', addressId: null })

    await enter()
    place.chooseLocation({ ...theirs, addressId: null })
    storage.tell('root:place')
    await signOut()
    expect(JSON.parse(storage.values['root:place'] ?? '{}')).toMatchObject({ title: 'Abovyan 12' })
  })

  test('whoever signs out there is out here, and tokens held by this page do not come back; a page for everybody asks nothing', async () => {
    await enter()
    const { $modals } = await import('#stores/modals.ts')
    const first = await secondTab()
    await signOut()
    expect(session.$session.get()).toEqual({ state: 'guest' })
    storage.tell('root:auth')
    expect(first.session.$session.get()).toEqual({ state: 'guest', ended: true })
    expect($modals.get()).toEqual([])
    expect(first.environment.tokens.access()).toBeNull()
    expect(client.cookies.has('buy_access_token')).toBe(false)
  })

  test('who signs out there is asked to come back by a page that is theirs alone; who signs out on it is not', async () => {
    await enter()
    const { $modals } = await import('#stores/modals.ts')
    ;(await import('#stores/auth/session-check.ts')).askBack()
    await secondTab()
    ;(await import('#stores/auth/session-check.ts')).askBack()
    await signOut()
    expect((await import('#stores/modals.ts')).$modals.get()).toEqual([])
    storage.tell('root:auth')
    expect($modals.get()).toMatchObject([{ id: 'login' }])
  })
})

test('another device is named, and ends when it is told to', async () => {
  const password = 'Tolma-2026'
  const contact = await enter()
  await (await import('#stores/credentials/password.ts')).changePassword.submit(password)
  await api.guest().call(auth.login, { body: { type: 'phone', contact, password } })
  const devices = await import('#stores/account/devices.ts')
  await devices.loadDevices()
  const seen = devices.$devices.get()
  expect(seen).toMatchObject({ state: 'ready', list: [{ isCurrent: true }, { isCurrent: false }] })
  const id = seen.state === 'ready' ? (seen.list[1]?.id ?? '') : ''
  await devices.endDevice.submit(id)
  expect(devices.$devices.get()).toMatchObject({ state: 'ready', list: [{ isCurrent: true }] })
  expect(await devices.endDevice.submit(id)).toBe(true)
  expect(await devices.endDevices.submit(false)).toBe(1)
  expect(session.$session.get()).toEqual({ state: 'guest' })
  await expect((await import('#stores/environment.ts')).environment().call(credentials.sessions)).rejects.toMatchObject({
    type: 'UNAUTHORIZED'
  })
})
