import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as orders from '#contract/orders/calls.ts'
import { startApi, type Client, type TestApi } from '../support/api.ts'
import { advanceOrder } from '#server/services/orders/advance.ts'
import { add, addAddress, atWork, buy, orderOf, place } from '../support/shopping.ts'
import { createStorage, openTab } from '../support/tab.ts'
import { openTill } from '../support/till.ts'

let api: TestApi
let plain = 0
beforeAll(async () => {
  api = await startApi({ env: { OPEN_ORDERS_PER_PERSON: '100' } })
  plain = await api.product(1, 'PLAIN')
})
afterAll(() => api.close())
beforeEach(() => void createStorage())

const openOrders = async (client: Client) => {
  const tab = await openTab({ client, path: '/en/account/orders' })
  const stores = {
    ...(await import('#stores/orders/order.ts')),
    ...(await import('#stores/orders/orders.ts')),
    ...(await import('#stores/auth/session.ts'))
  }
  await stores.restoreSession()
  return { ...stores, tab }
}
/** Until a store says so: events come by the stream, in their own time. */
const until = async (says: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 2_000 && !says(); tries += 1) await new Promise((resolve) => void setTimeout(resolve, 10))
  expect(says()).toBe(true)
}

describe('the page of an order', () => {
  test('follows it live and says what happens', async () => {
    const { client, placed } = await buy(api, plain)
    const page = await openOrders(client)
    const { $order } = page.orderStore(placed.orderNumber)
    const stop = $order.listen(() => undefined)
    await until(() => $order.get().state === 'ready')
    expect($order.get()).toMatchObject({
      order: { orderNumber: placed.orderNumber, trackingStatus: 1, steps: [{ trackingStatus: 1 }, {}, {}, {}] },
      moved: null
    })
    await client.call(orders.cancel, { params: { id: placed.orderId } })
    await until(() => {
      const state = $order.get()
      return state.state === 'ready' && state.order.trackingStatus === 0 && !state.order.canCancel
    })
    await until(() => page.tab.said.length > 0)
    expect(page.tab.said).toEqual([`Order No. ${placed.orderNumber} is cancelled`])
    stop()
  })

  test('hears that the bank refused the card, and says so', async () => {
    const till = openTill(api)
    const { client, placed } = await till.buyByCard(plain)
    const page = await openOrders(client)
    const { $order } = page.orderStore(placed.orderNumber)
    const stops = [$order.listen(() => undefined), page.$history.listen(() => undefined)]
    const known = () => {
      const [order, history] = [$order.get(), page.$history.get()]
      return [order.state === 'ready' ? order.order.cardRefusal : '', history.state === 'ready' ? history.list[0]?.cardRefusal : '']
    }
    const patience = { timeout: 20_000, interval: 10 }
    await expect.poll(known, patience).toEqual([null, null])
    await till.decide(placed.orderId, 'funds')
    await till.comeBack(client, placed.orderId)
    await expect.poll(known, patience).toEqual(['funds', 'funds'])
    await expect.poll(() => page.tab.said, patience).toEqual([`Order No. ${placed.orderNumber}: the payment was declined`])
    for (const stop of stops) stop()
  })

  test('warns when it is too late to cancel, and shows the order as it is', async () => {
    const { client, placed } = await buy(api, plain)
    const page = await openOrders(client)
    const { cancelOrder } = await import('#stores/orders/order-actions.ts')
    const { $modals } = await import('#stores/modals.ts')
    await advanceOrder(atWork(api), placed.orderId)
    await cancelOrder.submit({ id: placed.orderId, orderNumber: placed.orderNumber, payment: 'awaiting', cancelRefund: null })
    expect($modals.get().at(-1)).toMatchObject({ id: 'warning', params: { description: expect.stringContaining('too late to cancel') } })
    expect([cancelOrder.$state.get(), page.tab.went]).toEqual([{ state: 'idle' }, []])
  })

  test("of somebody else's order, or none, is not found", async () => {
    const { placed } = await buy(api, plain)
    const page = await openOrders(await api.person())
    for (const number of [placed.orderNumber, '999999999', 'nonsense']) {
      const { $order } = page.orderStore(number)
      const stop = $order.listen(() => undefined)
      await expect.poll(() => $order.get().state, { timeout: 5_000, interval: 10 }).toBe('notFound')
      stop()
    }
  })

  test('asks a guest to sign in', async () => {
    const { placed } = await buy(api, plain)
    const page = await openOrders(api.guest())
    const { $order } = page.orderStore(placed.orderNumber)
    const stop = $order.listen(() => undefined)
    expect($order.get()).toEqual({ state: 'signedOut' })
    stop()
  })

  test('keeps what it shows when a reload fails, and asks again', async () => {
    const { client, placed } = await buy(api, plain)
    const page = await openOrders(client)
    const { $order, reload } = page.orderStore(placed.orderNumber)
    const stop = $order.listen(() => undefined)
    await until(() => $order.get().state === 'ready')
    page.tab.isOnline = false
    await reload()
    expect($order.get().state).toBe('ready')
    page.tab.isOnline = true
    const before = page.tab.requests.length
    await page.tab.pass(5_000)
    expect(page.tab.requests.slice(before)).toContain('GET /user/profile/order/details')
    stop()
  })
})

describe('the history', () => {
  test('comes by pages of twenty that are appended', async () => {
    const client = await api.person()
    const addressId = await addAddress(client)
    for (let count = 0; count < 22; count += 1) {
      await add(client, plain)
      await place(client, await orderOf(client, addressId))
    }
    const page = await openOrders(client)
    const stop = page.$history.listen(() => undefined)
    await until(() => page.$history.get().state === 'ready')
    expect(page.$history.get()).toMatchObject({ totalCount: 22, more: 'idle', list: { length: 20 } })
    await page.loadMoreHistory()
    const history = page.$history.get()
    const ids = history.state === 'ready' ? history.list.map(({ id }) => id) : []
    expect(ids).toHaveLength(22)
    expect(new Set(ids).size).toBe(22)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    await page.loadHistory()
    expect(page.$history.get()).toMatchObject({ list: { length: 20 } })
    stop()
  })

  test('shows what is in progress only, when asked to', async () => {
    const { client, placed } = await buy(api, plain)
    const page = await openOrders(client)
    const stop = page.$history.listen(() => undefined)
    const shown = () => {
      const history = page.$history.get()
      return history.state === 'ready' ? history.list.length : null
    }
    await until(() => shown() === 1)
    await client.call(orders.cancel, { params: { id: placed.orderId } })
    page.filterHistory('active')
    await until(() => shown() === 0)
    page.filterHistory('all')
    await until(() => shown() === 1)
    expect(page.$historyFilter.get()).toBe('all')
    const today = new Date(api.clock.now()).toISOString().slice(0, 10)
    page.filterDays({ to: '2020-01-01' })
    await until(() => shown() === 0)
    page.filterDays({ from: today, to: today })
    await until(() => shown() === 1)
    page.filterDays()
    expect(page.$historyDays.get()).toEqual({ from: '', to: '' })
    stop()
  })

  test('hears what happens to an order', async () => {
    const { client, placed } = await buy(api, plain)
    const page = await openOrders(client)
    const stop = page.$history.listen(() => undefined)
    await until(() => page.$history.get().state === 'ready')
    await client.call(orders.cancel, { params: { id: placed.orderId } })
    const status = (): number | undefined => {
      const history = page.$history.get()
      return history.state === 'ready' ? history.list[0]?.trackingStatus : undefined
    }
    await expect.poll(status, { timeout: 5_000, interval: 10 }).toBe(0)
    stop()
  })

  test('is for people who signed in', async () => {
    const page = await openOrders(api.guest())
    const stop = page.$history.listen(() => undefined)
    expect(page.$history.get()).toEqual({ state: 'signedOut' })
    stop()
  })
})
