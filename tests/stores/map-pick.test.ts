import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError, type Call } from '#client/call.ts'
import * as geo from '#contract/geo/calls.ts'
import type { Suggestion } from '#contract/geo/calls.ts'
import { useEnvironment } from '#stores/environment.ts'
import {
  $underMarker,
  saveMapPoint,
  leaveMap,
  loadTiles,
  lookUnder,
  ownTiles,
  chooseOnMap,
  watchTiles,
  currentPosition
} from '#stores/addresses/map-point.ts'
import { $modals, answerQuestion, closeAllModals, closeModal } from '#stores/modals.ts'
import { createPage, type Page } from '../support/page-environment.ts'
import { settle } from '../support/settle.ts'

const point = { lat: 40.18, lng: 44.51 }
const house: Suggestion = {
  type: 'house',
  addressTitle: '12 Abovyan Street',
  addressValue: '12 Abovyan Street, Kentron, Yerevan, Yerevan, 0001',
  province: 'Yerevan',
  city: 'Yerevan',
  street: '12 Abovyan Street',
  zipcode: '0001',
  latitude: 40.18,
  longitude: 44.51
}
interface Question {
  about: unknown
  signal: AbortSignal | undefined
  answer: (value: unknown) => void
  refuse: (cause: Error) => void
}
let asked: Question[]
let page: Page
const openPage = (given: Partial<Page['environment']> = {}): void => {
  asked = []
  const call = ((endpoint: unknown, input?: { params?: unknown }, options?: { signal?: AbortSignal }) =>
    new Promise((answer, refuse) => {
      asked.push({
        about: endpoint === geo.mode ? 'mode' : input?.params,
        signal: options?.signal,
        answer: answer as (value: unknown) => void,
        refuse
      })
    })) as Call
  page = createPage({ call, ...given })
  useEnvironment(page.environment)
  leaveMap()
}
beforeEach(() => {
  openPage()
  closeAllModals()
})

describe('the address under the pin', () => {
  test('is asked for once the map rests, and an older answer never shows', async () => {
    lookUnder({ lat: 40.1, lng: 44.5 })
    page.pass(299)
    lookUnder(point)
    page.pass(299)
    expect(asked).toEqual([])
    page.pass(1)
    expect(asked.map(({ about }) => about)).toEqual([point])
    lookUnder({ lat: 40.2, lng: 44.5 })
    expect(asked[0]?.signal?.aborted).toBe(true)
    asked[0]?.answer(house)
    await settle()
    expect($underMarker.get()).toEqual({ state: 'looking' })
    page.pass(300)
    asked[1]?.answer(house)
    await settle()
    expect($underMarker.get()).toEqual({ state: 'found', point: { lat: 40.2, lng: 44.5 }, suggestion: house })
  })

  test.each([
    ['nobody knows', new ApiError('INVALID_ADDRESS', 462, ''), 'unknown'],
    ['did not come', new ApiError('NETWORK', 503, ''), 'failed']
  ])('that %s leaves the point', async (_, cause, state) => {
    lookUnder(point)
    page.pass(300)
    asked[0]?.refuse(cause)
    await settle()
    expect($underMarker.get()).toEqual({ state, point })
  })

  test('is waited for by nobody when the map is gone', async () => {
    lookUnder(point)
    page.pass(300)
    leaveMap()
    asked[0]?.refuse(new DOMException('aborted', 'AbortError'))
    await settle()
    expect($underMarker.get()).toEqual({ state: 'looking' })
  })
})

describe('the pictures', () => {
  test('are the own drawing when nobody tells, and asked for again; then those of the installation', async () => {
    const first = loadTiles()
    asked[0]?.refuse(new ApiError('NETWORK', 503, ''))
    expect(await first).toEqual({ url: `/api/map/${page.environment.locale}/{z}/{x}/{y}`, attribution: '' })
    const tiles = { url: 'https://tiles.test/{z}/{x}/{y}.png', attribution: '© Tiles' }
    const second = loadTiles()
    asked[1]?.answer({ provider: 'osm', answering: 'osm', tiles })
    expect(await second).toEqual(tiles)
    expect(await loadTiles()).toEqual(tiles)
    expect(asked).toHaveLength(2)
    expect(ownTiles().attribution).toBe('')
  })

  describe('that do not come', () => {
    const watched = () => {
      const told: string[] = []
      return { told, pictures: watchTiles((are) => told.push(are)) }
    }

    test('are missed after three in a row, said once, and are back with the next that comes', () => {
      const { told, pictures } = watched()
      for (const happens of ['failed', 'failed', 'loaded', 'failed', 'failed'] as const) pictures[happens]()
      expect(told).toEqual([])
      pictures.failed()
      pictures.failed()
      expect(told).toEqual(['lost'])
      pictures.loaded()
      expect(told).toEqual(['lost', 'back'])
    })

    test('are missed when none came for eight seconds', () => {
      const { told, pictures } = watched()
      pictures.failed()
      page.pass(7_999)
      expect(told).toEqual([])
      page.pass(1)
      expect(told).toEqual(['lost'])
      const [quick, closed] = [watched(), watched()]
      quick.pictures.loaded()
      closed.pictures.stop()
      page.pass(60_000)
      expect([...quick.told, ...closed.told]).toEqual([])
    })
  })
})

describe('asking for a place', () => {
  test('opens the map where one was looking, and answers what was marked', async () => {
    const asking = chooseOnMap(point)
    const open = $modals.get()[0]
    expect(open).toMatchObject({ id: 'address-search', params: { map: true, ...point } })
    saveMapPoint({ point, suggestion: house })
    answerQuestion(open && 'ticket' in open.params ? open.params.ticket : undefined)
    expect(await asking).toEqual({ point, suggestion: house })
    expect($modals.get()).toEqual([])
  })
  test('closed without a choice is no choice, also after an earlier one', async () => {
    saveMapPoint({ point, suggestion: house })
    const asking = chooseOnMap(null)
    closeModal()
    expect(await asking).toBeNull()
  })
  test('the own place may be refused', async () => {
    expect(await currentPosition()).toBeNull()
    openPage({ geolocate: () => Promise.resolve({ latitude: 40.18, longitude: 44.51 }) })
    expect(await currentPosition()).toEqual(point)
  })
})
