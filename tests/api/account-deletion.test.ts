import { eq, sql } from 'drizzle-orm'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as account from '#contract/account/calls.ts'
import * as auth from '#contract/auth/calls.ts'
import * as credentials from '#contract/credentials/calls.ts'
import * as favourites from '#contract/favourites/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import * as profile from '#contract/profile/calls.ts'
import * as signIn from '#contract/sign-in/calls.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { rowsOf } from '#server/db/rows.ts'
import { schema } from '#server/db/schema.ts'
import { eraseDue } from '#server/services/account/erase.ts'
import { PERSONAL_DATA } from '#server/services/account/personal-data.ts'
import { sendDue } from '#server/services/messages/send-due.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { openTab } from '#tests/support/tab.ts'
import { add, atWork, NEAR, orderOf, place, signIn as signInAgain } from '#tests/support/shopping.ts'

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

const DAY = 86_400_000
const phoneOf = async (client: Client): Promise<string> => (await client.call(auth.me)).phone ?? ''
const proven = async (client: Client): Promise<{ pin: string }> => {
  api.clock.advance(2 * 60_000)
  await client.call(account.sendDeletionCode)
  return { pin: await api.code(await phoneOf(client)) }
}
const ask = async (client: Client) => client.call(account.requestDeletion, { body: await proven(client) })
/** What the jobs do in an hour: messages out, accounts erased. */
const work = async (): Promise<number> => {
  let erased = 0
  for (let round = 0; round < 2; round += 1) {
    erased += await eraseDue(atWork(api))
    for (const channel of ['sms', 'email'] as const) await sendDue(atWork(api), channel)
  }
  return erased
}
const refresh = async (client: Client): Promise<void> => {
  client.token = (await client.call(auth.refresh, { body: {} })).accessToken
}

/** Tables in which a text stands anywhere, read as a thief of the database would. */
const tablesWith = async (needle: string): Promise<string[]> => {
  const tables = await rowsOf<{ name: string }>(
    api.engine.db,
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`
  )
  const found: string[] = []
  for (const { name } of tables) {
    const [row] = await rowsOf<{ n: number }>(
      api.engine.db,
      sql`select count(*)::int as n from ${sql.identifier(name)} t where position(lower(${needle}) in lower(t::text)) > 0`
    )
    if (row && row.n > 0) found.push(name)
  }
  return found
}

test('every table of the database has a rule, and no rule is for a table that is gone', async () => {
  const rows = await rowsOf<{ name: string }>(
    api.engine.db,
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`
  )
  const names = new Map(Object.entries(schema).flatMap(([key, value]) => (is(value, PgTable) ? [[key, getTableName(value)] as const] : [])))
  expect([...names.keys()].sort()).toEqual(Object.keys(PERSONAL_DATA).sort())
  expect(rows.map(({ name }) => name).sort()).toEqual([...names.values()].sort())
})

test('a column that names somebody or reaches them is blanked in every table whose rows stay', () => {
  // What a new column would be called; the compiler asks for the columns of `users` one by one.
  const telling = /name|phone|email|street|address|comment|contact|recipient|birth|token|(^|_)ip$|user_?agent/i
  const known: Record<string, string[]> = {
    orders: ['address', 'customerComment', 'shareToken'],
    users: ['firstName', 'lastName', 'email', 'phone', 'emailVerified', 'phoneVerified', 'birthDate', 'companyName'],
    orderItems: ['name'],
    orderReplacements: ['name'],
    reviews: [],
    // Keyed hashes, which say only whether a contact has used it.
    voucherUses: ['contacts'],
    suppliers: ['name'],
    branches: ['name', 'address']
  }
  const market =
    /^(cities|categories|brands|departments|optionGroups|optionValues|products|properties|catalogs|homeBlocks|supplierCategories|marketImports|suppliers|branches)$/
  const unknown = Object.entries(schema).flatMap(([key, table]) => {
    const rule = Object.entries(PERSONAL_DATA).find(([name]) => name === key)?.[1]
    const stays = rule === 'nobody' || key === 'orders' || key === 'users'
    if (!is(table, PgTable) || !stays || market.test(key)) return []
    return Object.keys(table)
      .filter((column) => telling.test(column) && !(known[key] ?? []).includes(column))
      .map((column) => `${key}.${column}`)
  })
  expect(unknown).toEqual([])
})

test('asking takes a proof, ends the other devices, and can be taken back', async () => {
  const client = await api.person()
  const phone = await phoneOf(client)
  const other = await signInAgain(api, phone, api.guest())
  await refresh(client)
  expect(await client.call(account.deletion)).toEqual({
    requestedAt: null,
    dueAt: null,
    days: 14,
    proof: { password: false, contact: expect.stringContaining('•') as string }
  })
  for (const body of [{ pin: '000000' }, { password: 'Guess-12345' }])
    await expect(client.call(account.requestDeletion, { body })).rejects.toMatchObject({
      type: 'pin' in body ? 'PIN_INCORRECT_OR_EXPIRED' : 'USERNAME_OR_PASSWORD_WRONG'
    })
  for (const body of [{}, { pin: '123456', password: 'x' }, { pin: '12' }])
    await expect(client.call(account.requestDeletion, { body })).rejects.toMatchObject({ type: 'BAD_REQUEST' })
  expect((await client.call(account.deletion)).requestedAt).toBeNull()

  const asked = await ask(client)
  expect(Date.parse(asked.dueAt ?? '') - Date.parse(asked.requestedAt ?? '')).toBe(14 * DAY)
  await expect(other.call(auth.me)).rejects.toMatchObject({ type: 'UNAUTHORIZED' })
  expect((await client.call(auth.me)).id).toBe(client.userId)
  api.clock.advance(DAY)
  await refresh(client)
  expect((await ask(client)).dueAt).toBe(asked.dueAt)

  expect(await client.call(account.cancelDeletion)).toMatchObject({ requestedAt: null, dueAt: null })
  expect(await client.call(account.cancelDeletion)).toMatchObject({ requestedAt: null })
  api.clock.advance(20 * DAY)
  expect(await work()).toBe(0)
})

test('a password is a proof, the longest too; guesses of it are counted', async () => {
  const password = `Secret-1${'🔑'.repeat(120)}`
  const client = await api.person()
  await client.call(credentials.changePassword, { body: { password } })
  expect((await client.call(account.deletion)).proof.password).toBe(true)
  const guesses: string[] = []
  for (let guess = 0; guess < 8; guess += 1) {
    const refused: unknown = await client
      .call(account.requestDeletion, { body: { password: `Wrong-${guess}2345` } })
      .catch((cause: unknown) => cause)
    guesses.push(refused instanceof Error && 'type' in refused ? String(refused.type) : '')
  }
  expect(guesses.at(-1)).toBe('TOO_MANY_REQUESTS')
  api.clock.advance(DAY + 1_000)
  await refresh(client)
  const asked = await client.call(account.requestDeletion, { body: { password } })
  expect(asked.requestedAt).not.toBeNull()
  await client.call(account.cancelDeletion)
})

test('signing in again keeps the account', async () => {
  const client = await api.person()
  const phone = await phoneOf(client)
  await ask(client)
  await signInAgain(api, phone, api.guest())
  await refresh(client)
  expect((await client.call(account.deletion)).requestedAt).toBeNull()
  api.clock.advance(20 * DAY)
  expect(await work()).toBe(0)
})

test('somebody with nothing proven cannot get a code', async () => {
  const client = await api.person()
  await api.engine.db
    .update(schema.users)
    .set({ phoneVerified: false })
    .where(eq(schema.users.id, client.userId ?? 0))
  expect((await client.call(account.deletion)).proof).toEqual({ password: false, contact: null })
  await expect(client.call(account.sendDeletionCode)).rejects.toMatchObject({ type: 'CONFLICT' })
  await expect(client.call(account.requestDeletion, { body: { pin: '123456' } })).rejects.toMatchObject({
    type: 'PIN_INCORRECT_OR_EXPIRED'
  })
})

test('after the cooling-off time nothing in the database tells who it was; the order and its sums stay', async () => {
  const phone = '+37477123987'
  const email = 'shushanik.vardereshyan@example.am'
  const names = ['Շուշանիկ', 'Վարդերեսյան']
  const street = 'Թաքնված փողոց 77'
  const comment = 'Զանգեք հարևանին'
  const client = await api.person({ phone })
  const userId = client.userId ?? 0
  await client.call(auth.change, { body: { firstName: names[0] ?? '', lastName: names[1] ?? '', birthDate: '1990-01-02' } })
  api.clock.advance(2 * 60_000)
  await client.call(auth.sendCode, { body: { type: 'email', contact: email } })
  await client.call(credentials.changeEmail, { body: { email, pin: await api.code(email) } })
  await client.call(credentials.changePassword, { body: { password: 'Lavash-1998' } })
  const address = await client.call(profile.addAddress, {
    body: { street, city: 'Երևան', latitude: NEAR.lat, longitude: NEAR.lng, doorCode: '77#99', comment }
  })
  await add(client, pizza)
  const placed = await place(client, await orderOf(client, address.id, { customerComment: comment }))
  await client.call(favourites.addSupplier, { body: { supplierId: 1 } })
  await add(client, pizza)
  const endpoint = `https://push.example/${names[0]}`
  const [session] = await api.engine.db.select().from(schema.sessions).where(eq(schema.sessions.userId, userId))
  await api.engine.db.insert(schema.pushSubscriptions).values({ userId, sessionId: session?.id ?? '', endpoint, p256dh: 'x', auth: 'y' })
  await api.engine.db.insert(schema.socialIdentities).values({ provider: 'google', subject: email, userId, email })
  await client.call(auth.sendCode, { body: { type: 'phone', contact: phone } }).catch(() => undefined)
  const before = await client.call(orders.details, { query: { orderNumber: placed.orderNumber } })
  const needles = [...names, phone, phone.slice(4), email, street, comment, '77#99', client.anonymousId, 'Chrome']
  const held = (await Promise.all(needles.map(tablesWith))).flat()
  for (const table of ['users', 'addresses', 'orders', 'messages', 'pins', 'rate_limits', 'social_identities', 'push_subscriptions'])
    expect(held).toContain(table)

  api.clock.advance(2 * 60_000)
  await refresh(client)
  await ask(client)
  api.clock.advance(13 * DAY)
  expect(await work()).toBe(0)
  api.clock.advance(2 * DAY)
  // An order under way is waited for.
  expect(await work()).toBe(0)
  expect((await tablesWith(email)).length).toBeGreaterThan(0)
  await api.engine.db
    .update(schema.orders)
    .set({ status: ORDER_STATUS.COMPLETELY_DELIVERED })
    .where(eq(schema.orders.number, placed.orderNumber))
  expect(await work()).toBe(1)

  for (const needle of needles) expect(await tablesWith(needle), needle).toEqual([])
  const [kept] = await api.engine.db.select().from(schema.orders).where(eq(schema.orders.number, placed.orderNumber))
  expect(kept).toMatchObject({ total: before.orderPrice * 100, address: { city: 'Երևան', line: '', phone: '', lat: 0 } })
  const items = await api.engine.db
    .select()
    .from(schema.orderItems)
    .where(eq(schema.orderItems.orderId, kept?.id ?? 0))
  expect(items.length).toBeGreaterThan(0)
  await expect(client.call(auth.refresh, { body: {} })).rejects.toMatchObject({ type: 'UNAUTHORIZED' })
  await expect(client.call(auth.me)).rejects.toMatchObject({ type: 'UNAUTHORIZED' })
  expect(await work()).toBe(0)

  // The same contact is free again, for somebody new.
  const fresh = api.guest()
  await fresh.call(auth.sendCode, { body: { type: 'phone', contact: phone } })
  const { user } = await fresh.call(auth.register, {
    body: { type: 'phone', contact: phone, pin: await api.code(phone), firstName: 'Նոր' }
  })
  expect(user.id).not.toBe(userId)
  fresh.token = (await fresh.call(signIn.session))?.accessToken ?? null
  expect((await fresh.call(orders.history, { query: {} })).totalCount).toBe(0)
})

test("the last message goes out before what it needs is erased; a neighbour's data stays", async () => {
  const [client, neighbour] = [await api.person(), await api.person()]
  const [phone, theirs] = [await phoneOf(client), await phoneOf(neighbour)]
  await ask(client)
  api.clock.advance(15 * DAY)
  expect(await eraseDue(atWork(api))).toBe(0)
  const [last] = await api.engine.db
    .select()
    .from(schema.messages)
    .where(eq(schema.messages.recipient, phone))
    .orderBy(sql`id desc`)
    .limit(1)
  expect(last).toMatchObject({ kind: 'deletionDone', state: 'waiting' })
  expect(await eraseDue(atWork(api))).toBe(0)
  // It cannot go out: after an hour the promise to erase counts more.
  api.clock.advance(3_600_001)
  expect(await eraseDue(atWork(api))).toBe(1)
  expect(await tablesWith(phone)).toEqual([])
  expect((await tablesWith(theirs)).length).toBeGreaterThan(0)
})

test('the page: asks with a code, shows the date, keeps the account again', async () => {
  const client = await api.person()
  client.cookies.set('buy_access_token', client.token ?? '')
  await openTab({ client, locale: 'en', path: '/en/account/privacy' })
  const {
    $deletion,
    cancelDeletion: keepAccount,
    loadDeletion,
    requestDeletion,
    sendDeletionCode
  } = await import('#stores/account/deletion.ts')
  await loadDeletion()
  expect($deletion.get()).toMatchObject({ state: 'ready', deletion: { requestedAt: null, days: 14 } })
  api.clock.advance(2 * 60_000)
  expect(await sendDeletionCode.submit()).toMatchObject({ type: 'phone' })
  expect(await requestDeletion.submit({ pin: '000000' })).toBeNull()
  expect(requestDeletion.$state.get()).toMatchObject({ state: 'failed', failure: { type: 'PIN_INCORRECT_OR_EXPIRED' } })
  expect(await requestDeletion.submit({ pin: await api.code(await phoneOf(client)) })).toMatchObject({
    requestedAt: expect.any(String) as string
  })
  expect($deletion.get()).toMatchObject({ state: 'ready', deletion: { requestedAt: expect.any(String) as string } })
  await keepAccount.submit()
  expect($deletion.get()).toMatchObject({ state: 'ready', deletion: { requestedAt: null } })
})
