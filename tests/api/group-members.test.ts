import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { basketOf, cancel, codeOf, complete, group, infoOf, leave, memberAt, takeOut } from '#tests/support/group.ts'
import { add, addAddress, linesOf, orderOf, place, refused, setProduct } from '#tests/support/shopping.ts'

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

describe('members choose', () => {
  test('each into a basket of their own; the initiator sees everybody’s, a member what the own goods cost', async () => {
    const { owner, members } = await group(api)
    const [davit, mariam] = [memberAt(members, 0), memberAt(members, 1)]
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
    const info = await infoOf(mariam)
    expect(info.members.map(({ itemsPrice }) => itemsPrice)).toEqual([1000, 2000, 720])
    // 400 for delivery and 100 for packing are split in three, a fee of 112 by what each has chosen.
    expect(info.members.map(({ share }) => share)).toEqual([1197, 2227, 908])
    expect(info).toMatchObject({ orderPrice: whole.orderPrice, isEstimate: true })
  })

  test('only at the restaurant of the group order', async () => {
    const { members } = await group(api, ['Davit'])
    const davit = memberAt(members, 0)
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
    const davit = memberAt(members, 0)
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
    await add(memberAt(members, 0), ten, 2)
    expect(await refused(add(memberAt(members, 1), ten, 2))).toMatchObject({ code: 456, data: { stock: 1 } })
    await add(memberAt(members, 1), ten)
    expect(await refused(add(memberAt(members, 2), ten))).toMatchObject({ code: 456, data: { stock: 0 } })
    // Somebody outside was faster: each line that asks for it says what is left for all.
    await setProduct(api, ten, { stock: 2 })
    const chosen = (await infoOf(memberAt(members, 2))).members.flatMap(({ items }) => items)
    expect(chosen).toMatchObject([
      { quantity: 2, availability: 'below', stock: 2 },
      { quantity: 1, availability: 'below', stock: 2 }
    ])
  })

  test('and change nobody else’s lines', async () => {
    const { members } = await group(api)
    const [line] = linesOf(await add(memberAt(members, 0), plain))
    const id = line?.id ?? 0
    const one = memberAt(members, 1)
    expect(await codeOf(one.call(baskets.remove, { params: { id }, query: {} }))).toEqual([454, 'ONLY_YOUR_ORDER'])
    expect(await codeOf(one.call(baskets.quantity, { params: { id }, query: {}, body: { quantity: 2 } }))).toEqual([454, 'ONLY_YOUR_ORDER'])
    const outsider = await api.person()
    await add(outsider, plain)
    expect((await refused(outsider.call(baskets.remove, { params: { id }, query: {} }))).type).toBe('ARTICLE_NOT_FOUND')
    expect(linesOf(await basketOf(memberAt(members, 0)))).toHaveLength(1)
  })

  test('while the initiator may take from what somebody chose, also of a closed list, and never add to it', async () => {
    const { owner, members } = await group(api)
    const davit = memberAt(members, 0)
    await add(davit, ten)
    const lines = linesOf(await add(davit, plain, 3))
    const idOf = (productId: number): number => lines.find((line) => line.productId === productId)?.id ?? 0
    await setProduct(api, ten, { stock: 0 })
    const setTo = (quantity: number) => owner.call(baskets.quantity, { params: { id: idOf(plain) }, query: {}, body: { quantity } })
    const { version } = await basketOf(owner)
    for (const quantity of [3, 4]) expect(await codeOf(setTo(quantity))).toEqual([454, 'ONLY_YOUR_ORDER'])
    expect(await setTo(2)).toMatchObject({ type: 'initiator', totalPrice: 2_000, version: version + 1 })
    await complete(owner)
    expect(await codeOf(add(davit, plain))).toEqual([430, 'GROUP_ORDER_ACTION_FORBIDDEN'])
    const [one, other] = await Promise.allSettled([
      owner.call(baskets.remove, { params: { id: idOf(ten) }, query: {} }),
      owner.call(baskets.remove, { params: { id: idOf(ten) }, query: {} })
    ])
    expect([one.status, other.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await basketOf(owner)).totalPrice).toBe(2_000)
    expect(linesOf(await basketOf(davit)).map(({ quantity }) => quantity)).toEqual([2])
    const elsewhere = linesOf(await add(await api.person(), plain))[0]?.id ?? 0
    expect((await refused(owner.call(baskets.remove, { params: { id: elsewhere }, query: {} }))).type).toBe('ARTICLE_NOT_FOUND')
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
    const davit = memberAt(members, 0)
    await add(davit, plain)
    await complete(davit)
    expect((await infoOf(owner)).members.map(({ ready }) => ready)).toEqual([false, true, false])
    await complete(davit, false)
    expect((await infoOf(owner)).members.map(({ ready }) => ready)).toEqual([false, false, false])
    expect(await codeOf(complete(await api.person()))).toEqual([425, 'GROUP_ORDER_NOT_FOUND'])
  })

  test('a locked one stays as it is for members; its initiator may open it again', async () => {
    const { owner, members, started } = await group(api, ['Davit'])
    const davit = memberAt(members, 0)
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
      const davit = memberAt(members, 0)
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
    const [davit, mariam] = [memberAt(members, 0), memberAt(members, 1)]
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
    const [davit, mariam] = [memberAt(members, 0), memberAt(members, 1)]
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
