import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Locale } from '#domain/locale.ts'
import { createGeocoder } from '#server/adapters/geo/create.ts'
import { createGazetteer } from '#server/adapters/geo/gazetteer.ts'
import { createNominatim } from '#server/adapters/geo/vendors/nominatim.ts'
import { readConfig } from '#server/config.ts'
import { PATIENCE_MS } from '#tests/support/patience.ts'
import { startGeoStub, type GeoStub, type StubAnswer } from '#tests/support/geo-stub.ts'

const POINT = { lat: 40.1811, lng: 44.5136 }
let stub: GeoStub
let now = 0
beforeAll(async () => {
  stub = await startGeoStub()
})
afterAll(() => stub.close())
beforeEach(() => {
  now = 0
})
afterEach(() => {
  stub.asked.length = 0
})

const geocoder = (provider: string, timeoutMs = PATIENCE_MS) =>
  createGeocoder(readConfig({ GEO_PROVIDER: provider, GEO_URL: stub.url, GEO_KEY: 'a key', GEO_TIMEOUT_MS: String(timeoutMs) }), () => now)

const photon = (features: unknown[]) => ({ json: { type: 'FeatureCollection', features } })
const photonHouse = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [44.5136, 40.1811] },
  properties: {
    osm_type: 'W',
    osm_id: 1,
    osm_key: 'building',
    osm_value: 'yes',
    type: 'house',
    countrycode: 'AM',
    housenumber: '12',
    street: 'Աբովյան փողոց',
    district: 'Կենտրոն',
    city: 'Երևան',
    state: 'Երևան',
    postcode: '0001',
    country: 'Հայաստան'
  }
}
const nominatimHouse = {
  place_id: 1,
  lat: '40.1811',
  lon: '44.5136',
  category: 'building',
  type: 'yes',
  addresstype: 'building',
  name: '',
  display_name: '12, Abovyan Street, Yerevan',
  address: {
    house_number: '12',
    road: 'Abovyan Street',
    suburb: 'Kentron',
    city: 'Yerevan',
    state: 'Yerevan',
    postcode: '0001',
    country_code: 'am'
  }
}
const yandex = (members: unknown[]) => ({ json: { response: { GeoObjectCollection: { metaDataProperty: {}, featureMember: members } } } })
const yandexHouse = {
  GeoObject: {
    name: 'улица Абовяна, 12',
    description: 'Ереван, Армения',
    Point: { pos: '44.5136 40.1811' },
    metaDataProperty: {
      GeocoderMetaData: {
        kind: 'house',
        precision: 'exact',
        text: 'Армения, Ереван, улица Абовяна, 12',
        Address: {
          country_code: 'AM',
          formatted: 'Армения, Ереван, улица Абовяна, 12',
          postal_code: '0001',
          Components: [
            { kind: 'country', name: 'Армения' },
            { kind: 'province', name: 'Ереван' },
            { kind: 'locality', name: 'Ереван' },
            { kind: 'street', name: 'улица Абовяна' },
            { kind: 'house', name: '12' }
          ]
        }
      }
    }
  }
}
const googleHouse = {
  types: ['street_address'],
  formatted_address: '12 Abovyan St, Yerevan 0001, Armenia',
  geometry: { location: { lat: 40.1811, lng: 44.5136 }, location_type: 'ROOFTOP' },
  place_id: 'x',
  address_components: [
    { long_name: '12', short_name: '12', types: ['street_number'] },
    { long_name: 'Abovyan Street', short_name: 'Abovyan St', types: ['route'] },
    { long_name: 'Kentron', short_name: 'Kentron', types: ['sublocality', 'political'] },
    { long_name: 'Yerevan', short_name: 'Yerevan', types: ['locality', 'political'] },
    { long_name: 'Yerevan', short_name: 'Yerevan', types: ['administrative_area_level_1', 'political'] },
    { long_name: 'Armenia', short_name: 'AM', types: ['country', 'political'] },
    { long_name: '0001', short_name: '0001', types: ['postal_code'] }
  ]
}
const VENDORS: Record<string, { house: StubAnswer; at: StubAnswer; none: StubAnswer; provider: string; asks: [string, string] }> = {
  photon: { house: photon([photonHouse]), at: photon([photonHouse]), none: photon([]), provider: 'osm', asks: ['/api', '/reverse'] },
  nominatim: {
    house: { json: [nominatimHouse] },
    at: { json: nominatimHouse },
    none: { json: [] },
    provider: 'osm',
    asks: ['/search', '/reverse']
  },
  yandex: { house: yandex([yandexHouse]), at: yandex([yandexHouse]), none: yandex([]), provider: 'yandex', asks: ['/v1', '/v1'] },
  google: {
    house: { json: { status: 'OK', results: [googleHouse] } },
    at: { json: { status: 'OK', results: [googleHouse] } },
    none: { json: { status: 'ZERO_RESULTS', results: [] } },
    provider: 'google',
    asks: ['/maps/api/geocode/json', '/maps/api/geocode/json']
  }
}

describe.each(Object.entries(VENDORS))('%s', (name, { house, at, none, provider, asks }) => {
  test.each<[Locale, RegExp, string]>([
    ['hy', /Աբովյան փողոց 12/, 'Երևան'],
    ['en', /12 .*/, 'Yerevan'],
    ['ru', /улица Абовяна 12/, 'Ереван']
  ])('a house is laid out in %s as the shop lays addresses out', async (locale, title, city) => {
    // Those that speak every language are asked in it; here their answer is in one, so only the town is the reader's.
    stub.answers(house)
    const [place] = await geocoder(name).search('Абовяна 12', locale)
    if (!['nominatim', 'google'].includes(name) || locale === 'en') expect(place?.addressTitle).toMatch(title)
    expect(place).toMatchObject({ type: 'house', city, zipcode: '0001', latitude: 40.1811, longitude: 44.5136 })
    expect(place?.addressValue.split(', ')).toHaveLength(5)
    expect(place?.addressValue.split(', ')[4]).toBe('0001')
    expect(stub.asked.map(({ path }) => path)).toEqual([asks[0]])
    expect(stub.asked[0]?.agent).toMatch(/^Shuka\//)
  })

  test('the address at a point keeps the point', async () => {
    stub.answers(at)
    const point = { lat: 40.18115, lng: 44.51365 }
    expect(await geocoder(name).reverse(point, 'en')).toMatchObject({ type: 'house', latitude: point.lat, longitude: point.lng })
    expect(stub.asked[0]?.path).toBe(asks[1])
  })

  test('what it does not know, the gazetteer may', async () => {
    stub.answers(none)
    const own = geocoder(name)
    expect((await own.search('Abovyan 12', 'en'))[0]?.addressTitle).toBe('12 Abovyan Street')
    expect(own.answering()).toBe(provider)
  })

  test.each<[string, StubAnswer]>([
    ['is slow', 'silence'],
    ['breaks the line', 'break'],
    ['answers 500', { status: 500 }],
    ['refuses the key', { status: 403 }],
    ['asks too much patience', { status: 429 }],
    ['answers a page', { text: '<html>busy</html>' }],
    ['answers nothing', { text: '' }],
    ['answers another shape', { json: { hello: 'world' } }],
    ['answers a number', { text: '7' }],
    ['sends elsewhere', { redirect: 'http://127.0.0.1:9/' }],
    ['answers half', { text: '{"type":"FeatureCollection","features":[{"geom' }]
  ])('when it %s, the gazetteer answers and nothing is lost', async (_, fault) => {
    stub.answers(fault)
    // Whichever comes first, the fault or the end of its patience: the gazetteer answers.
    const own = geocoder(name, 400)
    expect((await own.search('Abovyan 12', 'en'))[0]?.addressTitle).toBe('12 Abovyan Street')
    expect(await own.reverse(POINT, 'en')).toMatchObject({ city: 'Yerevan', latitude: POINT.lat })
    expect((await own.suggest('abov', 'en'))[0]?.addressTitle).toBe('Abovyan Street')
  })
})

test.each(['photon', 'yandex', 'google'])('%s rests for half a minute after three faults and is not asked, then it is', async (name) => {
  const { at = 'silence', provider } = VENDORS[name] ?? {}
  stub.answers({ status: 503 })
  const own = geocoder(name)
  for (let i = 0; i < 3; i += 1) await own.reverse({ ...POINT, lat: POINT.lat + i / 1000 }, 'en')
  const before = stub.asked.length
  expect(own.answering()).toBe('gazetteer')
  await own.reverse(POINT, 'en')
  expect(stub.asked).toHaveLength(before)
  now += 30_000
  expect(own.answering()).toBe(provider)
  stub.answers(at)
  await own.reverse(POINT, 'ru')
  expect(stub.asked.length).toBeGreaterThan(before)
})

describe('an odd place', () => {
  const at = (lng: unknown, lat: unknown, more: object = {}) => ({
    ...photonHouse,
    geometry: { type: 'Point', coordinates: [lng, lat] },
    properties: { ...photonHouse.properties, ...more }
  })
  test.each([
    ['beyond the world', at(444, 40)],
    ['without numbers', at('44', '40')],
    ['in Georgia', at(44.8, 41.7)],
    ['of another country', at(44.5136, 40.1811, { countrycode: 'GE' })],
    ['without a name', at(44.5136, 40.1811, { street: '', housenumber: '', name: '' })],
    ['without a town', at(45.9, 39.6, { city: '', county: '' })],
    ['without anything', {}]
  ])('%s is left out, the others stay', async (_, odd) => {
    stub.answers(photon([odd, photonHouse]))
    expect(await geocoder('photon').search('Abovyan', 'hy')).toHaveLength(1)
  })

  test('cannot move the zip from its fifth place', async () => {
    stub.answers(photon([at(44.5136, 40.1811, { street: 'Abovyan, North, 3', district: 'A, B', postcode: 'none' })]))
    const [place] = await geocoder('photon').search('x', 'en')
    expect(place?.addressValue.split(', ')).toHaveLength(5)
    expect(place?.zipcode).toMatch(/^\d{4}$/)
  })
})

describe('the rules of the vendors', () => {
  test('Nominatim is never asked while somebody types', async () => {
    stub.answers({ json: [nominatimHouse] })
    expect((await geocoder('nominatim').suggest('abov', 'en'))[0]?.addressTitle).toBe('Abovyan Street')
    expect(await geocoder('nominatim').suggest('zzzzqq', 'en')).toEqual([])
    expect(stub.asked).toEqual([])
  })

  test('Nominatim is asked once in a while, who would wait too long is sent to the gazetteer, and no question is asked twice', async () => {
    stub.answers({ json: [nominatimHouse] })
    const spacingMs = 150
    const vendor = createNominatim({ url: stub.url, timeoutMs: 800, agent: 'Shuka/test', spacingMs })
    await Promise.all(['a1', 'a2', 'a3', 'a1'].map((term) => vendor.search(term, 'en')))
    expect(stub.asked).toHaveLength(3)
    // Two pauses between three questions; half of it is room for a busy machine.
    expect((stub.asked[2]?.at ?? 0) - (stub.asked[0]?.at ?? 0)).toBeGreaterThan(spacingMs)
    // All of them end here: a question still waiting for its turn would reach the next test.
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => vendor.search(`b${i}`, 'en')))
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []))
    expect(refusals.length).toBeGreaterThan(0)
    for (const refusal of refusals) expect(refusal).toContain('too many questions')
  })

  test('Photon is asked near the reader, in the language it has', async () => {
    stub.answers(photon([photonHouse]))
    await geocoder('photon').suggest('abov', 'ru', POINT)
    expect(stub.asked[0]).toMatchObject({ path: '/api', query: { q: 'abov', lat: '40.1811', lon: '44.5136', lang: 'default', limit: '8' } })
    await geocoder('photon').suggest('abov', 'en')
    expect(stub.asked[1]?.query).toMatchObject({ lang: 'en' })
  })

  test('Yandex hears longitude first, and Russian for Armenian', async () => {
    stub.answers(yandex([yandexHouse]))
    await geocoder('yandex').reverse(POINT, 'hy')
    expect(stub.asked[0]?.query).toMatchObject({ geocode: '44.5136,40.1811', lang: 'ru_RU', apikey: 'a key', format: 'json' })
  })

  test('Google and Yandex are asked while somebody types only for what the gazetteer does not know', async () => {
    for (const [name, answer] of [
      ['google', { json: { status: 'OK', results: [googleHouse] } }],
      ['yandex', yandex([yandexHouse])]
    ] as const) {
      stub.asked.length = 0
      stub.answers(answer)
      // What another test gave up waiting for may still arrive.
      const askedFor = (term: string) => stub.asked.filter(({ query }) => Object.values(query).some((value) => value.includes(term)))
      await geocoder(name).suggest('abov', 'en')
      expect(askedFor('abov')).toEqual([])
      expect(await geocoder(name).suggest('Qqqxw', 'en')).toHaveLength(1)
      expect(askedFor('Qqqxw')).toHaveLength(1)
    }
  })

  test("Google's refusals inside a good answer are faults", async () => {
    stub.answers({ json: { status: 'REQUEST_DENIED', results: [], error_message: 'no key' } })
    const own = geocoder('google')
    for (let i = 0; i < 3; i += 1) await own.search(`Abovyan ${i + 1}`, 'en')
    expect(own.answering()).toBe('gazetteer')
  })
})

describe('the configuration', () => {
  test('without a provider nothing is asked of anybody', async () => {
    const own = createGeocoder(readConfig({ GEO_URL: stub.url }), () => now)
    expect(own.provider).toBe('gazetteer')
    expect(await own.search('Abovyan 12', 'en')).toEqual(await createGazetteer().search('Abovyan 12', 'en'))
    expect(stub.asked).toEqual([])
  })
})
