import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as account from '#contract/account/calls.ts'
import * as applications from '#contract/applications/calls.ts'
import * as auth from '#contract/auth/calls.ts'
import * as favourites from '#contract/favourites/calls.ts'
import * as reviews from '#contract/reviews/calls.ts'
import { schema } from '#server/db/schema.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { cancel, start } from '#tests/support/group.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { book, wanted } from '#tests/support/bookings.ts'
import { proveOwner } from '#tests/support/identity.ts'
import { openTab } from '#tests/support/tab.ts'
import { add, addAddress, atWork, buy, orderOf, place } from '#tests/support/shopping.ts'

let api: TestApi
let pizza: number
beforeAll(async () => {
  api = await startApi()
  pizza = await api.product(1, 'PLAIN')
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api.close()
})

/** Somebody with something of everything, in words of their own. */
const somebody = async (name: string): Promise<{ client: Client; phone: string; orderNumber: string }> => {
  const client = await api.person()
  await client.call(auth.change, { body: { firstName: name, lastName: `${name}yan` } })
  const addressId = await addAddress(client)
  await add(client, pizza)
  const { orderId, orderNumber } = await place(client, await orderOf(client, addressId, { customerComment: `for ${name}` }))
  for (const verb of ['accept', 'on-the-way', 'delivered']) await operateOrders(atWork(api), [verb, orderNumber])
  const answers = { collected: 4, goods: 4, accuracy: 4, again: 4, deliveryTime: 4, courier: 4 }
  await client.call(reviews.write, { body: { orderId, supplierId: 1, answers, comment: `Good, says ${name}` } })
  const plan = { plan: 'tv', timeToCall: 'any', phone: (await client.call(auth.me)).phone ?? '' } as const
  await client.call(applications.telecom, { body: { ...plan, name, address: `House of ${name}` } })
  await add(client, await api.product(12, 'COAT'))
  await book(client, await wanted(client, addressId, { customerComment: `coat of ${name}` }))
  await client.call(favourites.addSupplier, { body: { supplierId: 1 } })
  await client.call(favourites.addArticle, { body: { articleId: pizza } })
  await start(client, { participantName: name })
  await cancel(client)
  const userId = client.userId ?? 0
  await api.engine.db.insert(schema.socialIdentities).values({ provider: 'google', subject: name, userId, email: `${name}@example.am` })
  const [session] = await api.engine.db.select().from(schema.sessions).where(eq(schema.sessions.userId, userId))
  await api.engine.db
    .insert(schema.pushSubscriptions)
    .values({ userId, sessionId: session?.id ?? '', endpoint: `https://push.example/${name}`, p256dh: 'x', auth: 'y' })
  const { phone } = await client.call(auth.me)
  return { client, phone: phone ?? '', orderNumber }
}

test("holds everything of the person and nothing of anybody else's", async () => {
  const [own, other] = [await somebody('Tatevik'), await somebody('Hovhannes')]
  const { placed: shared } = await buy(api, pizza)
  const share = {
    orderId: shared.orderId,
    payerId: own.client.userId ?? 0,
    methodId: 8 as const,
    amount: 174_500,
    state: 'captured' as const
  }
  await api.engine.db.insert(schema.orderTenders).values(share)
  const data = await own.client.call(account.exportData)
  expect(data).toMatchObject({
    profile: { firstName: 'Tatevik', lastName: 'Tatevikyan', phone: own.phone },
    signIns: [{ provider: 'google' }],
    addresses: [{ street: 'Abovyan Street 12' }],
    orders: [{ orderNumber: own.orderNumber, customerComment: 'for Tatevik', parts: [{ items: [{ productId: pizza }] }] }],
    bookings: [{ customerComment: 'coat of Tatevik', address: { line: 'Abovyan Street 12, Yerevan' } }],
    groupOrders: [{ supplier: 'Always Open', name: 'Tatevik', state: 'cancelled' }],
    shares: [{ orderNumber: shared.orderNumber, amount: 1745, method: 'card', state: 'captured' }],
    applications: [{ kind: 'telecom', phone: own.phone, fields: { name: 'Tatevik', address: 'House of Tatevik' }, state: 'open' }],
    reviews: [{ orderNumber: own.orderNumber, stars: 4, answers: { goods: 4 }, text: 'Good, says Tatevik', author: 'Tatevik' }],
    sessions: [{ endedAt: null }]
  })
  expect(data.favourites.map(({ type, id }) => `${type} ${id}`)).toEqual(['supplier 1', `article ${pizza}`])
  expect(data.favourites.every(({ name }) => name !== '')).toBe(true)
  expect(data.pushSubscriptions).toHaveLength(1)
  const text = JSON.stringify(data)
  for (const secret of ['Hovhannes', other.phone, other.orderNumber, 'passwordHash', '$argon2']) expect(text, secret).not.toContain(secret)
  // Nothing that opens the account is in it.
  expect(text).not.toMatch(/\b\d{6} is your|refresh|p256dh/)
})

test('so many times an hour, and only for somebody signed in', async () => {
  const { client, phone } = await somebody('Karine')
  for (let time = 0; time < 3; time += 1) await client.call(account.exportData)
  await expect(client.call(account.exportData)).rejects.toMatchObject({ type: 'TOO_MANY_REQUESTS' })
  api.clock.advance(3_600_001)
  client.token = (await client.call(auth.refresh, { body: {} })).accessToken
  await proveOwner(api, client, phone)
  await expect(client.call(account.exportData)).resolves.toMatchObject({ profile: { firstName: 'Karine' } })
  await expect(api.guest().call(account.exportData)).rejects.toMatchObject({ type: 'UNAUTHORIZED' })
})

test('the page gets it as a file', async () => {
  const { client } = await somebody('Levon')
  client.cookies.set('buy_access_token', client.token ?? '')
  await openTab({ client, locale: 'en', path: '/en/account/privacy' })
  const { exportAccount } = await import('#stores/account/data-export.ts')
  const file = await exportAccount.submit()
  expect(file?.name).toMatch(/^shuka-\d{4}-\d{2}-\d{2}\.json$/)
  expect(JSON.parse(file?.text ?? '')).toMatchObject({ profile: { firstName: 'Levon' } })
})

test('some time after the sign-in the page asks for a proof in a dialog, and gets the file after it', async () => {
  const { client, phone } = await somebody('Vardan')
  client.cookies.set('buy_access_token', client.token ?? '')
  client.cookies.delete('buy_fresh_proof')
  await openTab({ client, locale: 'en', path: '/en/account/privacy' })
  const { exportAccount } = await import('#stores/account/data-export.ts')
  const { $modals, answerQuestion, closeModal } = await import('#stores/modals.ts')
  const asked = async (): Promise<number> => {
    await expect.poll(() => $modals.get().at(-1)?.id).toBe('prove-identity')
    const top = $modals.get().at(-1)
    return top?.id === 'prove-identity' ? (top.params.ticket ?? 0) : 0
  }
  const refused = exportAccount.submit()
  await asked()
  closeModal()
  expect(await refused).toBeNull()
  expect(exportAccount.$state.get()).toMatchObject({ state: 'failed', failure: { type: 'PROOF_REQUIRED' } })

  const file = exportAccount.submit()
  const ticket = await asked()
  await proveOwner(api, client, phone)
  answerQuestion(ticket)
  expect(JSON.parse((await file)?.text ?? '')).toMatchObject({ profile: { firstName: 'Vardan' } })
})
