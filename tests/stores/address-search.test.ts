import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError, type Call } from '#client/call.ts'
import * as geo from '#contract/geo/calls.ts'
import type { Suggestion } from '#contract/geo/calls.ts'
import { $found, $location, locate, resetSearch, typeTerm } from '#stores/addresses/address-search.ts'
import { acceptBasket } from '#stores/baskets/load.ts'
import { useEnvironment } from '#stores/environment.ts'
import { chooseLocation, clearLocation } from '#stores/addresses/location.ts'
import { basket, entry } from '../support/basket-samples.ts'
import { createPage, type Page } from '../support/page-environment.ts'
import { settle } from '../support/settle.ts'

const place = (title: string): Suggestion => ({
  type: 'street',
  addressTitle: title,
  addressValue: title,
  province: 'Yerevan',
  city: 'Yerevan',
  street: title,
  zipcode: '0010',
  latitude: 40.18,
  longitude: 44.51
})

interface Question {
  term: string
  near: unknown
  signal: AbortSignal | undefined
  answer: (list: Suggestion[]) => void
  refuse: (cause: Error) => void
}
let asked: Question[]
let page: Page

const openPage = (given: Partial<Page['environment']> = {}): void => {
  asked = []
  const call = ((endpoint: unknown, input: { query?: { term: string; lat?: number; lng?: number } }, options?: { signal?: AbortSignal }) =>
    new Promise((answer, refuse) => {
      const { term = '', ...near } = endpoint === geo.suggest ? (input.query ?? {}) : { term: 'reverse' }
      asked.push({ term, near, signal: options?.signal, answer: answer as (list: Suggestion[]) => void, refuse })
    })) as Call
  page = createPage({ call, ...given })
  useEnvironment(page.environment)
  resetSearch()
}

beforeEach(() => openPage())

describe('typing', () => {
  test('asks once it pauses for 150 ms, and not for one letter', () => {
    typeTerm('a')
    page.pass(1_000)
    expect(asked).toEqual([])
    typeTerm('ab')
    page.pass(149)
    typeTerm('abo')
    page.pass(149)
    expect(asked).toEqual([])
    page.pass(1)
    expect(asked.map(({ term }) => term)).toEqual(['abo'])
    expect($found.get()).toEqual({ state: 'loading' })
  })

  test('an older answer never shows', async () => {
    typeTerm('abov')
    page.pass(150)
    typeTerm('mashtots')
    page.pass(150)
    const [first, second] = asked
    expect([first?.signal?.aborted, second?.signal?.aborted]).toEqual([true, false])
    second?.answer([place('Mashtots Avenue')])
    await settle()
    first?.answer([place('Abovyan Street')])
    await settle()
    expect($found.get()).toEqual({ state: 'ready', term: 'mashtots', list: [place('Mashtots Avenue')] })
  })

  describe('near', () => {
    const gyumri = { lat: 40.787, lng: 43.844 }
    const nearOf = (): unknown => {
      typeTerm('abov')
      page.pass(150)
      return asked.at(-1)?.near
    }
    const held = (outOfArea: boolean): void =>
      acceptBasket(basket([entry({ branchPoint: gyumri, outOfArea })], { id: 7 + Number(outOfArea) }))

    test('nothing, while nobody knows where', () => expect(nearOf()).toEqual({}))

    test('what the basket comes from; a place chosen is believed more, unless the basket cannot go there', () => {
      held(false)
      expect(nearOf()).toEqual(gyumri)
      chooseLocation({ title: 'Home', addressId: null, latitude: 40.18, longitude: 44.51 })
      expect(nearOf()).toEqual({ lat: 40.18, lng: 44.51 })
      held(true)
      expect(nearOf()).toEqual(gyumri)
      clearLocation()
    })
  })

  test('a failure is a state, an aborted question is nothing', async () => {
    typeTerm('abov')
    page.pass(150)
    asked[0]?.refuse(new ApiError('NETWORK', 503, ''))
    await settle()
    expect($found.get()).toEqual({ state: 'failed' })
    typeTerm('abovy')
    page.pass(150)
    resetSearch()
    asked[1]?.refuse(new DOMException('aborted', 'AbortError'))
    await settle()
    expect($found.get()).toEqual({ state: 'idle' })
  })
})

describe('the own place', () => {
  const here = { geolocate: () => Promise.resolve({ latitude: 40.18, longitude: 44.51 }) }

  test('becomes an address', async () => {
    openPage(here)
    const found = locate()
    await settle()
    expect($location.get()).toEqual({ state: 'locating' })
    asked[0]?.answer(place('Abovyan Street') as never)
    expect(await found).toEqual(place('Abovyan Street'))
    expect($location.get()).toEqual({ state: 'idle' })
  })

  test('refused by the person says so quietly', async () => {
    expect(await locate()).toBeNull()
    expect($location.get()).toEqual({ state: 'refused' })
    expect(asked).toEqual([])
  })

  test('outside the cities is told apart', async () => {
    openPage(here)
    const found = locate()
    await settle()
    asked[0]?.refuse(new ApiError('INVALID_ADDRESS', 462, 'not served'))
    expect(await found).toBeNull()
    expect($location.get()).toEqual({ state: 'outside' })
  })
})
