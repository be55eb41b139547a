import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import * as signIn from '#contract/sign-in/calls.ts'
import { schema } from '#server/db/schema.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { startOpenIdProvider, type OpenIdProvider, type ProviderPerson } from '#tests/support/openid-provider.ts'

let provider: OpenIdProvider
let api: TestApi
const SITE = 'http://127.0.0.1:4321'
beforeAll(async () => {
  provider = await startOpenIdProvider({ site: SITE })
  api = await startApi({ env: provider.env })
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api.close()
  await provider.stop()
})

/** Goes to the provider and stops at its door; answers its address. */
const begin = async (client: Client, body: { redirect?: string; enablePickup?: boolean } = {}): Promise<string> => {
  const { csrfToken } = await client.call(signIn.csrf)
  return (await client.call(signIn.begin, { params: { provider: 'openid' }, body: { csrfToken, ...body } })).url
}
/** Opens the address the provider led back to; answers where the shop leads. */
const land = async (client: Client, url: string): Promise<URL> => {
  const { pathname, search } = new URL(url)
  const response = await client.fetch(pathname + search)
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location') ?? '', SITE)
}
const comeBack = async (client: Client, person: ProviderPerson | 'refuse', body?: Parameters<typeof begin>[1]): Promise<URL> => {
  const url = await begin(client, body)
  provider.next = person
  return land(client, await provider.visit(url))
}
const signedIn = (client: Client): Client => {
  client.token = client.cookies.get('buy_access_token') ?? null
  return client
}
const newPerson = (sub: string, rest: Partial<ProviderPerson> = {}): ProviderPerson => ({
  sub,
  email: `${sub}@example.am`,
  email_verified: true,
  given_name: 'Անի',
  family_name: 'Պետրոսյան',
  ...rest
})
const userOf = async (email: string) => (await api.engine.db.select().from(schema.users).where(eq(schema.users.email, email)))[0]

test('a new person comes in by a provider, with the session everybody has, and is led to where they were', async () => {
  const client = api.guest('ru')
  expect(await client.call(signIn.providers)).toEqual([{ id: 'openid', name: 'Google' }])
  const place = await comeBack(client, newPerson('anush', { email: 'Anush@Example.am' }), {
    redirect: '/ru/checkout?x=1',
    enablePickup: true
  })
  expect(place.pathname).toBe('/ru/account/sign-in')
  expect(Object.fromEntries(place.searchParams)).toEqual({
    signin: 'done',
    provider: 'openid',
    redirect: '/ru/checkout?x=1',
    enablePickup: '1'
  })
  const me = await signedIn(client).call(auth.me)
  expect(me).toMatchObject({
    firstName: 'Անի',
    lastName: 'Պետրոսյան',
    email: 'anush@example.am',
    emailVerified: true,
    hasPassword: false,
    languageId: 4
  })
  const refreshed = await client.call(auth.refresh, { body: {} })
  expect(refreshed.accessToken).toBeTruthy()
  expect(await client.call(signIn.session)).toMatchObject({
    ...{ user: { id: me.id }, accessToken: client.token, lang: 'ru', currency: 'AMD', firstLogin: true },
    since: expect.stringMatching(/\+04:00$/) as string
  })
  expect(await client.call(signIn.identities)).toEqual([
    { provider: 'openid', name: 'Google', email: 'a•••@example.am', linkedAt: expect.stringMatching(/\+04:00$/) as string }
  ])

  const again = api.guest()
  await comeBack(again, newPerson('anush', { email: 'other@example.am' }))
  expect((await signedIn(again).call(auth.me)).id).toBe(me.id)
})

test('a password of somebody who only came socially is refused with where they came from', async () => {
  await comeBack(api.guest(), newPerson('social-only'))
  const { envelope } = await api.guest().raw('POST', '/auth/login/new', {
    body: { type: 'email', contact: 'social-only@example.am', password: 'Lavash-1998' }
  })
  expect(envelope).toMatchObject({ code: 415, messages: [{ type: 'LOGIN_VIA_SOCIAL_OR_SET_PASSWORD' }], data: { providers: ['openid'] } })
})

test('an account with the same proven address is linked; goods in the basket of the guest come along', async () => {
  const owner = api.guest()
  const contact = 'proven@example.am'
  await owner.call(auth.sendCode, { body: { type: 'email', contact } })
  const { user } = await owner.call(auth.register, { body: { type: 'email', contact, pin: await api.code(contact), firstName: 'Գոռ' } })
  const client = api.guest()
  const place = await comeBack(client, newPerson('proven'))
  expect(place.searchParams.get('signin')).toBe('done')
  expect((await signedIn(client).call(auth.me)).id).toBe(user.id)
})

test.each([
  ['the provider does not vouch for the address', { email_verified: false }, true],
  ['the account never proved the address', { email_verified: true }, false]
])('%s: a code to it decides', async (_case, told, accountVerified) => {
  const sub = accountVerified ? 'unvouched' : 'typed-only'
  const email = `${sub}@example.am`
  const owner = api.guest()
  await owner.call(auth.sendCode, { body: { type: 'email', contact: email } })
  const { user, accessToken } = await owner.call(auth.register, {
    body: { type: 'email', contact: email, pin: await api.code(email), firstName: 'Գոռ', password: 'Lavash-1998' }
  })
  await api.engine.db.update(schema.users).set({ emailVerified: accountVerified }).where(eq(schema.users.id, user.id))
  const client = api.guest()
  const place = await comeBack(client, newPerson(sub, told), { redirect: '/shops' })
  expect(Object.fromEntries(place.searchParams)).toEqual({ signin: 'link', provider: 'openid', redirect: '/shops' })
  expect(client.cookies.get('buy_access_token')).toBeUndefined()

  // Another browser of somebody who saw the address has nothing to prove.
  await expect(api.guest().call(signIn.sendLinkCode)).rejects.toMatchObject({ type: 'SOCIAL_DATA_UNAVAILABLE' })
  api.clock.advance(61_000)
  const sent = await client.call(signIn.sendLinkCode)
  expect(sent).toMatchObject({ type: 'email', known: true })
  expect(sent.contact).not.toContain(sub)
  const pin = await api.code(email)
  const wrong = pin === '111111' ? '222222' : '111111'
  await expect(client.call(signIn.link, { body: { pin: wrong } })).rejects.toMatchObject({ type: 'PIN_INCORRECT_OR_EXPIRED' })
  const entered = await client.call(signIn.link, { body: { pin } })
  expect(entered.user.id).toBe(user.id)
  await expect(client.call(signIn.link, { body: { pin } })).rejects.toMatchObject({ type: 'SOCIAL_DATA_UNAVAILABLE' })

  // What somebody set before the address was proven opens nothing any more.
  expect((await userOf(email))?.passwordHash === null).toBe(!accountVerified)
  owner.token = accessToken
  const still = owner.call(auth.me)
  if (accountVerified) await expect(still).resolves.toMatchObject({ id: user.id })
  else await expect(still).rejects.toMatchObject({ type: 'UNAUTHORIZED' })

  const later = api.guest()
  expect((await comeBack(later, newPerson(sub, told))).searchParams.get('signin')).toBe('done')
})

test('an address that another account carries unproven, beside a proven phone, is not taken from it', async () => {
  const owner = await api.person()
  const email = 'carried@example.am'
  await api.engine.db
    .update(schema.users)
    .set({ email })
    .where(eq(schema.users.id, owner.userId ?? 0))
  const client = api.guest()
  expect((await comeBack(client, newPerson('carried'))).searchParams.get('signin')).toBe('link')
  await client.call(signIn.sendLinkCode)
  await expect(client.call(signIn.link, { body: { pin: await api.code(email) } })).rejects.toMatchObject({ type: 'EMAIL_ALREADY_USED' })
})

test('a new address nobody vouches for makes an account once its code is right', async () => {
  const client = api.guest()
  expect((await comeBack(client, newPerson('fresh', { email_verified: false }))).searchParams.get('signin')).toBe('link')
  expect(await client.call(signIn.sendLinkCode)).toMatchObject({ known: false })
  const { user } = await client.call(signIn.link, { body: { pin: await api.code('fresh@example.am') } })
  expect(user).toMatchObject({ firstName: 'Անի', email: 'fresh@example.am', emailVerified: true })
})

test('somebody signed in links a provider, sees it, and takes it away; another account cannot take it over', async () => {
  const client = await api.person()
  const token = client.cookies.get('buy_access_token') ?? ''
  // Signed out meanwhile, in a browser that somebody else may have taken over.
  client.cookies.delete('buy_access_token')
  const place = await comeBack(client, newPerson('linked', { email: 'elsewhere@example.am' }), { redirect: '/account/privacy' })
  expect(Object.fromEntries(place.searchParams)).toEqual({
    signin: 'error',
    'signin-error': 'failed',
    provider: 'openid',
    redirect: '/account/privacy'
  })

  client.cookies.set('buy_access_token', token)
  // The access token alone, as a thief has it.
  const proof = client.cookies.get('buy_fresh_proof') ?? ''
  client.cookies.delete('buy_fresh_proof')
  await expect(comeBack(client, newPerson('linked'))).rejects.toMatchObject({ type: 'PROOF_REQUIRED' })
  client.cookies.set('buy_fresh_proof', proof)
  const linked = await comeBack(client, newPerson('linked'), { redirect: '/account/privacy' })
  expect(linked.searchParams.get('signin')).toBe('done')
  expect(await client.call(signIn.identities)).toHaveLength(1)
  const { email, phone } = await client.call(auth.me)
  expect(email).toBeNull()
  const { messages } = schema
  const notices = await api.engine.db
    .select({ kind: messages.kind, body: messages.body })
    .from(messages)
    .where(eq(messages.recipient, phone ?? ''))
  expect(notices).toContainEqual({ kind: 'providerLinked', body: expect.stringContaining('Google') as string })

  const other = await api.person()
  expect((await comeBack(other, newPerson('linked'))).searchParams.get('signin-error')).toBe('taken')
  expect(await other.call(signIn.identities)).toEqual([])

  await expect(client.call(signIn.unlink, { params: { provider: 'google' } })).rejects.toMatchObject({ type: 'NOT_FOUND' })
  expect(await client.call(signIn.unlink, { params: { provider: 'openid' } })).toEqual({ removed: true })
  expect(await client.call(signIn.identities)).toEqual([])
})

test('the only way into an account stays', async () => {
  const client = api.guest()
  await comeBack(client, newPerson('only-way'))
  await api.engine.db.update(schema.users).set({ email: null, emailVerified: false }).where(eq(schema.users.email, 'only-way@example.am'))
  await expect(signedIn(client).call(signIn.unlink, { params: { provider: 'openid' } })).rejects.toMatchObject({ type: 'CONFLICT' })
})

test('refused consent, no address, a deactivated account: each is said', async () => {
  expect((await comeBack(api.guest(), 'refuse', { redirect: '/shops' })).searchParams.get('signin-error')).toBe('permissions')
  expect((await comeBack(api.guest(), { sub: 'no-address', given_name: 'X' })).searchParams.get('signin-error')).toBe('no-email')
  expect((await comeBack(api.guest(), newPerson('bad', { email: 'not an address' }))).searchParams.get('signin-error')).toBe('no-email')
  await comeBack(api.guest(), newPerson('gone'))
  await api.engine.db.update(schema.users).set({ deactivatedAt: new Date() }).where(eq(schema.users.email, 'gone@example.am'))
  const client = api.guest()
  expect((await comeBack(client, newPerson('gone'))).searchParams.get('signin-error')).toBe('deactivated')
  expect((await comeBack(client, newPerson('gone-too', { email: 'gone@example.am' }))).searchParams.get('signin-error')).toBe('deactivated')
  expect(client.cookies.get('buy_access_token')).toBeUndefined()
})

test('a provider that tells the address only in the call for it', async () => {
  const other = await startOpenIdProvider({ site: SITE, claimsIn: 'userinfo' })
  const mine = provider
  const its = await startApi({ env: other.env })
  try {
    provider = other
    const client = its.guest()
    expect((await comeBack(client, newPerson('by-userinfo'))).searchParams.get('signin')).toBe('done')
    expect(await signedIn(client).call(auth.me)).toMatchObject({ email: 'by-userinfo@example.am', firstName: 'Անի' })
  } finally {
    provider = mine
    await its.close()
    await other.stop()
  }
})

test('a provider that posts its answer from its own site, with names told only there', async () => {
  const client = api.guest()
  const url = await begin(client)
  provider.next = { sub: 'apple-like', email: 'apple-like@example.am', email_verified: true }
  const back = new URL(await provider.visit(url))
  const form = new URLSearchParams({ ...Object.fromEntries(back.searchParams), user: '{"name":{"firstName":"Մանե","lastName":"Ա."}}' })
  // Lax cookies stay behind; the redirect to the same address by GET gets them.
  const posted = await api.guest().fetch(back.pathname, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
    body: form
  })
  expect(posted.status).toBe(303)
  const place = await land(client, new URL(posted.headers.get('location') ?? '', SITE).href)
  expect(place.searchParams.get('signin')).toBe('done')
  expect(await signedIn(client).call(auth.me)).toMatchObject({ firstName: 'Մանե', lastName: 'Ա.' })
})

test('two callbacks of one new person at once make one account', async () => {
  const clients = [api.guest(), api.guest(), api.guest()]
  const backs: string[] = []
  for (const client of clients) {
    const url = await begin(client)
    provider.next = newPerson('twice')
    backs.push(await provider.visit(url))
  }
  const places = await Promise.all(clients.map((client, index) => land(client, backs[index] ?? '')))
  expect(places.map(({ searchParams }) => searchParams.get('signin'))).toEqual(['done', 'done', 'done'])
  const ids = await Promise.all(clients.map(async (client) => (await signedIn(client).call(auth.me)).id))
  expect(new Set(ids).size).toBe(1)
})

test('without keys there are no providers, and nothing to begin', async () => {
  const bare = await startApi()
  const client = bare.guest()
  expect(await client.call(signIn.providers)).toEqual([])
  const { csrfToken } = await client.call(signIn.csrf)
  await expect(client.call(signIn.begin, { params: { provider: 'google' }, body: { csrfToken } })).rejects.toMatchObject({
    type: 'NOT_FOUND'
  })
  expect(await client.call(signIn.session)).toBeNull()
  expect(await client.call(signIn.log, { body: { code: 'POPUP_CLOSED', message: 'closed' } })).toEqual({ logged: true })
  await bare.close()
})
