import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEvents } from '#client/event-stream.ts'
import * as groupOrders from '#contract/group-orders/calls.ts'
import type { GroupOrderEvent } from '#contract/group-orders/calls.ts'
import type { Engine } from '#server/db/engine.ts'
import { createGroupHub } from '#server/services/group-orders/live/hub.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { cancel, complete, group, infoOf, join, leave, takeOut } from '#tests/support/group.ts'
import { memberIdOf, openShares, payFor } from '#tests/support/shares.ts'
import { add, addAddress, atWork, orderOf, pay, place } from '#tests/support/shopping.ts'

let api: TestApi
let plain = 0
beforeAll(async () => {
  api = await startApi()
  plain = await api.product(1, 'PLAIN')
})
afterAll(() => api.close())

const open = (client: Client, query = '', lastEventId?: string): Promise<Response> =>
  client.fetch(`/api/orders/group/events${query}`, {
    headers: {
      'Session-Id': client.anonymousId,
      ...(client.token ? { Authorization: `Bearer ${client.token}` } : {}),
      ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId })
    }
  })

/** Reads a stream as the shop does. */
const listen = async (client: Client, lastEventId?: string) => {
  const abort = new AbortController()
  const response = await open(client, '', lastEventId)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  if (!response.body) throw new Error('the stream has no body')
  const body = response.body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal: abort.signal })
  const seen: (GroupOrderEvent & { id: string })[] = []
  const read = async (): Promise<void> => {
    for await (const { id, data } of readEvents(body)) seen.push({ ...(JSON.parse(data) as GroupOrderEvent), id })
  }
  let hasEnded = false
  const ended = read()
    .catch(() => undefined)
    .finally(() => (hasEnded = true))
  return { seen, types: () => seen.map(({ type }) => type), hasEnded: () => hasEnded, stop: () => abort.abort(), ended }
}
/** Waits until the stream knows what there is. */
const ready = (listener: Awaited<ReturnType<typeof listen>>) => expect.poll(listener.types).toEqual(['changed'])

describe('who listens to a group order', () => {
  test('hears who joins, chooses, is ready and leaves, and what the initiator does', async () => {
    const { owner, members, started } = await group(api, ['Davit'])
    const [davit] = members
    if (!davit) throw new Error('nobody joined')
    const [own, his] = [await listen(owner), await listen(davit)]
    await Promise.all([ready(own), ready(his)])
    const mariam = await api.person()
    await join(mariam, started)
    await expect.poll(own.types).toEqual(['changed', 'joined'])
    await add(davit, plain)
    await expect.poll(own.types).toEqual(['changed', 'joined', 'item'])
    await complete(davit)
    await expect.poll(own.types).toEqual(['changed', 'joined', 'item', 'ready'])
    await leave(mariam)
    await expect.poll(own.types).toEqual(['changed', 'joined', 'item', 'ready', 'left'])
    await owner.call(groupOrders.changeDelivery, { body: { deliveryDate: '2026-11-20', deliveryTime: '18:00' } })
    await expect.poll(() => his.types().slice(-1)).toEqual(['changed'])
    // What was undone before anybody looked is no event, so each is waited for.
    await complete(owner)
    await expect.poll(() => his.types().slice(-1)).toEqual(['locked'])
    await complete(owner, false)
    await expect.poll(() => his.types().slice(-2)).toEqual(['locked', 'unlocked'])
    const member = (await infoOf(owner)).members.find(({ name }) => name === 'Davit')
    expect(own.seen.filter(({ type }) => type === 'item').map(({ memberId }) => memberId)[0]).toBe(member?.id)
    own.stop()
    his.stop()
  })

  test('hears that everybody pays, who has, whose share changed, and that staff look into it', async () => {
    const shares = await openShares(api)
    const { owner, davit, placed, number } = await shares.collecting()
    const own = await listen(owner)
    await ready(own)
    await shares.payShare(davit, number, 'funds')
    await expect.poll(own.types).toContain('share')
    await shares.payShare(davit, number)
    await expect.poll(() => own.seen.at(-1)).toMatchObject({ type: 'paid', memberId: await memberIdOf(owner, 'Davit') })
    await operateOrders(atWork(api), ['pause', number, 'one moment'])
    await expect.poll(() => own.types().slice(-2)).toEqual(['paid', 'changed'])
    await operateOrders(atWork(api), ['resume', number])
    await expect.poll(() => own.types().slice(-3)).toEqual(['paid', 'changed', 'changed'])
    await payFor(owner, number, await memberIdOf(owner, 'Mariam'))
    await expect.poll(() => own.types().at(-1)).toBe('share')
    await shares.press(owner, (await pay(owner, number)).redirectUrl)
    await expect.poll(() => own.types().at(-1)).toBe('placed')
    expect(placed.status).toBe(17)
    own.stop()
  })

  test('hears how it ends: the order, or that it is cancelled', async () => {
    const { owner, members } = await group(api, ['Davit'])
    const addressId = await addAddress(owner)
    await add(owner, plain)
    await complete(owner)
    const his = await listen(members[0] ?? owner)
    await ready(his)
    await place(owner, await orderOf(owner, addressId))
    await expect.poll(his.types).toEqual(['changed', 'placed'])
    his.stop()
    const other = await group(api, ['Davit'])
    const theirs = await listen(other.members[0] ?? other.owner)
    await ready(theirs)
    await cancel(other.owner)
    await expect.poll(theirs.types).toEqual(['changed', 'cancelled'])
    theirs.stop()
  })

  test('hears no more once they were taken out', async () => {
    const { owner, members } = await group(api, ['Davit'])
    const his = await listen(members[0] ?? owner)
    await ready(his)
    const member = (await infoOf(owner)).members.find(({ name }) => name === 'Davit')
    await takeOut(owner, member?.id ?? 0)
    await his.ended
    expect(his.types()).toEqual(['changed', 'left'])
  })

  test('hears nothing twice after the line was lost, and that something changed when it did', async () => {
    const { owner, started } = await group(api, [])
    const first = await listen(owner)
    await ready(first)
    const { id = '' } = first.seen.at(-1) ?? {}
    first.stop()
    const again = await listen(owner, id)
    await join(await api.person(), started)
    await expect.poll(again.types).toEqual(['joined'])
    const last = again.seen.at(-1)?.id ?? ''
    again.stop()
    await join(await api.person(), started)
    const later = await listen(owner, last)
    await expect.poll(later.types).toEqual(['changed'])
    later.stop()
  })
})

test('nobody else listens: guests, outsiders, an unknown link', async () => {
  const { started } = await group(api, [])
  const outsider = await api.person()
  expect((await open(api.guest())).status).toBe(401)
  expect((await open(outsider)).status).toBe(404)
  expect((await open(outsider, `?hash=${started.hash}`)).status).toBe(404)
  expect((await open(outsider, '?hash=AAAAAAAAAAAAAAAAAAAAAA')).status).toBe(404)
})

test('other processes hear of it by the database, and by asking when its notification is lost', async () => {
  const deaf: Engine = Object.assign(Object.create(api.engine) as Engine, { listen: () => Promise.reject(new Error('no notifications')) })
  const hubs = [createGroupHub(api.engine), createGroupHub(deaf, { pollMs: 50 })]
  const { owner, started } = await group(api, [])
  const seen = hubs.map(() => [] as string[])
  hubs.map((hub, index) =>
    hub.subscribe({
      groupOrderId: started.id,
      userId: owner.userId ?? 0,
      known: null,
      onEvent: ({ type }) => seen[index]?.push(type),
      onClose: () => seen[index]?.push('closed')
    })
  )
  await expect.poll(() => seen).toEqual([['changed'], ['changed']])
  await join(await api.person(), started)
  await expect
    .poll(() => seen)
    .toEqual([
      ['changed', 'joined'],
      ['changed', 'joined']
    ])
  await Promise.all(hubs.map((hub) => hub.close()))
  expect(seen.map((types) => types.at(-1))).toEqual(['closed', 'closed'])
})
