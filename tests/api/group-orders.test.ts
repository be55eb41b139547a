import { eq, inArray } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import { DEFAULT_LIMIT } from '#domain/orders/group-order.ts'
import { schema } from '#server/db/schema.ts'
import { expireGroupOrders } from '#server/services/group-orders/expire.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { basketOf, cancel, codeOf, complete, group, infoOf, isInGroup, join, memberAt, start } from '#tests/support/group.ts'
import { add, atWork, linesOf, refused, signIn } from '#tests/support/shopping.ts'

let api: TestApi
let plain = 0
let sale = 0
let night = 0
beforeAll(async () => {
  api = await startApi()
  plain = await api.product(1, 'PLAIN')
  sale = await api.product(1, 'SALE')
  night = await api.product(3, 'N1')
})
afterAll(() => api.close())
afterEach(() => api.clock.set(NOON))

describe('a group order is started', () => {
  test('at a restaurant, with what the basket holds from there', async () => {
    const owner = await api.person()
    await add(owner, plain, 2)
    const started = await start(owner, { limit: DEFAULT_LIMIT })
    expect(started).toMatchObject({
      supplierId: 1,
      supplier: { name: 'Always Open', alias: 'always-open', kind: 'restaurant' },
      initiatorName: 'Ani',
      limit: 5000,
      groupOrderType: 1,
      status: 0,
      state: 'open',
      role: 'owner',
      membersCount: 1,
      itemsPrice: 2000,
      members: [{ name: 'Ani', role: 'owner', isYou: true, ready: false, itemsPrice: 2000, items: [{ quantity: 2, totalPrice: 2000 }] }]
    })
    expect(started.hash).toMatch(/^[\w-]{22}$/)
    expect(await basketOf(owner)).toMatchObject({ type: 'initiator', basketList: { type: 'initiator' }, totalPrice: 2000 })
  })

  test('by whoever has signed in, nowhere but at restaurants, and one at a time', async () => {
    expect(await codeOf(start(api.guest()))).toEqual([431, 'GROUP_ORDER_AUTHORIZATION_REQUIRED'])
    const owner = await api.person()
    expect(await codeOf(start(owner, { supplierId: 902 }))).toEqual([701, 'GROUP_ORDER_RESTAURANTS_ONLY'])
    expect(await codeOf(start(owner, { supplierId: 4711 }))).toEqual([421, 'SUPPLIER_NOT_FOUND'])
    await start(owner)
    expect(await codeOf(start(owner))).toEqual([426, 'GROUP_ORDER_EXISTS'])
  })

  test.each([
    ['limit', { limit: 0 }],
    ['limit', { limit: 1_000_000 }],
    ['groupOrderType', { groupOrderType: 3 as never }]
  ])('and refuses %s %j', async (field, change) => {
    expect(await refused(start(await api.person(), change))).toMatchObject({ type: 'BAD_REQUEST', field })
  })

  test('and needs a name: the one given, else that of the profile', async () => {
    const owner = await api.person()
    const { users } = schema
    await api.engine.db
      .update(users)
      .set({ firstName: '' })
      .where(eq(users.id, owner.userId ?? 0))
    expect(await refused(start(owner, { participantName: '' }))).toMatchObject({ type: 'BAD_REQUEST', field: 'participantName' })
    await api.engine.db
      .update(users)
      .set({ firstName: 'Գոհար' })
      .where(eq(users.id, owner.userId ?? 0))
    expect((await start(owner, { participantName: '' })).initiatorName).toBe('Գոհար')
  })

  test('and what is elsewhere, or is fetched, is given up only when that is agreed', async () => {
    const owner = await api.person()
    await add(owner, plain)
    await add(owner, night)
    expect(await codeOf(start(owner))).toEqual([468, 'JOINING_EMPTIES_CART'])
    expect(linesOf(await basketOf(owner))).toHaveLength(2)
    await start(owner, { startAnew: true })
    expect(linesOf(await basketOf(owner)).map(({ productId }) => productId)).toEqual([plain])

    const other = await api.person()
    await add(other, plain)
    await other.call(baskets.setOrderMode, { body: { orderMode: 2, supplierId: 1, branchId: 11 } })
    expect((await refused(start(other))).type).toBe('CHANGE_MODE_TO_DELIVERY')
    await start(other, { startAnew: true })
    expect(await basketOf(other)).toMatchObject({ orderMode: { orderMode: 1, branchId: null }, itemsCount: 1 })
  })

  test('five times a day', async () => {
    const owner = await api.person({ phone: '+37477110032' })
    for (let count = 0; count < 5; count += 1) {
      await start(owner)
      await cancel(owner)
    }
    expect((await refused(start(owner))).type).toBe('TOO_MANY_REQUESTS')
    api.clock.advance(86_400_000)
    expect((await start(await signIn(api, '+37477110032', api.guest()))).state).toBe('open')
  })
})

describe('a link is opened', () => {
  test('by anybody, who learns who invites, where and with which limit, and nothing of the others', async () => {
    const { started, members } = await group(api, ['Davit'], { limit: 3000 })
    await add(memberAt(members, 0), plain)
    for (const outsider of [api.guest(), await api.person()])
      expect(await infoOf(outsider, started.hash)).toMatchObject({
        initiatorName: 'Ani',
        limit: 3000,
        state: 'open',
        role: 'outsider',
        membersCount: 2,
        members: [],
        itemsPrice: 0
      })
    expect(await codeOf(infoOf(api.guest(), 'AAAAAAAAAAAAAAAAAAAAAA'))).toEqual([425, 'GROUP_ORDER_NOT_FOUND'])
    expect([await isInGroup(api.guest()), await isInGroup(await api.person())]).toEqual([false, false])
  })

  test('and joined, under a name; the basket is one of the group order then', async () => {
    const { owner, members, started } = await group(api)
    expect(await basketOf(memberAt(members, 0))).toMatchObject({ type: 'member', status: 'empty' })
    expect((await infoOf(owner)).members.map(({ name, role, isYou }) => [name, role, isYou])).toEqual([
      ['Ani', 'owner', true],
      ['Davit', 'member', false],
      ['Mariam', 'member', false]
    ])
    expect(await infoOf(memberAt(members, 1), started.hash)).toMatchObject({ role: 'member', membersCount: 3 })
  })

  test('and refused: a guest, a wrong link, another person’s id, the same again, an own one that is not finished', async () => {
    const { owner, members, started } = await group(api, ['Davit'])
    const newcomer = await api.person()
    expect(await codeOf(join(api.guest(), started))).toEqual([431, 'GROUP_ORDER_AUTHORIZATION_REQUIRED'])
    expect(await codeOf(join(newcomer, { ...started, hash: 'AAAAAAAAAAAAAAAAAAAAAA' }))).toEqual([425, 'GROUP_ORDER_NOT_FOUND'])
    expect(await codeOf(join(newcomer, { ...started, id: started.id + 1000 }))).toEqual([425, 'GROUP_ORDER_NOT_FOUND'])
    expect((await refused(join({ ...newcomer, userId: owner.userId }, started))).type).toBe('FORBIDDEN')
    expect(await refused(join(memberAt(members, 0), started))).toMatchObject({ code: 426, data: { same: true } })
    expect(await refused(join(owner, started))).toMatchObject({ code: 426, data: { same: true } })
    const other = await group(api, [])
    expect(await codeOf(join(owner, other.started))).toEqual([475, 'GROUP_ORDER_OWNER_MUST_FINISH_FIRST'])
    expect(await codeOf(join(owner, other.started, 'Ani', true))).toEqual([475, 'GROUP_ORDER_OWNER_MUST_FINISH_FIRST'])
  })

  test('by a member of another group order, who leaves that when it is agreed', async () => {
    const first = await group(api, ['Davit'])
    const davit = memberAt(first.members, 0)
    await add(davit, plain)
    const second = await group(api, [])
    expect(await refused(join(davit, second.started))).toMatchObject({ code: 426, data: { same: false } })
    expect(await join(davit, second.started, 'Davit', true)).toMatchObject({ id: second.started.id, role: 'member', itemsPrice: 0 })
    expect(await infoOf(first.owner)).toMatchObject({ membersCount: 1, itemsPrice: 0 })
  })

  test('by somebody whose basket holds something, or is fetched: first when that is agreed', async () => {
    const { started } = await group(api, [])
    const newcomer = await api.person()
    await add(newcomer, plain)
    expect(await codeOf(join(newcomer, started))).toEqual([468, 'JOINING_EMPTIES_CART'])
    await newcomer.call(baskets.setOrderMode, { body: { orderMode: 2, supplierId: 1, branchId: 11 } })
    expect((await refused(join(newcomer, started))).type).toBe('CHANGE_MODE_TO_DELIVERY')
    expect(linesOf(await basketOf(newcomer))).toHaveLength(1)
    await join(newcomer, started, 'Davit', true)
    expect(await basketOf(newcomer)).toMatchObject({ type: 'member', status: 'empty', orderMode: { orderMode: 1 } })
  })

  test('when it is locked, closed or full', async () => {
    const { owner, started } = await group(api, [])
    await add(owner, plain)
    await complete(owner)
    const newcomer = await api.person()
    expect(await refused(join(newcomer, started))).toMatchObject({ code: 427, data: { state: 'locked' } })
    await complete(owner, false)
    const { groupMembers } = schema
    const crowd = await Promise.all(Array.from({ length: 3 }, () => api.person()))
    for (const one of crowd) await join(one, started)
    const [someone] = crowd
    const copies = Array.from({ length: 46 }, (_, index) => index)
    const extra = await Promise.all(copies.map(() => api.person()))
    await api.engine.db
      .insert(groupMembers)
      .values(extra.map(({ userId }) => ({ groupOrderId: started.id, userId: userId ?? 0, name: 'x' })))
    expect(await refused(join(newcomer, started))).toMatchObject({ code: 427, data: { state: 'full' } })
    await api.engine.db.delete(groupMembers).where(
      inArray(
        groupMembers.userId,
        extra.map(({ userId }) => userId ?? 0)
      )
    )
    await cancel(owner)
    expect(await refused(join(newcomer, started))).toMatchObject({ code: 427, data: { state: 'cancelled' } })
    expect(await infoOf(newcomer, started.hash)).toMatchObject({ state: 'cancelled', status: 1 })
    expect(someone).toBeDefined()
  })

  test('by two devices of one person at once: they are in it once', async () => {
    const { owner, started } = await group(api, [])
    const newcomer = await api.person()
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => join(newcomer, started)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await infoOf(owner)).membersCount).toBe(2)
  })
})

describe('it ends', () => {
  test('cancelled: everybody keeps what they chose in a basket of their own', async () => {
    const { owner, members, started } = await group(api, ['Davit'])
    const davit = memberAt(members, 0)
    await add(owner, sale)
    await add(davit, plain, 2)
    const { version } = await basketOf(owner)
    expect(await cancel(owner)).toMatchObject({ state: 'cancelled', role: 'owner' })
    const after = await basketOf(owner)
    expect(after).toMatchObject({ type: 'user', totalPrice: 720 })
    expect(after.version, 'browsers take no older version for newer').toBeGreaterThan(version)
    expect(await basketOf(davit)).toMatchObject({ type: 'user', totalPrice: 2000 })
    expect(await infoOf(davit, started.hash)).toMatchObject({ state: 'cancelled', role: 'member' })
    expect(await isInGroup(davit)).toBe(false)
  })

  test('by itself, two hours after anybody changed something', async () => {
    const { owner, members, started } = await group(api, ['Davit'])
    const others = await group(api, [])
    const davit = memberAt(members, 0)
    await add(davit, plain)
    const { baskets: rows } = schema
    const at = (minutes: number) => api.clock.now() + minutes * 60_000
    await api.engine.db
      .update(rows)
      .set({ updatedAt: new Date(at(100)) })
      .where(eq(rows.userId, davit.userId ?? 0))
    await expireGroupOrders({ ...atWork(api), now: () => at(121) })
    expect((await infoOf(others.owner, others.started.hash)).state).toBe('expired')
    expect((await infoOf(owner, started.hash)).state).toBe('open')
    await expireGroupOrders({ ...atWork(api), now: () => at(221) })
    expect(await infoOf(owner, started.hash)).toMatchObject({ state: 'expired', status: 1 })
    expect(await basketOf(davit)).toMatchObject({ type: 'user', totalPrice: 1000 })
  })
})
