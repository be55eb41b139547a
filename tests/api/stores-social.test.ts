import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { enrol } from '#tests/support/identity.ts'
import { startOpenIdProvider, type OpenIdProvider, type ProviderPerson } from '#tests/support/openid-provider.ts'
import { createStorage, openTab } from '#tests/support/tab.ts'

const SITE = 'http://127.0.0.1:4321'
let provider: OpenIdProvider
let api: TestApi
beforeAll(async () => {
  provider = await startOpenIdProvider({ site: SITE })
  api = await startApi({ env: provider.env })
})
// Each story in a browser of its own.
beforeEach(() => void createStorage())
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api.close()
  await provider.stop()
})

/** Presses the button, comes back from the provider, and opens the page it leads to. */
const goAndComeBack = async (client: Client, person: ProviderPerson, redirect = '/shops') => {
  const tab = await openTab({ client, path: '/en' })
  const { beginSocial } = await import('#stores/sign-in/providers.ts')
  await beginSocial.submit('openid', { redirect, enablePickup: true })
  provider.next = person
  const back = new URL(await provider.visit(tab.went.at(-1) ?? ''))
  const landed = await client.fetch(back.pathname + back.search)
  const place = new URL(landed.headers.get('location') ?? '', SITE)
  await openTab({ client, path: place.pathname + place.search })
  const social = await import('#stores/sign-in/arrival.ts')
  await social.arrive(place.search)
  return social
}

test('the button leads to the provider, and back to where the person was, marked as a login', async () => {
  const { $arrival } = await goAndComeBack(api.guest(), { sub: 'lilit', email: 'lilit@example.am', email_verified: true }, '/shops?x=1#top')
  expect($arrival.get()).toEqual({ state: 'leaving', to: '/en/shops?x=1&from=login&enablePickup=1#top' })
  const { $session } = await import('#stores/auth/session.ts')
  expect($session.get()).toMatchObject({ state: 'user', user: { email: 'lilit@example.am' } })
})

test('an address that has to be proven asks for its code, and then goes on', async () => {
  const social = await goAndComeBack(api.guest(), { sub: 'sona', email: 'sona@example.am', email_verified: false })
  expect(social.$arrival.get()).toEqual({ state: 'prove', provider: 'Google', after: { redirect: '/shops', enablePickup: true } })
  const sent = await social.sendLinkCode.submit()
  expect(sent?.contact).toBe('s•••@example.am')
  expect(await social.linkByCode.submit('000000', {})).toBeNull()
  expect(social.linkByCode.$state.get()).toMatchObject({ failure: { type: 'PIN_INCORRECT_OR_EXPIRED' } })
  expect(await social.linkByCode.submit(await api.code('sona@example.am'), { redirect: '/shops' })).toBe(true)
  expect(social.$arrival.get()).toEqual({ state: 'leaving', to: '/en/shops?from=login' })
})

const enrolTwice = async (contact: string): Promise<number[]> => {
  const company = { companyName: 'Արև', tin: `55${String(contact.length).padStart(6, '0')}`, password: 'Tolma-2026' }
  const ids = []
  for (const more of [{}, company]) {
    api.clock.advance(61_000)
    ids.push((await enrol(api, contact, more)).signedIn.user.id)
  }
  return ids
}

test.each([
  ['vouched for', true],
  ['proven by its code', false]
])('an address of several accounts, %s: one is chosen in the dialog that codes have, each time', async (_case, vouched) => {
  const email = vouched ? 'both@example.am' : 'both.by.code@example.am'
  const [, company] = await enrolTwice(email)
  for (let visit = 1; visit <= 2; visit += 1) {
    const social = await goAndComeBack(api.guest(), { sub: email, email, email_verified: vouched })
    const { $modals } = await import('#stores/modals.ts')
    const { chooseAccount } = await import('#stores/auth/auth.ts')
    const { $session } = await import('#stores/auth/session.ts')
    if (!vouched && visit === 1) {
      api.clock.advance(61_000)
      await social.sendLinkCode.submit()
      expect(await social.linkByCode.submit(await api.code(email), { redirect: '/shops' })).toBe(true)
    }
    // Linked by now; a provider that does not vouch opens what it is linked to.
    if (!vouched && visit === 2) return expect($session.get()).toMatchObject({ state: 'user', user: { id: company } })
    expect($session.get()).toEqual({ state: 'guest' })
    expect($modals.get()).toMatchObject([
      { id: 'choose-account', params: { redirect: '/shops', accounts: [{ isCompany: false }, { isCompany: true, name: 'Արև' }] } }
    ])
    expect(await chooseAccount.submit(1)).toBeNull()
    expect(await chooseAccount.submit(company ?? 0)).toMatchObject({ id: company, isCompany: true })
    expect($session.get()).toMatchObject({ state: 'user', user: { id: company } })
    // Back on this page the choice is made.
    await social.arrive('?signin=choose&provider=openid&redirect=/shops')
    expect(social.$arrival.get()).toEqual({ state: 'leaving', to: '/en/shops?from=login' })
    createStorage()
  }
})

test('a choice without a visit that waits for one opens the sign-in dialog', async () => {
  await openTab({ client: api.guest(), path: '/en/account/sign-in' })
  const social = await import('#stores/sign-in/arrival.ts')
  const { $modals } = await import('#stores/modals.ts')
  await social.arrive('?signin=choose&provider=openid')
  expect(social.$arrival.get()).toEqual({ state: 'failed', after: {} })
  expect($modals.get()).toMatchObject([{ id: 'login' }])
})

test.each([
  ['?signin=error&signin-error=no-email&provider=openid&redirect=/shops', 'no-email', 'Google', { redirect: '/shops' }],
  ['?signin=error&signin-error=%3Cscript%3E&provider=%3Cb%3E&redirect=//evil.example', 'failed', '', {}],
  ['?signin=done&redirect=javascript:alert(1)', 'failed', '', {}],
  ['', 'failed', '', {}]
])('%j opens the sign-in dialog with what went wrong', async (search, why, name, after) => {
  await openTab({ client: api.guest(), path: '/en/account/sign-in' })
  const { $arrival, arrive } = await import('#stores/sign-in/arrival.ts')
  const { $socialFailure } = await import('#stores/sign-in/providers.ts')
  const { $modals } = await import('#stores/modals.ts')
  await arrive(search)
  expect($socialFailure.get()).toEqual({ why, provider: name })
  expect($arrival.get()).toEqual({ state: 'failed', after })
  expect($modals.get()).toMatchObject([{ id: 'login', params: after }])
})

test('a provider that does not answer is said in its button; without an answer of our own there are no buttons', async () => {
  const tab = await openTab({ client: api.guest() })
  const { $providers, $socialFailure, beginSocial } = await import('#stores/sign-in/providers.ts')
  tab.answers.set('POST /auth/signin/openid', () =>
    Response.json({ code: 418, messages: [{ type: 'SOCIAL_DATA_UNAVAILABLE', body: 'words' }], data: null, requestId: 'x' })
  )
  expect(await beginSocial.submit('openid', {})).toBeNull()
  expect(beginSocial.$state.get()).toMatchObject({ state: 'failed', failure: { type: 'SOCIAL_DATA_UNAVAILABLE', message: 'words' } })
  expect(tab.went).toEqual([])
  tab.isOnline = false
  const stop = $providers.listen(() => undefined)
  await tab.pass()
  expect($providers.get()).toEqual([])
  expect($socialFailure.get()).toBeNull()
  stop()
})

test('providers of an account are listed and taken away', async () => {
  const client = api.guest()
  await goAndComeBack(client, { sub: 'karo', email: 'karo@example.am', email_verified: true })
  const { $linked, loadLinked, unlink } = await import('#stores/sign-in/linked-accounts.ts')
  await loadLinked()
  expect($linked.get()).toMatchObject({ state: 'ready', list: [{ provider: 'openid', email: 'k•••@example.am' }] })
  expect(await unlink.submit('openid')).toBe(true)
  expect($linked.get()).toEqual({ state: 'ready', list: [] })
})
