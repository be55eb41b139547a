import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as groupOrders from '#contract/group-orders/calls.ts'
import type { GroupOrderInfo, WantedDelivery } from '#contract/group-orders/calls.ts'
import * as profile from '#contract/profile/calls.ts'
import { MINUTE } from '#domain/time/yerevan-time.ts'
import { schema } from '#server/db/schema.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { NOON } from '#tests/support/clock.ts'
import { cancel, codeOf, complete, group, infoOf, memberAt, start } from '#tests/support/group.ts'
import { openShares } from '#tests/support/shares.ts'
import { add, addAddress, GYUMRI, NEAR, orderOf, place, refused } from '#tests/support/shopping.ts'

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

const TODAY = '2026-11-20'
/** Within the second zone of the restaurant: delivery costs more. */
const FARTHER = { lat: NEAR.lat + 0.04, lng: NEAR.lng }
const AT_TWO = { deliveryDate: TODAY, deliveryTime: '14:00' }
const slotAt = (from: string, to: string) => ({ date: TODAY, time: from, from: `${TODAY}T${from}:00+04:00`, to: `${TODAY}T${to}:00+04:00` })

const setGroup = (owner: Client, values: Partial<typeof schema.groupOrders.$inferInsert>) =>
  api.engine.db
    .update(schema.groupOrders)
    .set(values)
    .where(eq(schema.groupOrders.initiatorId, owner.userId ?? 0))
const change = (client: Client, body: WantedDelivery): Promise<GroupOrderInfo> => client.call(groupOrders.changeDelivery, { body })
const suggested = (client: Client, addressId: number) =>
  client.call(baskets.suggestedTime, { params: { sessionId: '-' }, query: { addressId } })

describe('where and when a group order comes', () => {
  test('is chosen at the start, and seen by everybody who is in it; whoever has the link learns when, but not where', async () => {
    const owner = await api.person()
    const addressId = await addAddress(owner)
    const started = await start(owner, { addressId, ...AT_TWO })
    const delivery = {
      address: { id: addressId, street: 'Abovyan Street 12', city: 'Yerevan' },
      slot: slotAt('14:00', '14:30'),
      isLate: false
    }
    expect(started.delivery).toEqual(delivery)
    expect((await infoOf(await api.person(), started.hash)).delivery).toEqual({ ...delivery, address: null })
    expect((await infoOf(api.guest(), started.hash)).delivery).toEqual({ ...delivery, address: null })
    await cancel(owner)
    expect((await infoOf(owner, started.hash)).delivery.address).toBeNull()
  })

  test('is the default address and as soon as everybody has chosen, unless told', async () => {
    const owner = await api.person()
    expect((await start(owner)).delivery).toEqual({ address: null, slot: null, isLate: false })
    const addressId = await addAddress(owner)
    expect((await infoOf(owner)).delivery.address?.id).toBe(addressId)
  })

  test('can be changed by the initiator until it is ordered, and what everybody pays follows', async () => {
    const { owner, members } = await group(api, ['Davit'])
    const davit = memberAt(members, 0)
    const [near, farther] = [await addAddress(owner), await addAddress(owner, FARTHER)]
    await add(davit, plain)
    expect((await change(owner, { addressId: near })).orderPrice).toBeLessThan((await change(owner, { addressId: farther })).orderPrice)
    const seen = await infoOf(davit)
    expect(seen.delivery.address?.id).toBe(farther)
    expect(seen.members.find(({ isYou }) => isYou)?.share).toBe(seen.orderPrice)
    await complete(owner)
    expect((await change(owner, { addressId: near, ...AT_TWO })).delivery).toMatchObject({ address: { id: near }, slot: { time: '14:00' } })
    // The whole is replaced.
    expect((await change(owner, { addressId: near })).delivery.slot).toBeNull()
    expect(await codeOf(change(davit, AT_TWO))).toEqual([430, 'GROUP_ORDER_ACTION_FORBIDDEN'])
    expect((await refused(change(await api.person(), AT_TWO))).type).toBe('GROUP_ORDER_NOT_FOUND')
    const placed = await place(owner, await orderOf(owner, near))
    expect(placed.orderNumber).not.toBe('')
    expect((await refused(change(owner, AT_TWO))).type).toBe('GROUP_ORDER_NOT_FOUND')
  })

  test('cannot be changed while everybody pays', async () => {
    const shares = await openShares(api)
    const { owner } = await shares.collecting()
    expect(await codeOf(change(owner, {}))).toEqual([430, 'GROUP_ORDER_ACTION_FORBIDDEN'])
  })

  test('is an own address within reach, and a slot that can be kept once the list is closed', async () => {
    const owner = await api.person()
    const own = await addAddress(owner)
    const [others, tooFar] = [await addAddress(await api.person()), await addAddress(owner, GYUMRI)]
    const refusals = [
      [{ addressId: others }, 'INVALID_ADDRESS', 'addressId'],
      [{ addressId: tooFar }, 'SUPPLIER_TOO_FAR', 'addressId'],
      [{ addressId: own, deliveryDate: TODAY }, 'BAD_REQUEST', 'deliveryTime'],
      [{ addressId: own, deliveryTime: '14:00' }, 'BAD_REQUEST', 'deliveryTime'],
      [{ addressId: own, deliveryDate: TODAY, deliveryTime: '12:00' }, 'DELIVERY_TIME_UNAVAILABLE', 'deliveryTime'],
      [{ addressId: own, deliveryDate: TODAY, deliveryTime: '14:10' }, 'DELIVERY_TIME_UNAVAILABLE', 'deliveryTime'],
      [{ addressId: own, ...AT_TWO, deadlineMinutes: 120 }, 'DELIVERY_TIME_UNAVAILABLE', 'deliveryTime']
    ] as const
    for (const [wanted, type, field] of refusals) expect(await refused(start(owner, wanted))).toMatchObject({ type, field })
    await start(owner, { addressId: own, deadlineMinutes: 120 })
    expect(await refused(change(owner, { addressId: own, ...AT_TWO }))).toMatchObject({ type: 'DELIVERY_TIME_UNAVAILABLE' })
    const { slots } = await owner.call(baskets.availableTimes, { query: { supplierId: 1, addressId: own, inMinutes: 120 } })
    const [first] = slots
    expect(first && Date.parse(first.from)).toBeGreaterThan(NOON + 120 * MINUTE)
    const changed = await change(owner, { addressId: own, deliveryDate: first?.date ?? '', deliveryTime: first?.time ?? '' })
    expect(changed.delivery.slot).toEqual(first)
  })

  test('is what the checkout begins with, as long as it can be kept; when it cannot, everybody sees that', async () => {
    const { owner, members } = await group(api, ['Davit'])
    const davit = memberAt(members, 0)
    const addressId = await addAddress(owner)
    await change(owner, { addressId, ...AT_TWO })
    await add(davit, plain)
    expect((await suggested(owner, addressId)).planned).toEqual(slotAt('14:00', '14:30'))
    const alone = await api.person()
    await add(alone, plain)
    expect((await suggested(alone, await addAddress(alone))).planned).toBeNull()
    // Sessions live for ten minutes, so the time of the window passes instead.
    await setGroup(owner, { deliveryFrom: new Date(`${TODAY}T12:00:00+04:00`) })
    expect((await infoOf(davit)).delivery).toMatchObject({ slot: slotAt('12:00', '12:30'), isLate: true })
    expect((await suggested(owner, addressId)).planned).toBeNull()
  })

  test('falls back to the default address when the chosen one is removed', async () => {
    const owner = await api.person()
    const [first, second] = [await addAddress(owner), await addAddress(owner, FARTHER)]
    await start(owner, { addressId: second })
    await owner.call(profile.removeAddress, { params: { id: second } })
    expect((await infoOf(owner)).delivery.address?.id).toBe(first)
  })
})

describe('the slots of a restaurant', () => {
  test('are there for an empty basket, and not where it does not come', async () => {
    const person = await api.person()
    const [own, tooFar] = [await addAddress(person), await addAddress(person, GYUMRI)]
    const at = (query: { supplierId: number; addressId?: number }) => person.call(baskets.availableTimes, { query })
    const { slots, dates } = await at({ supplierId: 1, addressId: own })
    expect(dates[0]).toBe(TODAY)
    expect(slots.map(({ time }) => time)).toContain('14:00')
    expect(await refused(at({ supplierId: 1, addressId: tooFar }))).toMatchObject({ type: 'SUPPLIER_TOO_FAR', field: 'addressId' })
    expect(await refused(at({ supplierId: 999_999 }))).toMatchObject({ type: 'SUPPLIER_NOT_FOUND', field: 'supplierId' })
    expect((await api.guest().call(baskets.availableTimes, { query: { supplierId: 1 } })).slots.length).toBeGreaterThan(0)
  })
})
