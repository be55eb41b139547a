import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { schema } from '#server/db/schema.ts'
import { startApi, type Client, type TestApi } from '../support/api.ts'
import { openCheckout } from '../support/checkout-tab.ts'
import { walletOf, withPoints } from '../support/rewards.ts'
import { add } from '../support/shopping.ts'
import { answerOf, createStorage, openTab } from '../support/tab.ts'

let api: TestApi
let plain = 0
beforeAll(async () => {
  api = await startApi()
  plain = await api.product(1, 'PLAIN')
})
afterAll(() => api.close())
beforeEach(() => void createStorage())

const came = async (client: Client, count: number): Promise<void> => {
  const entry = {
    userId: client.userId ?? 0,
    type: 'withdrawn' as const,
    amount: -100,
    reason: { why: 'spent' as const },
    createdAt: new Date(api.clock.now())
  }
  await api.engine.db.insert(schema.walletEntries).values(Array.from({ length: count }, () => entry))
}
const openWallet = async (client: Client) => {
  client.cookies.set('buy_access_token', client.token ?? '')
  const tab = await openTab({ client, path: '/en/account/wallet' })
  const stores = { ...(await import('#stores/wallet/wallet.ts')), ...(await import('#stores/auth/session.ts')) }
  await stores.restoreSession()
  const shown = () => {
    const state = stores.$wallet.get()
    if (state.state !== 'ready') throw new Error(`the wallet is ${state.state}`)
    return state
  }
  return { ...stores, tab, shown }
}

describe('the history of points', () => {
  test('grows by pages, and offers a lost page again', async () => {
    const client = await api.person()
    await came(client, 45)
    const page = await openWallet(client)
    await page.loadWallet()
    expect(page.shown()).toMatchObject({ totalCount: 45, more: 'idle' })
    expect(page.shown().entries).toHaveLength(20)
    page.tab.answers.set('GET /ewallet/getHistory', () => answerOf(999, 'CUSTOM'))
    await page.loadMoreHistory()
    expect(page.shown()).toMatchObject({ more: 'failed' })
    expect(page.shown().entries).toHaveLength(20)
    page.tab.answers.clear()
    await page.loadMoreHistory()
    expect(page.shown().entries).toHaveLength(40)
    await page.loadMoreHistory()
    expect(page.shown().entries).toHaveLength(45)
    expect(new Set(page.shown().entries.map(({ id }) => id)).size).toBe(45)
  })

  test('fails as a whole, and is loaded by a retry', async () => {
    const page = await openWallet(await api.person())
    page.tab.answers.set('GET /ewallet/Wallets', () => answerOf(999, 'CUSTOM'))
    await page.loadWallet()
    expect(page.$wallet.get()).toMatchObject({ state: 'failed' })
    page.tab.answers.clear()
    await page.loadWallet()
    expect(page.shown()).toMatchObject({ totalCount: 0, entries: [] })
  })

  test('ends, also when something came meanwhile', async () => {
    const client = await api.person()
    await came(client, 21)
    const page = await openWallet(client)
    await page.loadWallet()
    await came(client, 1)
    for (let press = 0; press < 3; press += 1) await page.loadMoreHistory()
    expect(page.shown().entries.length).toBe(page.shown().totalCount)
  })

  test('is not put back to what it was by a page that comes late', async () => {
    const client = await api.person()
    await came(client, 25)
    const page = await openWallet(client)
    await page.loadWallet()
    let release = (): void => undefined
    page.tab.answers.set('GET /ewallet/getHistory', () => {
      page.tab.answers.clear()
      return new Promise<Response>((resolve) => (release = () => resolve(answerOf(999, 'CUSTOM'))))
    })
    const more = page.loadMoreHistory()
    await came(client, 3)
    await page.loadWallet()
    expect(page.shown().totalCount).toBe(28)
    release()
    await more
    expect(page.shown().totalCount).toBe(28)
  })
})

describe('points in the checkout', () => {
  const openWithPoints = async () => {
    const { client } = await withPoints(api, plain, 300)
    await add(client, plain, 2)
    const page = await openCheckout(client)
    await page.tab.pass()
    const points = () => page.$draft.get()?.own?.points
    return { client, page, points }
  }

  test('pay what they can, as the page showed it', async () => {
    const { client, page, points } = await openWithPoints()
    expect(points()).toMatchObject({ available: 300, covers: 300, isOn: false })
    page.choose({ usePoints: true })
    expect(points()).toMatchObject({ isOn: true })
    await page.placeOrder()
    expect(page.tab.went).toHaveLength(1)
    expect(await walletOf(client)).toMatchObject({ available: 0 })
  })

  test('stay shown while another method is asked about: the button below them does not move', async () => {
    const { page, points } = await openWithPoints()
    const before = points()
    const other = page.$methods.get()?.find(({ id, available }) => available && id !== page.$draft.get()?.payment?.id)
    if (!other) throw new Error('there is no other method')
    page.choosePayment(other.id)
    expect(points()).toEqual(before)
    await page.tab.pass()
    expect(points()).toMatchObject({ available: 300, covers: 300 })
  })

  test('that cannot be asked for again do not keep the order waiting for ever', async () => {
    const { page, points } = await openWithPoints()
    page.choose({ usePoints: true })
    page.tab.answers.set('GET /baskets', () => answerOf(999, 'CUSTOM'))
    const other = page.$methods.get()?.find(({ id, available }) => available && id !== page.$draft.get()?.payment?.id)
    if (!other) throw new Error('there is no other method')
    page.choosePayment(other.id)
    await page.tab.pass()
    expect(points()).toBeUndefined()
    page.tab.answers.clear()
    await page.tab.pass(60_000)
    expect(page.$draft.get()?.settling).toBe(false)
  })
})
