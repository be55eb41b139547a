import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type * as FavouritesStore from '#stores/favourites/favourites.ts'
import type * as AgeStore from '#stores/age-gate/age.ts'
import type * as ModalsStore from '#stores/modals.ts'
import type * as SessionStore from '#stores/auth/session.ts'
import * as auth from '#contract/auth/calls.ts'
import * as favourites from '#contract/favourites/calls.ts'
import { startApi, type Client, type TestApi } from '#tests/support/api.ts'
import { answerOf, createStorage, openTab, type Tab } from '#tests/support/tab.ts'

let api: TestApi
let client: Client
let tab: Tab
let storage: ReturnType<typeof createStorage>
let favouritesStore: typeof FavouritesStore
let age: typeof AgeStore
let modals: typeof ModalsStore
let session: typeof SessionStore
let kept: Record<string, string>

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** A new page of the same browser. */
const opens = async (path = '/restaurants/always-open'): Promise<void> => {
  tab = await openTab({ client, path })
  const { useTabStorage } = await import('#stores/tab-storage.ts')
  useTabStorage({
    getItem: (name) => kept[name] ?? null,
    setItem: (name, value) => void (kept[name] = value),
    removeItem: (name) => void delete kept[name]
  })
  favouritesStore = await import('#stores/favourites/favourites.ts')
  age = await import('#stores/age-gate/age.ts')
  modals = await import('#stores/modals.ts')
  session = await import('#stores/auth/session.ts')
}
const signsIn = async (): Promise<void> => {
  await api.person({ client })
  client.cookies.set('buy_access_token', client.token ?? '')
  await session.loadMe()
  await tab.pass()
}
beforeEach(async () => {
  client = api.guest()
  client.cookies.set('buy_anonymous_id', client.anonymousId)
  storage = createStorage()
  kept = {}
  await opens()
})

const PLACE = { type: 'supplier', id: 1 } as const
const held = async () => (await client.call(favourites.list, { query: {} })).items.map(({ id }) => id)
const mirror = () => JSON.parse(storage.values['root:favourites'] ?? '{}') as { userId?: number; suppliers?: number[] }
const openModals = () => modals.$modals.get().map(({ id }) => id)

describe('favourites', () => {
  test('a guest is asked to sign in, and the heart is set after that, also by the next page', async () => {
    await favouritesStore.toggleFavourite(PLACE)
    expect(openModals()).toEqual(['login'])
    expect(favouritesStore.isFavourite(PLACE)).toBe(false)
    await opens()
    await favouritesStore.startFavouriteKeys()
    expect(favouritesStore.isFavourite(PLACE)).toBe(false)
    await signsIn()
    expect(favouritesStore.isFavourite(PLACE)).toBe(true)
    expect(await held()).toEqual([1])
    expect(mirror()).toMatchObject({ version: 1, userId: client.userId, suppliers: [1], articles: [] })
    await expect.poll(() => tab.said).toContain('Added to favourites')
  })

  test('who closes the dialog has wished for nothing', async () => {
    await favouritesStore.toggleFavourite(PLACE)
    modals.closeModal()
    await signsIn()
    expect(await held()).toEqual([])
  })

  test('what the page has noted stays noted until it is sent, once: who leaves at once loses nothing', async () => {
    await signsIn()
    await opens()
    const noted = JSON.stringify([{ ...PLACE, isSet: true }])
    kept['root:hearts'] = noted
    tab.isOnline = false
    const left = favouritesStore.toggleFavourite(PLACE)
    expect(kept['root:hearts'], 'while the stores start').toBe(noted)
    await left
    expect(await held()).toEqual([])
    await opens('/favorites')
    tab.requests.length = 0
    await favouritesStore.toggleFavourite(PLACE)
    expect(await held()).toEqual([1])
    expect(tab.requests.filter((one) => one.startsWith('POST'))).toHaveLength(1)
    expect(JSON.parse(kept['root:hearts'])).toEqual([])
  })

  test('of many presses the last one counts, shown at once and sent in turn', async () => {
    await signsIn()
    await favouritesStore.startFavouriteKeys()
    tab.requests.length = 0
    const presses = [favouritesStore.toggleFavourite(PLACE), favouritesStore.toggleFavourite(PLACE), favouritesStore.toggleFavourite(PLACE)]
    await Promise.all(presses)
    await tab.pass()
    expect(favouritesStore.isFavourite(PLACE)).toBe(true)
    expect(await held()).toEqual([1])
    expect(tab.requests.filter((one) => one.startsWith('DELETE')).length).toBeLessThanOrEqual(1)
  })

  test('without a line it stays as pressed and is sent when there is one; a refusal takes it back', async () => {
    await signsIn()
    await favouritesStore.startFavouriteKeys()
    tab.isOnline = false
    await favouritesStore.toggleFavourite(PLACE)
    expect(favouritesStore.isFavourite(PLACE)).toBe(true)
    expect(openModals()).toEqual([])
    await tab.connect()
    expect(await held()).toEqual([1])

    const gone = { type: 'supplier', id: 999_999 } as const
    await favouritesStore.toggleFavourite(gone)
    expect(favouritesStore.isFavourite(gone)).toBe(false)
    expect(openModals()).toEqual(['warning'])
  })

  test('a session that ended asks to sign in again and keeps the wish', async () => {
    await signsIn()
    await favouritesStore.startFavouriteKeys()
    tab.answers.set('POST /favorites/supplier', () => answerOf(401, 'UNAUTHORIZED'))
    tab.answers.set('POST /auth/refresh', () => answerOf(401, 'UNAUTHORIZED'))
    await favouritesStore.toggleFavourite(PLACE)
    await tab.pass()
    expect(openModals()).toEqual(['login'])
    expect(session.$session.get().state).toBe('guest')
    tab.answers.clear()
    await signsIn()
    expect(favouritesStore.isFavourite(PLACE)).toBe(true)
  })
})

test('the list of favourites begins where there is something, and stays where it was put', async () => {
  const { $favouritesList, EVERYTHING, loadFavourites, startFavourites } = await import('#stores/favourites/favourites-list.ts')
  const shown = () => {
    const list = $favouritesList.get()
    return list.state === 'ready' ? [list.filter.type, list.totalCount] : list.state
  }
  await startFavourites()
  expect(shown()).toBe('guest')
  await signsIn()
  await expect.poll(shown).toEqual(['supplier', 0])
  await client.call(favourites.addArticle, { body: { articleId: await api.product(1, 'TEN') } })
  await loadFavourites(EVERYTHING)
  expect(shown()).toEqual(['article', 1])
  await loadFavourites({ ...EVERYTHING, type: 'supplier' })
  expect(shown()).toEqual(['supplier', 0])
  await client.call(favourites.addSupplier, { body: { supplierId: 1 } })
  await loadFavourites(EVERYTHING)
  expect(shown()).toEqual(['supplier', 1])
})

describe('age', () => {
  test('a guest: a cookie for a day, and home for who is too young', async () => {
    modals.openModal('age-confirmation')
    expect(await age.answerAge.submit(true)).toBe(true)
    expect(client.cookies.get('buy_is_adult')).toBe('1')
    expect(openModals()).toEqual([])
    expect(tab.events).toContain('age:change')
    expect(tab.went).toEqual([])
    await age.answerAge.submit(false)
    expect(client.cookies.get('buy_is_adult')).toBe('0')
    expect(tab.went).toEqual(['/en'])
  })

  test('a person never asked is asked once their profile is fetched, on pages with restricted products', async () => {
    await signsIn()
    await session.loadMe()
    expect(openModals()).toEqual([])
    tab.hasVeiledProducts = true
    await session.loadMe()
    expect(openModals()).toEqual(['age-confirmation'])
    await age.answerAge.submit(true)
    modals.closeAllModals()
    await session.loadMe()
    expect(openModals()).toEqual([])
  })

  test('a person: the profile is changed, the page loads anew, and every call carries the flag', async () => {
    await signsIn()
    await age.answerAge.submit(true)
    expect((await client.call(auth.me)).isAdult).toBe(true)
    expect(session.$user.get()?.isAdult).toBe(true)
    expect(client.cookies.get('buy_is_adult')).toBeUndefined()
    expect(tab.went).toEqual(['/restaurants/always-open'])
    const { environment } = await import('#stores/environment.ts')
    expect(environment().caller.isAdult?.()).toBe(true)
    await age.answerAge.submit(false)
    expect((await client.call(auth.me)).isAdult).toBe(false)
    expect(environment().caller.isAdult?.()).toBe(false)
    expect(tab.went).toHaveLength(2)
  })
})
