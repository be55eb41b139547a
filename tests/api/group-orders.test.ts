import { eq, inArray } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import { DEFAULT_LIMIT } from '#domain/orders/group-order.ts'
import { schema } from '#server/db/schema.ts'
import { expireGroupOrders } from '#server/services/group-orders/expire.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { basketOf, cancel, complete, group, infoOf, join, leave, start, takeOut } from '#tests/support/group.ts'
import { add, addAddress, atWork, linesOf, orderOf, place, refused, setProduct, signIn, stockOf } from '#tests/support/shopping.ts'

let api: TestApi
let plain = 0
let ten = 0
let sale = 0
let night = 0
let milk = 0
let room = 0
beforeAll(async () => {
  api = await startApi()
  plain = await api.product(1, 'PLAIN')
  ten = await api.product(1, 'TEN')
  sale = await api.product(1, 'SALE')
  night = await api.product(3, 'N1')
  milk = await api.product(902, 'MILK')
  room = await api.product(6, 'ROOM')
})
afterAll(() => api.close())
afterEach(async () => {
  api.clock.set(NOON)
  await setProduct(api, ten, { stock: 10 })
})

const member = (members: readonly Client[], index: number): Client => {
  const found = members[index]
  if (!found) throw new Error(`there is no member ${index}`)
  return found
}
const codeOf = async (call: Promise<unknown>): Promise<[number, string]> => {
  const { code, type } = await refused(call)
  return [code, type]
}

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
    ['groupOrderType', { groupOrderType: 2 as const }]
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
    await add(member(members, 0), plain)
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
    expect(await codeOf(infoOf(api.guest()))).toEqual([425, 'GROUP_ORDER_NOT_FOUND'])
    expect(await codeOf(infoOf(await api.person()))).toEqual([425, 'GROUP_ORDER_NOT_FOUND'])
  })

  test('and joined, under a name; the basket is one of the group order then', async () => {
    const { owner, members, started } = await group(api)
    expect(await basketOf(member(members, 0))).toMatchObject({ type: 'member', status: 'empty' })
    expect((await infoOf(owner)).members.map(({ name, role, isYou }) => [name, role, isYou])).toEqual([
      ['Ani', 'owner', true],
      ['Davit', 'member', false],
      ['Mariam', 'member', false]
    ])
    expect(await infoOf(member(members, 1), started.hash)).toMatchObject({ role: 'member', membersCount: 3 })
  })

  test('and refused: a guest, a wrong link, another person’s id, the same again, an own one that is not finished', async () => {
    const { owner, members, started } = await group(api, ['Davit'])
    const newcomer = await api.person()
    expect(await codeOf(join(api.guest(), started))).toEqual([431, 'GROUP_ORDER_AUTHORIZATION_REQUIRED'])
    expect(await codeOf(join(newcomer, { ...started, hash: 'AAAAAAAAAAAAAAAAAAAAAA' }))).toEqual([425, 'GROUP_ORDER_NOT_FOUND'])
    expect(await codeOf(join(newcomer, { ...started, id: started.id + 1000 }))).toEqual([425, 'GROUP_ORDER_NOT_FOUND'])
    expect((await refused(join({ ...newcomer, userId: owner.userId }, started))).type).toBe('FORBIDDEN')
    expect(await refused(join(member(members, 0), started))).toMatchObject({ code: 426, data: { same: true } })
    expect(await refused(join(owner, started))).toMatchObject({ code: 426, data: { same: true } })
    const other = await group(api, [])
    expect(await codeOf(join(owner, other.started))).toEqual([475, 'GROUP_ORDER_OWNER_MUST_FINISH_FIRST'])
    expect(await codeOf(join(owner, other.started, 'Ani', true))).toEqual([475, 'GROUP_ORDER_OWNER_MUST_FINISH_FIRST'])
  })

  test('by a member of another group order, who leaves that when it is agreed', async () => {
    const first = await group(api, ['Davit'])
    const davit = member(first.members, 0)
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

describe('members choose', () => {
  test('each into a basket of their own; the initiator sees everybody’s, a member what the own goods cost', async () => {
    const { owner, members } = await group(api)
    const [davit, mariam] = [member(members, 0), member(members, 1)]
    await add(owner, plain)
    await add(davit, plain, 2)
    const marias = await add(mariam, sale)
    expect(marias).toMatchObject({ totalPrice: 720, orderPrice: 720, deliveryPrice: { total: 0 }, totalServiceFee: 0, totalPacking: 0 })
    expect(linesOf(await basketOf(davit)).map(({ quantity }) => quantity)).toEqual([2])
    const whole = await basketOf(owner)
    expect(whole).toMatchObject({ totalPrice: 3720, itemsCount: 4, deliveryPrice: { total: 400 }, totalPacking: 100 })
    expect(
      whole.basketList.sessionBaskets.map(({ name, entries }) => [
        name,
        entries[0]?.itemsPrice,
        entries[0]?.deliveryPrice,
        entries[0]?.items.length
      ])
    ).toEqual([
      ['Ani', 3720, 400, 1],
      ['Davit', 2000, 0, 1],
      ['Mariam', 720, 0, 1]
    ])
    expect((await infoOf(mariam)).members.map(({ itemsPrice }) => itemsPrice)).toEqual([1000, 2000, 720])
  })

  test('only at the restaurant of the group order', async () => {
    const { members } = await group(api, ['Davit'])
    const davit = member(members, 0)
    expect(await codeOf(add(davit, night))).toEqual([435, 'GROUP_ORDER_OTHER_SUPPLIER'])
    expect(await codeOf(add(davit, milk))).toEqual([701, 'GROUP_ORDER_RESTAURANTS_ONLY'])
    expect(await codeOf(add(davit, room))).toEqual([702, 'LEAVE_GROUP_ORDER_FOR_SERVICE'])
    expect(await codeOf(add(davit, night, 1, { startAnew: true }))).toEqual([435, 'GROUP_ORDER_OTHER_SUPPLIER'])
    expect(await codeOf(davit.call(baskets.replace, { body: { items: [{ productId: night, quantity: 1 }] } }))).toEqual([
      435,
      'GROUP_ORDER_OTHER_SUPPLIER'
    ])
    expect(await codeOf(davit.call(baskets.setOrderMode, { body: { orderMode: 2, supplierId: 1, branchId: 11 } }))).toEqual([
      430,
      'GROUP_ORDER_ACTION_FORBIDDEN'
    ])
  })

  test('up to the limit, which does not bind the initiator; less is always possible', async () => {
    const { owner, members } = await group(api, ['Davit'], { limit: 2500 })
    const davit = member(members, 0)
    const [line] = linesOf(await add(davit, plain, 2))
    expect(await codeOf(add(davit, plain))).toEqual([428, 'GROUP_ORDER_LIMIT_ISSUE'])
    const setTo = (quantity: number) => davit.call(baskets.quantity, { params: { id: line?.id ?? 0 }, query: {}, body: { quantity } })
    expect(await codeOf(setTo(3))).toEqual([428, 'GROUP_ORDER_LIMIT_ISSUE'])
    await add(davit, ten)
    await setProduct(api, plain, { price: 150_000 })
    expect(await setTo(1)).toMatchObject({ totalPrice: 2000 })
    await setProduct(api, plain, { price: 100_000 })
    expect((await add(owner, plain, 9)).itemsCount).toBe(11)
  })

  test('the last dish, asked for by three', async () => {
    const { members } = await group(api, ['Davit', 'Mariam', 'Aram'])
    await setProduct(api, ten, { stock: 3 })
    await add(member(members, 0), ten, 2)
    expect(await refused(add(member(members, 1), ten, 2))).toMatchObject({ code: 456, data: { stock: 1 } })
    await add(member(members, 1), ten)
    expect(await refused(add(member(members, 2), ten))).toMatchObject({ code: 456, data: { stock: 0 } })
  })

  test('and change nobody else’s lines', async () => {
    const { owner, members } = await group(api)
    const [line] = linesOf(await add(member(members, 0), plain))
    const id = line?.id ?? 0
    for (const one of [member(members, 1), owner]) {
      expect(await codeOf(one.call(baskets.remove, { params: { id }, query: {} }))).toEqual([454, 'ONLY_YOUR_ORDER'])
      expect(await codeOf(one.call(baskets.quantity, { params: { id }, query: {}, body: { quantity: 2 } }))).toEqual([
        454,
        'ONLY_YOUR_ORDER'
      ])
    }
    const stranger = await api.person()
    await add(stranger, plain)
    expect((await refused(stranger.call(baskets.remove, { params: { id }, query: {} }))).type).toBe('ARTICLE_NOT_FOUND')
    expect(linesOf(await basketOf(member(members, 0)))).toHaveLength(1)
  })

  test('all at once, and nothing is lost', async () => {
    const { owner, members } = await group(api, ['a', 'b', 'c', 'd', 'e', 'f'])
    await Promise.all([...members, owner].flatMap((one) => [add(one, plain), add(one, sale), add(one, plain)]))
    const info = await infoOf(owner)
    expect(info.members.map(({ itemsPrice }) => itemsPrice)).toEqual(Array.from({ length: 7 }, () => 2720))
    expect((await basketOf(owner)).totalPrice).toBe(7 * 2720)
  })
})

describe('readiness and the lock', () => {
  test('a member says when they have chosen, and may choose again', async () => {
    const { owner, members } = await group(api)
    const davit = member(members, 0)
    await add(davit, plain)
    await complete(davit)
    expect((await infoOf(owner)).members.map(({ ready }) => ready)).toEqual([false, true, false])
    await complete(davit, false)
    expect((await infoOf(owner)).members.map(({ ready }) => ready)).toEqual([false, false, false])
    expect(await codeOf(complete(await api.person()))).toEqual([425, 'GROUP_ORDER_NOT_FOUND'])
  })

  test('a locked one stays as it is for members; its initiator may open it again', async () => {
    const { owner, members, started } = await group(api, ['Davit'])
    const davit = member(members, 0)
    expect(await codeOf(complete(owner))).toEqual([433, 'BASKET_EMPTY'])
    const [line] = linesOf(await add(davit, plain))
    expect(await complete(owner)).toMatchObject({ state: 'locked', status: 0 })
    const id = line?.id ?? 0
    for (const change of [
      () => add(davit, plain),
      () => davit.call(baskets.quantity, { params: { id }, query: {}, body: { quantity: 2 } }),
      () => davit.call(baskets.remove, { params: { id }, query: {} }),
      () => davit.call(baskets.clean, { params: { sessionId: davit.anonymousId } }),
      () => complete(davit)
    ])
      expect(await codeOf(change())).toEqual([430, 'GROUP_ORDER_ACTION_FORBIDDEN'])
    expect((await add(owner, sale)).totalPrice).toBe(1720)
    expect((await complete(owner, false)).state).toBe('open')
    expect((await add(davit, plain)).totalPrice).toBe(2000)
    expect((await infoOf(davit, started.hash)).state).toBe('open')
  })

  test('an addition and the lock at once: it is in what is locked, or refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { owner, members } = await group(api, ['Davit'])
      const davit = member(members, 0)
      await add(owner, plain)
      const [locked, ...added] = await Promise.allSettled([complete(owner), add(davit, plain), add(davit, plain), add(davit, plain)])
      expect(locked.status).toBe('fulfilled')
      const counted = added.filter(({ status }) => status === 'fulfilled').length
      const before = await basketOf(owner)
      expect(before.totalPrice).toBe(1000 + counted * 1000)
      await expect(add(davit, plain)).rejects.toMatchObject({ code: 430 })
      expect((await basketOf(owner)).version).toBe(before.version)
      await cancel(owner)
    }
  })

  test('members leave and are taken out with what they chose, also of a locked one; what was shown is outdated then', async () => {
    const { owner, members, started } = await group(api, ['Davit', 'Mariam'])
    const [davit, mariam] = [member(members, 0), member(members, 1)]
    for (const one of [owner, davit, mariam]) await add(one, plain)
    await complete(owner)
    const addressId = await addAddress(owner)
    const body = await orderOf(owner, addressId)
    await leave(davit)
    expect(await basketOf(davit)).toMatchObject({ type: 'user', status: 'empty' })
    expect((await refused(place(owner, body))).type).toBe('CHECKOUT_OUTDATED')
    expect((await basketOf(owner)).version).toBeGreaterThan(body.basketVersion)
    const other = (await infoOf(owner)).members.find(({ name }) => name === 'Mariam')
    expect(await takeOut(owner, other?.id ?? 0)).toMatchObject({ membersCount: 1, itemsPrice: 1000 })
    expect(await infoOf(mariam, started.hash)).toMatchObject({ role: 'outsider', members: [] })
    expect(await basketOf(mariam)).toMatchObject({ type: 'user', status: 'empty' })
    expect(await codeOf(leave(davit))).toEqual([434, 'GROUP_ORDER_LEAVE_FAILED'])
  })

  test('only the initiator cancels, locks and takes out; the initiator does not leave', async () => {
    const { owner, members } = await group(api)
    const [davit, mariam] = [member(members, 0), member(members, 1)]
    const forbidden = [430, 'GROUP_ORDER_ACTION_FORBIDDEN']
    const [ani, , other] = (await infoOf(owner)).members
    expect(await codeOf(cancel(davit))).toEqual(forbidden)
    expect(await codeOf(takeOut(davit, other?.id ?? 0))).toEqual(forbidden)
    expect(await codeOf(leave(owner))).toEqual(forbidden)
    expect(await codeOf(takeOut(owner, ani?.id ?? 0))).toEqual(forbidden)
    expect((await refused(takeOut(owner, 2_000_000_000))).type).toBe('NOT_FOUND')
    expect(await codeOf(cancel(await api.person()))).toEqual([425, 'GROUP_ORDER_NOT_FOUND'])
    expect((await infoOf(mariam)).membersCount).toBe(3)
  })
})

describe('it ends', () => {
  test('cancelled: everybody keeps what they chose in a basket of their own', async () => {
    const { owner, members, started } = await group(api, ['Davit'])
    const davit = member(members, 0)
    await add(owner, sale)
    await add(davit, plain, 2)
    const { version } = await basketOf(owner)
    expect(await cancel(owner)).toMatchObject({ state: 'cancelled', role: 'owner' })
    const after = await basketOf(owner)
    expect(after).toMatchObject({ type: 'user', totalPrice: 720 })
    expect(after.version, 'browsers take no older version for newer').toBeGreaterThan(version)
    expect(await basketOf(davit)).toMatchObject({ type: 'user', totalPrice: 2000 })
    expect(await infoOf(davit, started.hash)).toMatchObject({ state: 'cancelled', role: 'member' })
    expect((await refused(infoOf(davit))).code).toBe(425)
  })

  test('by itself, two hours after anybody changed something', async () => {
    const { owner, members, started } = await group(api, ['Davit'])
    const others = await group(api, [])
    const davit = member(members, 0)
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

describe('it is ordered', () => {
  test('by its initiator, once it is locked, with everybody’s lines', async () => {
    const { owner, members, started } = await group(api)
    const [davit, mariam] = [member(members, 0), member(members, 1)]
    const addressId = await addAddress(owner)
    await add(owner, plain)
    await add(davit, plain, 2)
    await add(mariam, ten, 3)
    const early = await orderOf(owner, addressId)
    expect((await refused(place(owner, early))).type).toBe('GROUP_ORDER_NOT_COMPLETED')
    const davits = await orderOf(davit, await addAddress(davit))
    expect(await codeOf(place(davit, davits))).toEqual([430, 'GROUP_ORDER_ACTION_FORBIDDEN'])
    await complete(owner)
    const body = await orderOf(owner, addressId)
    expect(body.orderPrice).toBe(4500 + 100 + 400 + 135)
    const stock = await stockOf(api, ten)
    const placed = await place(owner, body)
    const order = await owner.call(orders.details, { query: { orderNumber: placed.orderNumber } })
    expect(order.parts.flatMap(({ items }) => items.map(({ quantity }) => quantity)).sort()).toEqual([1, 2, 3])
    expect(await stockOf(api, ten)).toBe((stock ?? 0) - 3)
    const { orderItems, orders: rows } = schema
    const written = await api.engine.db
      .select({ userId: orderItems.userId, quantity: orderItems.quantity, group: rows.groupOrderId })
      .from(orderItems)
      .innerJoin(rows, eq(rows.id, orderItems.orderId))
      .where(eq(orderItems.orderId, placed.orderId))
      .orderBy(orderItems.id)
    expect(written).toEqual([
      { userId: owner.userId, quantity: 1, group: started.id },
      { userId: davit.userId, quantity: 2, group: started.id },
      { userId: mariam.userId, quantity: 3, group: started.id }
    ])
    for (const one of [owner, davit, mariam]) {
      expect(await basketOf(one)).toMatchObject({ type: 'user', status: 'empty', itemsCount: 0 })
      expect(await infoOf(one, started.hash)).toMatchObject({ state: 'placed', status: 2 })
    }
    expect((await basketOf(owner)).version).toBeGreaterThan(body.basketVersion)
    expect((await owner.call(orders.history, { query: { historyMode: 'groupOrder' } })).items).toMatchObject([{ id: placed.orderId }])
  })

  test('twice with one key, or at once from two tabs: one order', async () => {
    const { owner, members } = await group(api, ['Davit'])
    const addressId = await addAddress(owner)
    await add(member(members, 0), plain)
    await complete(owner)
    const body = await orderOf(owner, addressId)
    const key = crypto.randomUUID()
    const outcomes = await Promise.allSettled([place(owner, body, key), place(owner, body, key), place(owner, body)])
    const numbers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.orderNumber] : []))
    expect(new Set(numbers).size).toBe(1)
    expect((await owner.call(orders.history, { query: {} })).totalCount).toBe(1)
  })

  test('and then nobody of it is in a second one that day, unless it was cancelled', async () => {
    const { owner, started } = await group(api, [])
    const davit = await api.person({ phone: '+37477110033' })
    await join(davit, started)
    const addressId = await addAddress(owner)
    await add(davit, plain)
    await complete(owner)
    const placed = await place(owner, await orderOf(owner, addressId))
    expect(await codeOf(start(davit))).toEqual([432, 'GROUP_ORDER_FORBIDDEN_TO_JOIN'])
    const other = await group(api, [])
    expect(await codeOf(join(owner, other.started))).toEqual([432, 'GROUP_ORDER_FORBIDDEN_TO_JOIN'])
    await owner.call(orders.cancel, { params: { id: placed.orderId } })
    expect((await join(owner, other.started)).role).toBe('member')
    api.clock.advance(86_400_000)
    expect((await start(await signIn(api, '+37477110033', api.guest()))).role).toBe('owner')
  })

  test('an unpaid one that ends gives back the initiator’s own lines, and reordering does', async () => {
    const { owner, members } = await group(api, ['Davit'])
    const addressId = await addAddress(owner)
    await add(owner, sale)
    await add(member(members, 0), plain, 2)
    await complete(owner)
    const placed = await place(owner, await orderOf(owner, addressId, { paymentId: 8 }))
    await owner.call(orders.cancel, { params: { id: placed.orderId } })
    expect(linesOf(await basketOf(owner)).map(({ productId }) => productId)).toEqual([sale])
    const again = await owner.call(baskets.reorder, { params: { id: placed.orderId }, query: {}, body: { startAnew: true } })
    expect(linesOf(again.basket).map(({ productId }) => productId)).toEqual([sale])
  })
})
