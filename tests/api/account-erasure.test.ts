import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as account from '#contract/account/calls.ts'
import * as auth from '#contract/auth/calls.ts'
import { schema } from '#server/db/schema.ts'
import { eraseDue } from '#server/services/account/erase.ts'
import { sendDue } from '#server/services/messages/send-due.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { storedBooking } from '#tests/support/bookings.ts'
import { atWork, buy } from '#tests/support/shopping.ts'

const DAY = 86_400_000
const { accountDeletions } = schema
let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** A person whose account is due to be erased in 14 days. */
const leaving = async (): Promise<Client> => {
  const client = await api.person()
  const { phone } = await client.call(auth.me)
  api.clock.advance(2 * 60_000)
  await client.call(account.sendDeletionCode)
  await client.call(account.requestDeletion, { body: { pin: await api.code(phone ?? '') } })
  return client
}
const isErased = async (client: Client): Promise<boolean> => {
  const [row] = await api.engine.db
    .select()
    .from(accountDeletions)
    .where(eq(accountDeletions.userId, client.userId ?? 0))
  return row !== undefined && row.erasedAt !== null
}

test('an account that cannot be erased stops no other, and is tried again', async () => {
  const [stuck, other] = [await leaving(), await leaving()]
  const { db } = api.engine
  await db.execute(sql.raw(`create function refuses() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`))
  await db.execute(
    sql.raw(`create trigger refuses before update on users for each row when (old.id = ${stuck.userId ?? 0}) execute function refuses()`)
  )
  api.clock.advance(15 * DAY)
  await eraseDue(atWork(api))
  await sendDue(atWork(api), 'sms')
  await expect(eraseDue(atWork(api))).rejects.toThrow('1 accounts could not be erased')
  expect([await isErased(stuck), await isErased(other)]).toEqual([false, true])
  await db.execute(sql`drop function refuses cascade`)
  expect(await eraseDue(atWork(api))).toBe(1)
  expect(await isErased(stuck)).toBe(true)
})

test('an account with a share of somebody else’s order waits until that order has ended', async () => {
  const { orders, orderTenders } = schema
  const { placed } = await buy(api, await api.product(1, 'PLAIN'))
  const [payer, excluded] = [await leaving(), await leaving()]
  const share = { orderId: placed.orderId, methodId: 8 as const, amount: 100_000 }
  await api.engine.db.insert(orderTenders).values([
    { ...share, payerId: payer.userId ?? 0, state: 'captured' },
    { ...share, payerId: excluded.userId ?? 0, state: 'released' }
  ])
  const eraseAll = async (): Promise<void> => {
    await eraseDue(atWork(api))
    await sendDue(atWork(api), 'sms')
    await eraseDue(atWork(api))
  }
  api.clock.advance(15 * DAY)
  await eraseAll()
  expect([await isErased(payer), await isErased(excluded)]).toEqual([false, true])
  await api.engine.db.update(orders).set({ status: 7 }).where(eq(orders.id, placed.orderId))
  await eraseAll()
  expect(await isErased(payer)).toBe(true)
})

test('an account whose things are at a laundry waits until they are back', async () => {
  const client = await leaving()
  const stored = storedBooking(client.userId ?? 0, api.clock.now(), {
    ...{ status: 3, customerComment: 'Ring at Ani', returnTo: new Date(api.clock.now() + 16 * DAY) }
  })
  const [booking] = await api.engine.db.insert(schema.bookings).values(stored).returning()
  const eraseAll = async (): Promise<boolean> => {
    await eraseDue(atWork(api))
    await sendDue(atWork(api), 'sms')
    await eraseDue(atWork(api))
    return isErased(client)
  }
  api.clock.advance(15 * DAY)
  expect(await eraseAll()).toBe(false)
  const set = (change: Partial<typeof schema.bookings.$inferInsert>) =>
    api.engine.db
      .update(schema.bookings)
      .set(change)
      .where(eq(schema.bookings.id, booking?.id ?? 0))
  await set({ status: 0, endedFor: 'declined' })
  expect(await eraseAll()).toBe(false)
  api.clock.advance(2 * DAY)
  expect(await eraseAll()).toBe(true)
  const [left] = await api.engine.db
    .select()
    .from(schema.bookings)
    .where(eq(schema.bookings.id, booking?.id ?? 0))
  expect(left).toMatchObject({ customerComment: '', address: { line: '', city: 'Gyumri' } })
})

test('an open group order ends with its initiator, a member leaves those of others, and no name stays', async () => {
  const [initiator, member, other] = [await leaving(), await leaving(), await api.person()]
  const { groupMembers, groupOrders, baskets } = schema
  const at = { supplierId: 1, limit: 5000, type: 1 as const }
  const [own, others] = await api.engine.db
    .insert(groupOrders)
    .values([
      { ...at, hash: 'own', initiatorId: initiator.userId ?? 0 },
      { ...at, hash: 'others', initiatorId: other.userId ?? 0 }
    ])
    .returning()
  if (!own || !others) throw new Error('two group orders were written')
  await api.engine.db.insert(baskets).values({ userId: other.userId, groupOrderId: own.id, type: 'member' })
  await api.engine.db.insert(groupMembers).values([
    { groupOrderId: own.id, userId: initiator.userId ?? 0, name: 'Ani' },
    { groupOrderId: others.id, userId: member.userId ?? 0, name: 'Davit' }
  ])
  api.clock.advance(15 * DAY)
  await eraseDue(atWork(api))
  await sendDue(atWork(api), 'sms')
  await eraseDue(atWork(api))
  expect([await isErased(initiator), await isErased(member)]).toEqual([true, true])
  expect(await api.engine.db.select({ id: groupMembers.groupOrderId, name: groupMembers.name }).from(groupMembers)).toEqual([
    { id: own.id, name: '' }
  ])
  const [ended] = await api.engine.db.select().from(groupOrders).where(eq(groupOrders.id, own.id))
  expect(ended?.status).toBe(1)
  expect(
    (
      await api.engine.db
        .select()
        .from(baskets)
        .where(eq(baskets.userId, other.userId ?? 0))
    ).map(({ groupOrderId, type }) => [groupOrderId, type])
  ).toEqual([[null, 'user']])
})
