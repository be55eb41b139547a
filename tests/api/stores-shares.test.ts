import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type * as GroupStore from '#stores/group-orders/group-order.ts'
import type * as JoinStore from '#stores/group-orders/join-group.ts'
import type * as PayStore from '#stores/group-orders/pay-share.ts'
import type * as TakePart from '#stores/group-orders/take-part.ts'
import type * as Modals from '#stores/modals.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { complete } from '#tests/support/group.ts'
import { openShares } from '#tests/support/shares.ts'
import { orderOf, place } from '#tests/support/shopping.ts'
import { createStorage, openTab, type Tab } from '#tests/support/tab.ts'
import { down } from '#tests/support/till.ts'

let api: TestApi
let shares: Awaited<ReturnType<typeof openShares>>
let tab: Tab
let modals: typeof Modals
let store: typeof GroupStore
let paying: typeof PayStore
let part: typeof TakePart
let joining: typeof JoinStore
beforeAll(async () => {
  api = await startApi()
  shares = await openShares(api)
})
afterAll(() => api.close())

/** Ani, Davit and Mariam have to pay; the tab is that of `who`. */
let people: Awaited<ReturnType<typeof shares.collecting>>
beforeEach(async () => {
  people = await shares.collecting()
})
const open = async (client: Client): Promise<void> => {
  createStorage()
  tab = await openTab({ client, path: '/en/restaurants/always-open' })
  modals = await import('#stores/modals.ts')
  store = await import('#stores/group-orders/group-order.ts')
  paying = await import('#stores/group-orders/pay-share.ts')
  part = await import('#stores/group-orders/take-part.ts')
  joining = await import('#stores/group-orders/join-group.ts')
  await store.loadGroup()
}
const top = () => modals.$modals.get().at(-1)
const info = () => {
  const group = store.$group.get()
  if (group.state !== 'ready') throw new Error(`the group order is ${group.state}`)
  return group.info
}
const answers = async (question: string, agreed: boolean, work: Promise<unknown>): Promise<void> => {
  await expect.poll(() => top()?.params).toMatchObject({ question })
  const params = top()?.params
  if (agreed && params && 'ticket' in params) modals.answerQuestion(params.ticket)
  else modals.closeModal()
  await work
}

test('a member whose list was closed is led to the payment, and from there to the bank', async () => {
  await complete(people.owner, false)
  await open(people.davit)
  const stop = store.followGroup()
  await complete(people.owner)
  await tab.pass(5_000)
  expect(top()).toBeUndefined()
  await place(people.owner, await orderOf(people.owner, people.addressId, { paymentId: 8 }))
  await tab.pass(5_000)
  await expect.poll(() => top()?.id).toBe('group-order')
  expect(tab.said).toContain('Everyone pays their share now')
  const orderNumber = info().collecting?.orderNumber ?? ''
  expect(await paying.payShare.submit({ orderNumber, paymentId: 8 })).toBeNull()
  expect(tab.went.at(-1)).toMatch(/simulator/)
  stop()
})

test('a bank that cannot be reached is said, and the share stays to be paid', async () => {
  await open(people.davit)
  const paid = await shares.till.withBank({ register: down }, () => paying.payShare.submit({ orderNumber: people.number, paymentId: 8 }))
  expect([paid, paying.payShare.$state.get()]).toEqual(['unreachable', { state: 'idle' }])
  expect(info().collecting?.due).toBe(2227)
  await shares.payShare(people.davit, people.number)
  await store.loadGroup()
  expect(info().collecting?.due).toBe(0)
  expect(await paying.payShare.submit({ orderNumber: people.number })).toBeNull()
  expect(paying.payShare.$state.get()).toMatchObject({ state: 'failed', failure: { type: 'ALREADY_PAID' } })
})

test('the initiator hears who has paid, goes on without the others once that is agreed to, and may cancel', async () => {
  await open(people.owner)
  const stop = store.followGroup()
  await shares.payShare(people.davit, people.number)
  await shares.payShare(people.mariam, people.number, 'funds')
  await tab.pass(5_000)
  await expect.poll(() => tab.said).toEqual(expect.arrayContaining(['Davit has paid', 'Mariam: the payment didn’t go through']))
  const extra = info().collecting?.without?.extra ?? 0
  await answers('goOnWithout', false, part.goOnWithout(extra))
  expect(info().membersCount).toBe(3)
  await answers('goOnWithout', true, part.goOnWithout(extra))
  expect(info()).toMatchObject({ membersCount: 2, collecting: { due: 1197 + extra, without: null } })
  await answers('cancelGroupPaid', true, part.cancelGroup(true))
  expect(info()).toMatchObject({ state: 'cancelled' })
  expect(shares.keptBy(people.number)).toBe(0)
  stop()
})

test('whoever comes back from the bank by the link sees how far it is, also when it is placed', async () => {
  await shares.press(people.owner, people.placed.redirectUrl)
  for (const one of [people.davit, people.mariam]) await shares.payShare(one, people.number)
  await open(people.davit)
  modals.openModal('join-group-order', { hash: people.started.hash })
  await joining.openInvitation(people.started.hash)
  expect(top()?.id).toBe('group-order')
  expect(info()).toMatchObject({ state: 'placed', role: 'member', order: { orderNumber: people.number } })
})
