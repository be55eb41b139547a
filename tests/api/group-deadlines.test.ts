import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as groupOrders from '#contract/group-orders/calls.ts'
import * as notifications from '#contract/notifications/calls.ts'
import { IDLE_MS, REMIND_MS } from '#domain/orders/group-order.ts'
import { MINUTE } from '#domain/time/yerevan-time.ts'
import { expireGroupOrders } from '#server/services/group-orders/expire.ts'
import { keepDeadlines } from '#server/services/group-orders/keep-deadlines.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { codeOf, complete, group, infoOf, memberAt, start } from '#tests/support/group.ts'
import { openShares } from '#tests/support/shares.ts'
import { add, atWork, refused } from '#tests/support/shopping.ts'

let api: TestApi
let plain = 0
beforeAll(async () => {
  api = await startApi()
  plain = await api.product(1, 'PLAIN')
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api.close()
})
afterEach(() => api.clock.set(NOON))

const remindersOf = async (client: Client) =>
  (await client.call(notifications.list, { query: {} })).items
    .filter(({ kind }) => kind === 'deadline')
    .map(({ title, path }) => [title, path])
/** Sessions live for ten minutes: what happens later is looked at from noon. */
const later = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  api.clock.set(NOON + ms)
  try {
    return await work()
  } finally {
    api.clock.set(NOON)
  }
}
const keep = (ms: number): Promise<number> => later(ms, () => keepDeadlines(atWork(api)))

describe('the deadline of a group order', () => {
  test('closes the list; whoever is not ready is reminded ten minutes before, once', async () => {
    const { owner, members, started } = await group(api, ['Davit', 'Mariam'], { deadlineMinutes: 30 })
    const [davit, mariam] = [memberAt(members, 0), memberAt(members, 1)]
    expect((await infoOf(davit)).deadline).toBe(started.deadline)
    expect(Date.parse(started.deadline ?? '')).toBe(NOON + 30 * MINUTE)
    await add(davit, plain)
    await complete(davit)
    expect(await keep(30 * MINUTE - REMIND_MS - 1)).toBe(0)
    expect(await remindersOf(mariam)).toEqual([])
    expect(await keep(30 * MINUTE - REMIND_MS)).toBe(0)
    await Promise.all([keep(25 * MINUTE), keep(25 * MINUTE)])
    expect(await remindersOf(mariam)).toEqual([
      ['The group order’s list closes at 13:30', `/restaurants/${started.supplier.alias}?groupHash=${started.hash}`]
    ])
    expect([await remindersOf(davit), await remindersOf(owner)]).toEqual([[], []])
    expect(await keep(30 * MINUTE)).toBe(1)
    expect((await infoOf(mariam)).state).toBe('locked')
    expect(await codeOf(add(mariam, plain))).toEqual([430, 'GROUP_ORDER_ACTION_FORBIDDEN'])
    // Whoever opens it closes it.
    expect(await complete(owner, false)).toMatchObject({ state: 'open', deadline: null })
    expect(await keep(40 * MINUTE)).toBe(0)
  })

  test('of a list on which nobody has chosen anything passes', async () => {
    const { owner } = await group(api, [], { deadlineMinutes: 5 })
    expect(await keep(6 * MINUTE)).toBe(0)
    expect(await infoOf(owner)).toMatchObject({ state: 'open', deadline: null })
  })

  test('is not one in which it expires', async () => {
    const { owner, started } = await group(api, [], { deadlineMinutes: 240 })
    await later(IDLE_MS + MINUTE, () => expireGroupOrders(atWork(api)))
    expect((await infoOf(owner)).state).toBe('open')
    await later(240 * MINUTE + IDLE_MS + MINUTE, () => expireGroupOrders(atWork(api)))
    expect((await infoOf(owner, started.hash)).state).toBe('expired')
  })

  test.each([4, 241, 30.5])('is not in %s minutes', async (deadlineMinutes) => {
    expect(await refused(start(await api.person(), { deadlineMinutes }))).toMatchObject({ type: 'BAD_REQUEST', field: 'deadlineMinutes' })
  })
})

describe('the initiator reminds', () => {
  const remind = (client: Client) => client.call(groupOrders.remind)
  const reminded = async (client: Client) =>
    (await client.call(notifications.list, { query: {} })).items
      .filter(({ kind }) => kind === 'reminder')
      .map(({ title, text }) => [title, text])

  test('whoever is not ready, once a minute', async () => {
    const { owner, members } = await group(api, ['Davit', 'Mariam'])
    const [davit, mariam] = [memberAt(members, 0), memberAt(members, 1)]
    await complete(davit)
    expect(await remind(owner)).toEqual({ reminded: 1 })
    await remind(owner)
    expect((await refused(remind(owner))).type).toBe('TOO_MANY_REQUESTS')
    expect(await reminded(mariam)).toEqual([['Ani is waiting for you', 'Choose and say that you’re ready']])
    expect(await reminded(davit)).toEqual([])
    expect(await codeOf(remind(davit))).toEqual([430, 'GROUP_ORDER_ACTION_FORBIDDEN'])
    await complete(mariam)
    api.clock.set(NOON + 2 * MINUTE)
    expect(await codeOf(remind(owner))).toEqual([430, 'GROUP_ORDER_ACTION_FORBIDDEN'])
  })

  test('whoever has not paid, where everybody pays', async () => {
    const shares = await openShares(api)
    const { owner, davit, mariam, number } = await shares.collecting()
    await shares.payShare(davit, number)
    expect(await remind(owner)).toEqual({ reminded: 1 })
    expect(await reminded(mariam)).toEqual([['Ani is waiting for you', 'Pay your share of the group order']])
    expect(await reminded(davit)).toEqual([])
  })
})
