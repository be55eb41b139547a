import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as account from '#contract/account/calls.ts'
import * as auth from '#contract/auth/calls.ts'
import * as credentials from '#contract/credentials/calls.ts'
import { schema } from '#server/db/schema.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { askCode, enrol, PASSWORD, proveOwner } from '#tests/support/identity.ts'

const { messages, users } = schema
let api: TestApi
let serial = 0

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
afterEach(() => {
  expect(api.errors).toEqual([])
})

const newPhone = (): string => `+3744322${String(1000 + (serial += 1))}`
const newEmail = (): string => `owner${(serial += 1)}@mail.am`
/** Somebody with the access token alone, in a browser of their own. */
const thiefOf = (owner: Client): Client => {
  const thief = api.guest()
  thief.token = owner.token
  return thief
}
const PROOF = { type: 'PROOF_REQUIRED', code: 403 }
const kindsTo = async (recipient: string): Promise<string[]> =>
  (await api.engine.db.select({ kind: messages.kind }).from(messages).where(eq(messages.recipient, recipient))).map(({ kind }) => kind)

test('an access token alone sets no password and changes no contact, even right after the sign-in', async () => {
  const phone = newPhone()
  const { client: owner, signedIn } = await enrol(api, phone)
  const thief = thiefOf(owner)
  const [theirPhone, theirEmail] = [newPhone(), newEmail()]
  await expect(thief.call(credentials.changePassword, { body: { password: PASSWORD } })).rejects.toMatchObject({
    ...PROOF,
    data: { password: false, contacts: [{ type: 'phone', contact: expect.stringContaining('•') as string }] }
  })
  const changePhone = thief.call(credentials.changePhone, { body: { phone: theirPhone, pin: await askCode(api, thief, theirPhone) } })
  await expect(changePhone).rejects.toMatchObject(PROOF)
  const changeEmail = thief.call(credentials.changeEmail, { body: { email: theirEmail, pin: await askCode(api, thief, theirEmail) } })
  await expect(changeEmail).rejects.toMatchObject(PROOF)
  const [row] = await api.engine.db.select().from(users).where(eq(users.id, signedIn.user.id))
  expect(row).toMatchObject({ phone, email: null, passwordHash: null })
})

test('an access token alone exports nothing; the owner exports after a proof, and a refusal does not count', async () => {
  const phone = newPhone()
  const { client: owner } = await enrol(api, phone)
  const thief = thiefOf(owner)
  for (let time = 0; time < 5; time += 1) await expect(thief.call(account.exportData)).rejects.toMatchObject(PROOF)
  expect(await owner.call(account.exportData)).toMatchObject({ profile: { phone } })
  owner.cookies.delete('buy_fresh_proof')
  await expect(owner.call(account.exportData)).rejects.toMatchObject(PROOF)
  await proveOwner(api, owner, phone)
  expect(await owner.call(account.exportData)).toMatchObject({ profile: { phone } })
})

test('the owner goes on right after the sign-in, and ten minutes later after a code or the password', async () => {
  const phone = newPhone()
  const { client } = await enrol(api, phone)
  expect(await client.call(credentials.proofState)).toMatchObject({ isFresh: true, password: false })
  await client.call(credentials.changePassword, { body: { password: PASSWORD } })
  api.clock.advance(599_000)
  client.token = null
  client.token = (await client.call(auth.refresh, { body: {} })).accessToken
  expect((await client.call(credentials.proofState)).isFresh).toBe(true)
  api.clock.advance(2_000)
  expect(await client.call(credentials.proofState)).toMatchObject({ isFresh: false, password: true })
  const email = newEmail()
  const pin = await askCode(api, client, email)
  const change = () => client.call(credentials.changeEmail, { body: { email, pin } })
  await expect(change()).rejects.toMatchObject(PROOF)
  await expect(client.call(credentials.prove, { body: { password: 'Wrong-1234' } })).rejects.toMatchObject({ code: 417 })
  await expect(client.call(credentials.prove, { body: { type: 'email', pin: '123456' } })).rejects.toMatchObject({ type: 'CONFLICT' })
  await expect(client.call(credentials.sendProofCode, { body: { type: 'email' } })).rejects.toMatchObject({ type: 'CONFLICT' })
  expect(await client.call(credentials.prove, { body: { password: PASSWORD } })).toEqual({ expiresIn: 600 })
  expect(await change()).toMatchObject({ email, emailVerified: true })
})

test('a code to an own contact is a proof for its session alone', async () => {
  const phone = newPhone()
  const { client } = await enrol(api, phone)
  client.cookies.delete('buy_fresh_proof')
  await proveOwner(api, client, phone)
  expect((await client.call(credentials.proofState)).isFresh).toBe(true)
  const { client: other } = await enrol(api, newPhone())
  other.cookies.set('buy_fresh_proof', client.cookies.get('buy_fresh_proof') ?? '')
  expect((await other.call(credentials.proofState)).isFresh).toBe(false)
})

test('every contact there was is told of a change, by mail and by SMS', async () => {
  const [phone, email, next] = [newPhone(), newEmail(), newPhone()]
  const { client } = await enrol(api, phone)
  const pin = await askCode(api, client, email)
  await client.call(credentials.changeEmail, { body: { email, pin } })
  expect(await kindsTo(phone)).toContain('contactChanged')
  await client.call(credentials.changePhone, { body: { phone: next, pin: await askCode(api, client, next) } })
  expect((await kindsTo(phone)).filter((kind) => kind === 'contactChanged')).toHaveLength(2)
  expect(await kindsTo(email)).toContain('contactChanged')
  expect(await kindsTo(next)).not.toContain('contactChanged')
  await client.call(credentials.changePassword, { body: { password: PASSWORD } })
  expect(await kindsTo(next)).toContain('passwordChanged')
  expect(await kindsTo(email)).toContain('passwordChanged')
})

test('a common password is refused and the code stays usable; a long passphrase that meets the rule is taken', async () => {
  const phone = newPhone()
  const client = api.guest()
  const body = { type: 'phone' as const, contact: phone, pin: await askCode(api, client, phone), firstName: 'Անի' }
  const common = { type: 'PASSWORD_TOO_COMMON', code: 400, field: 'password' }
  await expect(client.call(auth.register, { body: { ...body, password: 'Password1!' } })).rejects.toMatchObject(common)
  const passphrase = 'Correct horse battery staple 7!'
  expect((await client.call(auth.register, { body: { ...body, password: passphrase } })).user.hasPassword).toBe(true)
})

test('signing out gives the browser another anonymous id, however it is done', async () => {
  const signOuts: ((client: Client) => Promise<unknown>)[] = [
    (client) => client.call(auth.signOut),
    (client) => client.call(credentials.endSessions, { query: {} })
  ]
  const ids = new Set<string>()
  for (const signOut of signOuts) {
    const { client } = await enrol(api, newPhone())
    client.cookies.set('buy_anonymous_id', client.anonymousId)
    await signOut(client)
    const next = client.cookies.get('buy_anonymous_id') ?? ''
    expect(next).toMatch(/^[0-9a-f]{32}$/)
    ids.add(client.anonymousId).add(next)
  }
  expect(ids.size).toBe(4)
})
