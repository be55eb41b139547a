import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import type { GroupOrderInfo } from '#contract/group-orders/calls.ts'
import { GROUP_ORDER_TYPE, UNLIMITED } from '#domain/orders/group-order.ts'
import type * as BasketStart from '#stores/baskets/start.ts'
import type * as GroupStore from '#stores/group-orders/group-order.ts'
import type * as JoinStore from '#stores/group-orders/join-group.ts'
import type * as Modals from '#stores/modals.ts'
import type * as StartStore from '#stores/group-orders/start-group.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { basketOf, cancel, complete, group, infoOf, join, start } from '#tests/support/group.ts'
import { add, addAddress, linesOf, orderOf, place } from '#tests/support/shopping.ts'
import { createStorage, openTab, type Tab } from '#tests/support/tab.ts'

let api: TestApi
let client: Client
let tab: Tab
let storage: ReturnType<typeof createStorage>
let modals: typeof Modals
let joining: typeof JoinStore
let starting: typeof StartStore
let store: typeof GroupStore
let basket: typeof BasketStart
let plain = 0
let night = 0

beforeAll(async () => {
  api = await startApi()
  plain = await api.product(1, 'PLAIN')
  night = await api.product(3, 'N1')
})
afterAll(() => api.close())

const PAGE = '/en/restaurants/always-open'
const load = async (path = PAGE): Promise<void> => {
  storage = createStorage()
  tab = await openTab({ client, path })
  modals = await import('#stores/modals.ts')
  joining = await import('#stores/group-orders/join-group.ts')
  starting = await import('#stores/group-orders/start-group.ts')
  store = await import('#stores/group-orders/group-order.ts')
  basket = await import('#stores/baskets/start.ts')
}
/** A browser of somebody signed in. */
const signedIn = async (): Promise<void> => {
  client = api.guest()
  client.cookies.set('buy_anonymous_id', client.anonymousId)
  await api.person({ client })
}
beforeEach(signedIn)

const top = () => modals.$modals.get().at(-1)
const saved = (): string => storage.values['root:groupOrder'] ?? ''
/** The page of a link, as it opens. */
const openLink = async (hash: string): Promise<void> => {
  await load(`${PAGE}?utm_source=x&groupHash=${hash}`)
  modals.openModal('join-group-order', { hash })
  await joining.openInvitation(hash)
}
const invitation = () => {
  const shown = joining.$invitation.get()
  if (shown.state !== 'ready') throw new Error(`the invitation is ${shown.state}`)
  return shown
}
/** Answers the question that is asked next. */
const answers = async (question: string, agreed: boolean, work: Promise<unknown>): Promise<void> => {
  await expect.poll(() => top()?.params).toMatchObject({ question })
  const params = top()?.params
  if (agreed && params && 'ticket' in params) modals.answerQuestion(params.ticket)
  else modals.closeModal()
  await work
}

describe('a link is opened', () => {
  test('by a guest, who is asked to sign in and comes back to it', async () => {
    const { started } = await group(api, [], { limit: 3000 })
    client = api.guest()
    client.cookies.set('buy_anonymous_id', client.anonymousId)
    await openLink(started.hash)
    expect(invitation()).toMatchObject({ isGuest: true, loses: 'nothing', info: { initiatorName: 'Ani', limit: 3000 } })
    expect(joining.pathWithHash(started.hash)).toBe(`${PAGE}?utm_source=x&groupHash=${started.hash}`)
    joining.declineInvitation()
    expect(tab.went).toEqual([`${PAGE}?utm_source=x`])
    expect(modals.$modals.get()).toEqual([])
  })

  test('with an empty basket: the name is asked for, then the page comes anew without the parameter', async () => {
    const { owner, started } = await group(api, [])
    await openLink(started.hash)
    await joining.acceptInvitation()
    expect(top()).toMatchObject({ id: 'join-group-order-conf', params: { hash: started.hash } })
    await joining.joinGroup(invitation().info, 'Davit')
    expect(tab.went).toEqual([`${PAGE}?utm_source=x`])
    expect(saved()).toContain(started.hash)
    expect((await infoOf(owner)).members.map(({ name }) => name)).toEqual(['Ani', 'Davit'])
  })

  test('with something in the basket: it is emptied when that is agreed, and stays when not', async () => {
    const { owner, started } = await group(api, [])
    await add(client, night)
    await openLink(started.hash)
    expect(invitation().loses).toBe('basket')
    await answers('joinGroup', false, joining.acceptInvitation())
    expect(linesOf(await basketOf(client))).toHaveLength(1)
    await answers('joinGroup', true, joining.acceptInvitation())
    expect(await basketOf(client)).toMatchObject({ type: 'member', status: 'empty' })
    expect((await infoOf(owner)).membersCount).toBe(2)
    expect(JSON.parse(storage.values['root:basket'] ?? '{}')).toMatchObject({ count: 0, lines: [], group: true })
  })

  test('with a basket that is fetched: it is delivered when that is agreed', async () => {
    const { started } = await group(api, [])
    await client.call(baskets.setOrderMode, { body: { orderMode: 2, supplierId: 1, branchId: 11 } })
    await openLink(started.hash)
    await answers('groupDelivers', true, joining.acceptInvitation())
    expect(await basketOf(client)).toMatchObject({ type: 'member', orderMode: { orderMode: 1 } })
  })

  test('in another group order: that one is left when it is agreed', async () => {
    const [first, second] = [await group(api, []), await group(api, [])]
    await join(client, first.started)
    await openLink(second.started.hash)
    expect(invitation().loses).toBe('group')
    await answers('leaveForGroup', true, joining.acceptInvitation())
    expect((await infoOf(client)).id).toBe(second.started.id)
  })

  test('by whoever is in it already: they see it', async () => {
    const { started } = await group(api, [])
    await join(client, started)
    await openLink(started.hash)
    expect(top()?.id).toBe('group-order')
    expect(store.$group.get()).toMatchObject({ state: 'ready', info: { role: 'member' } })
    expect(tab.went).toEqual([`${PAGE}?utm_source=x`])
  })

  test.each<[string, string, (owner: Client, info: GroupOrderInfo) => Promise<unknown>]>([
    ['unknown', 'doesn’t work', () => Promise.resolve()],
    ['locked', 'is locked', (owner) => complete(owner)],
    ['closed', 'is closed', (owner) => cancel(owner)],
    [
      'of somebody with an own one',
      'Finish your own group order',
      async () => {
        await start(client)
      }
    ]
  ])('one that is %s is explained, and leaves the address', async (name, words, happens) => {
    const { owner, started } = await group(api, [])
    await add(owner, plain)
    await happens(owner, started)
    await openLink(name === 'unknown' ? 'AAAAAAAAAAAAAAAAAAAAAA' : started.hash)
    if (name !== 'unknown') await joining.joinGroup(invitation().info, 'Davit')
    expect(top()).toMatchObject({ id: 'group-order', params: { problem: expect.stringContaining(words) as string } })
    expect(tab.went).toEqual([`${PAGE}?utm_source=x`])
  })

  test('for the second time on a day: that is explained', async () => {
    const { owner, started } = await group(api, [])
    await join(client, started)
    await add(client, plain)
    await complete(owner)
    await place(owner, await orderOf(owner, await addAddress(owner)))
    const other = await group(api, [])
    await openLink(other.started.hash)
    await joining.joinGroup(invitation().info, 'Davit')
    expect(top()).toMatchObject({ params: { problem: 'One group order a day. Order on your own today or come back tomorrow.' } })
  })
})

describe('a group order in the browser', () => {
  test('is started, its link names the language, and what is elsewhere is lost only when that is agreed', async () => {
    vi.stubGlobal('location', { origin: 'https://shuka.test' })
    await add(client, night)
    await load()
    await basket.startBasket()
    modals.openModal('start-group-order', { supplierId: 1 })
    const asked = { supplierId: 1, limit: UNLIMITED, participantName: 'Ani', groupOrderType: GROUP_ORDER_TYPE.PAID_BY_OWNER }
    await answers('startGroup', false, starting.startGroup(asked))
    expect(store.$group.get()).toEqual({ state: 'none' })
    await answers('startGroup', true, starting.startGroup(asked))
    expect(top()?.id).toBe('share-link-group-order')
    const group = store.$group.get()
    if (group.state !== 'ready') throw new Error('it was not started')
    expect(store.linkOf(group.info)).toBe(`https://shuka.test/en/restaurants/always-open?groupHash=${group.info.hash}`)
    expect(await starting.startGroup(asked)).toMatchObject({ type: 'GROUP_ORDER_EXISTS' })
    vi.unstubAllGlobals()
  })

  test('is asked for every five seconds: who joined, chose and is ready is said, and how it ended', async () => {
    await load()
    await basket.startBasket()
    const started = await start(client)
    const stop = store.followGroup()
    await tab.pass()
    const davit = await api.person()
    await join(davit, started)
    await tab.pass(5_000)
    await expect.poll(() => tab.said).toContain('Davit joined the group order')
    await add(davit, plain)
    await tab.pass(5_000)
    await expect.poll(() => tab.said).toContain('Davit changed their choice')
    await complete(davit)
    await tab.pass(5_000)
    await expect.poll(() => tab.said).toContain('Davit is ready')
    await cancel(client)
    await tab.pass(5_000)
    expect(top()?.id).toBe('group-order')
    expect(store.$group.get()).toMatchObject({ info: { state: 'cancelled' } })
    expect(saved()).toContain('"hash":""')
    // What has ended is shown until it is dismissed.
    await tab.pass(5_000)
    expect(store.$group.get()).toMatchObject({ info: { state: 'cancelled' } })
    stop()
    const asked = tab.requests.length
    await tab.pass(20_000)
    expect(tab.requests.length).toBe(asked)
  })

  test('is the one that the basket is in, also while another one that has ended is saved', async () => {
    const ended = await group(api, [])
    await join(client, ended.started)
    await load()
    await basket.startBasket()
    await store.loadGroup()
    await cancel(ended.owner)
    const { started } = await group(api, [])
    await join(client, started)
    await load()
    store.$savedGroup.set({ version: 1, hash: ended.started.hash })
    await store.loadGroup()
    expect(store.$group.get()).toMatchObject({ info: { id: started.id, role: 'member' } })
    expect(saved()).toContain(started.hash)
  })

  test('says what its initiator took from the own choice, and not what the person did', async () => {
    const { owner, started } = await group(api, [])
    await join(client, started)
    const [line] = linesOf(await add(client, plain, 2))
    const [first = line] = linesOf(await add(client, await api.product(1, 'SALE'))).filter(({ id }) => id !== line?.id)
    await load()
    await basket.startBasket()
    await store.loadGroup()
    const took = await import('#stores/group-orders/take-part.ts')
    await owner.call(baskets.remove, { params: { id: first?.id ?? 0 }, query: {} })
    await store.loadGroup()
    expect(store.$taken.get()).toEqual([first?.name])
    const actions = await import('#stores/baskets/actions.ts')
    if (line) actions.setItemQuantity(line, 0)
    await expect.poll(async () => linesOf(await basketOf(client))).toEqual([])
    await store.loadGroup()
    expect(store.$taken.get()).toEqual([])
    // The initiator's own page takes it off too: what is there still is asked about.
    await add(client, plain)
    client = owner
    await load()
    await basket.startBasket()
    await store.loadGroup()
    const asking = await import('#stores/group-orders/take-part.ts')
    expect(asking).not.toBe(took)
    const member = (await infoOf(owner)).members.find(({ items }) => items.length > 0)
    const [item] = member?.items ?? []
    if (!item) throw new Error('nobody chose anything')
    await answers('removeLine', false, asking.removeLine(item))
    expect((await infoOf(owner)).itemsPrice).toBe(1_000)
    await answers('removeLine', true, asking.removeLine(item))
    expect(store.$group.get()).toMatchObject({ info: { itemsPrice: 0 } })
  })

  test('survives a lost connection, and is forgotten when the server knows none', async () => {
    await load()
    await basket.startBasket()
    await start(client)
    await store.loadGroup()
    tab.isOnline = false
    await store.loadGroup()
    expect(store.$group.get()).toMatchObject({ state: 'ready' })
    await tab.connect()
    await cancel(client)
    store.$savedGroup.set({ version: 1, hash: 'AAAAAAAAAAAAAAAAAAAAAA' })
    await store.loadGroup()
    expect(store.$group.get()).toEqual({ state: 'none' })
    expect(saved()).toContain('"hash":""')
  })
})
