import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ACCESS_COOKIE } from '#domain/constants.ts'
import { startApi, type Client, type TestApi } from '../support/api.ts'
import { NOON } from '../support/clock.ts'
import { add, addAddress, orderOf, place } from '../support/shopping.ts'
import { answerOf, createStorage, openTab } from '../support/tab.ts'

/** A supplier from 10:00 to 23:00. */
const DAY_TIME = 2
/** 03:00 in Yerevan. */
const NIGHT = NOON + 14 * 3_600_000

let api: TestApi
let plain = 0
beforeAll(async () => {
  api = await startApi()
  plain = await api.product(1, 'PLAIN')
})
afterAll(() => api.close())
beforeEach(() => void createStorage())

const openAgain = async (client: Client) => {
  const tab = await openTab({ client, path: '/en/picks/buy-it-again' })
  const stores = {
    ...(await import('#stores/orders/buy-again.ts')),
    ...(await import('#stores/auth/session.ts')),
    ...(await import('#stores/modals.ts'))
  }
  const stop = stores.$buyAgain.listen(() => undefined)
  return { ...stores, tab, stop }
}
/** Signs a person in by the cookie their browser holds. */
const buyerWithOrder = async (product = plain): Promise<Client> => {
  const client = await api.person()
  const addressId = await addAddress(client)
  await add(client, product, 3)
  await place(client, await orderOf(client, addressId))
  return client
}

describe('buy it again', () => {
  test('a guest is asked to sign in, and nothing is asked of the API', async () => {
    const page = await openAgain(api.guest())
    await page.restoreSession()
    await page.tab.pass()
    expect(page.$buyAgain.get()).toEqual({ state: 'signedOut' })
    expect(page.tab.requests).toEqual([])
    page.stop()
  })

  test('a person sees what they ordered, also when their token had run out meanwhile', async () => {
    const client = await buyerWithOrder()
    client.cookies.set(ACCESS_COOKIE, client.token ?? '')
    const page = await openAgain(client)
    await page.restoreSession()
    await page.tab.pass()
    expect(page.$buyAgain.get()).toMatchObject({ state: 'ready', totalCount: 1, list: [{ id: plain }] })
    client.cookies.set(ACCESS_COOKIE, 'a.token.of-yesterday')
    await page.loadBuyAgain()
    expect(page.$buyAgain.get()).toMatchObject({ state: 'ready', list: [{ id: plain }] })
    expect(page.tab.requests).toContain('POST /auth/refresh')
    page.stop()
  })

  test('a seller that is closed is known with the goods, and an open one is not', async () => {
    const client = await buyerWithOrder(await api.product(DAY_TIME, 'P2'))
    client.cookies.set(ACCESS_COOKIE, client.token ?? '')
    const page = await openAgain(client)
    await page.restoreSession()
    await page.tab.pass()
    expect(page.$closedSuppliers.get().size).toBe(0)
    api.clock.set(NIGHT)
    await page.loadBuyAgain()
    api.clock.set(NOON)
    expect(page.$closedSuppliers.get().get(DAY_TIME)).toMatchObject({ status: 1, changesAt: expect.stringMatching(/^2026-11-21T/) })
    page.stop()
  })

  test('who cannot be asked says so, and the next try helps', async () => {
    const client = await buyerWithOrder()
    client.cookies.set(ACCESS_COOKIE, client.token ?? '')
    const page = await openAgain(client)
    page.tab.answers.set('GET /categories/app-bar/quick-view/buy-it-again', () => answerOf(500, 'INTERNAL_ERROR', 'Later'))
    await page.restoreSession()
    await page.tab.pass()
    expect(page.$buyAgain.get()).toMatchObject({ state: 'failed' })
    page.tab.answers.clear()
    await page.loadBuyAgain()
    expect(page.$buyAgain.get()).toMatchObject({ state: 'ready' })
    page.stop()
  })
})

describe('a campaign in its dialog', () => {
  test('is there, is missing, or could not be asked for', async () => {
    const tab = await openTab({ client: api.guest('en') })
    tab.now = Date.UTC(2025, 7, 1)
    const { $campaign, loadCampaign } = await import('#stores/campaigns/campaign.ts')
    await loadCampaign('card-cashback')
    expect($campaign.get()).toMatchObject({ state: 'ready', when: 'upcoming', campaign: { slug: 'card-cashback' } })
    await loadCampaign('nothing')
    expect($campaign.get()).toEqual({ state: 'missing' })
    tab.isOnline = false
    await loadCampaign('card-cashback')
    expect($campaign.get()).toMatchObject({ state: 'failed' })
  })
})
