import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as geo from '#contract/geo/calls.ts'
import type { Suggestion } from '#contract/geo/calls.ts'
import { LOCALES } from '#domain/locale.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { startGeoStub } from '#tests/support/geo-stub.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api.close()
})
const suggest = (query: string) => api.guest().raw<Suggestion[]>('GET', `/geo/suggest-search?${query}`)

describe('suggestions', () => {
  it('answer in the language of the caller, whatever the term is typed in', async () => {
    const titles = await Promise.all(
      LOCALES.map(async (locale) => (await api.guest(locale).call(geo.suggest, { query: { term: 'Абовяна 12' } }))[0]?.addressTitle)
    )
    expect(titles).toEqual(['Աբովյան փողոց 12', '12 Abovyan Street', 'улица Абовяна 12'])
  })
  it('rank what is near the given point first', async () => {
    const near = { lat: 40.787, lng: 43.844 }
    expect((await api.guest().call(geo.suggest, { query: { term: 'abov', ...near } }))[0]?.city).toBe('Gyumri')
    expect((await api.guest().call(geo.suggest, { query: { term: 'abov' } }))[0]?.city).toBe('Yerevan')
    expect((await api.guest().call(geo.suggest, { query: { term: 'abov', lat: near.lat } }))[0]?.city).toBe('Yerevan')
  })
  it.each(['term=', 'term=a', 'term=%20%20', `term=%D5%A1%20`])('are none for %s', async (query) => {
    const { status, envelope } = await suggest(query)
    expect([status, envelope.code, envelope.data]).toEqual([200, 200, []])
  })
  it.each([
    ['', 'term'],
    ['term[a]=b', 'term'],
    ['term=a&term=b', 'term'],
    ['term=abov&lat=91&lng=44', 'lat'],
    ['term=abov&lat=40&lng=east', 'lng'],
    ['term=abov&lat=40&lng=NaN', 'lng']
  ])('are refused for ?%s, naming %s', async (query, field) => {
    const { status, envelope } = await suggest(query)
    expect(status).toBe(400)
    expect(envelope.messages[0]?.type).toBe('BAD_REQUEST')
    expect(JSON.stringify(envelope.messages)).toContain(field)
  })
  it.each([`'; drop table users; --`, '<script>alert(1)</script>', '%_\\', '((((((', '∞ 12', '١٢'])('bear %s', async (term) => {
    const { status, envelope } = await suggest(`term=${encodeURIComponent(term)}`)
    expect(status).toBe(200)
    expect(JSON.stringify(envelope)).not.toContain('<script>')
  })
})

describe('reach', () => {
  const KAPAN = '39.20700,46.40600'
  const YEREVAN = '40.18110,44.51360'
  const reach = (query: { points: string; suppliers?: string; around?: number }) => api.guest().call(geo.reach, { query })

  it('tells for each point whether anybody delivers there, and who of those asked for does not', async () => {
    const [kapan, yerevan] = await reach({ points: `${KAPAN}|${YEREVAN}`, suppliers: '1' })
    expect(kapan).toMatchObject({ somebody: false, missing: [expect.any(String)] })
    expect(yerevan).toEqual({ somebody: true, missing: [] })
    expect(await reach({ points: KAPAN })).toEqual([{ somebody: false, missing: [] }])
    expect(await reach({ points: YEREVAN, suppliers: '999999|x' })).toEqual([{ somebody: true, missing: [] }])
  })
  it('answers for a whole book of addresses at once', async () => {
    const points = Array.from({ length: 50 }, (_, at) => (at === 49 ? YEREVAN : KAPAN)).join('|')
    const told = await reach({ points })
    expect(told.map(({ somebody }) => somebody)).toEqual([...Array.from({ length: 49 }, () => false), true])
  })
  it('leaves nobody out who might reach an address of which only the town is known', async () => {
    const farther = '40.32000,44.51360'
    expect(await reach({ points: farther, suppliers: '1' })).toMatchObject([{ missing: [expect.any(String)] }])
    expect(await reach({ points: farther, suppliers: '1', around: 20 })).toMatchObject([{ missing: [] }])
    expect(await reach({ points: KAPAN, around: 20 })).toMatchObject([{ somebody: false }])
  })
  it.each([
    '',
    'points=',
    'points=40',
    'points=40,44|',
    'points=a,b',
    `points=${KAPAN}&around=21`,
    `points=${Array.from({ length: 51 }, () => '1,1').join('|')}`
  ])('is refused for ?%s', async (query) => {
    expect((await api.guest().raw('GET', `/geo/reach?${query}`)).status).toBe(400)
  })
})

describe('towns', () => {
  it('are all of the country in the language of the caller: the capital, then by name', async () => {
    const lists = await Promise.all(LOCALES.map((locale) => api.guest(locale).call(geo.towns)))
    expect(lists.map((list) => list.slice(0, 3).map(({ name }) => name))).toEqual([
      ['Երևան', 'Աբովյան', 'Ագարակ'],
      ['Yerevan', 'Abovyan', 'Agarak'],
      ['Ереван', 'Абовян', 'Агарак']
    ])
    for (const list of lists) expect(new Set(list.map(({ name }) => name)).size).toBe(49)
  })
  it('are told whoever answers the rest, and may be asked about whether anybody delivers there', async () => {
    const stub = await startGeoStub()
    stub.answers({ status: 500 })
    const other = await startApi({ env: { GEO_PROVIDER: 'photon', GEO_URL: stub.url } })
    const kapan = (await other.guest('en').call(geo.towns)).find(({ name }) => name === 'Kapan')
    const reach = await other.guest().call(geo.reach, { query: { points: `${kapan?.lat},${kapan?.lng}`, around: 10 } })
    expect(reach).toEqual([{ somebody: false, missing: [] }])
    await other.close()
    await stub.close()
  })
})

describe('search', () => {
  it('finds a whole address, best first', async () => {
    const [place] = await api.guest('en').call(geo.search, { query: { term: '12 Abovyan Street, Kentron, Yerevan, Yerevan, 0001' } })
    expect(place).toMatchObject({ type: 'house', street: '12 Abovyan Street', city: 'Yerevan', zipcode: '0001' })
  })
  it('answers an empty list for a letter and for what is nowhere', async () => {
    expect(await api.guest().call(geo.search, { query: { term: 'a' } })).toEqual([])
    expect(await api.guest().call(geo.search, { query: { term: 'qwrtpsd' } })).toEqual([])
  })
})

describe('the address at a point', () => {
  it('keeps the point', async () => {
    const place = await api.guest('ru').call(geo.reverse, { params: { lat: 40.18181, lng: 44.51702 } })
    expect(place).toMatchObject({ type: 'house', city: 'Ереван', latitude: 40.18181, longitude: 44.51702 })
    expect(place.addressValue.split(', ')).toHaveLength(5)
  })
  it.each(['40.5/45.2', '0/0', '-90/180'])('is refused with 462 outside the cities: %s', async (point) => {
    const { status, envelope } = await api.guest('en').raw('GET', `/geo/reverse-search/${point}`)
    expect([status, envelope.code, envelope.messages[0]?.type]).toEqual([400, 462, 'INVALID_ADDRESS'])
    expect(envelope.messages[0]?.body).toBe('Address not found. Mark the location on the map.')
  })
  it.each([
    ['91/44', 'lat'],
    ['40/181', 'lng'],
    ['here/44', 'lat'],
    ['40/1e3', 'lng']
  ])('is refused with 400 for %s', async (point, field) => {
    const { status, envelope } = await api.guest().raw('GET', `/geo/reverse-search/${point}`)
    expect([status, envelope.messages[0]?.type]).toEqual([400, 'BAD_REQUEST'])
    expect(JSON.stringify(envelope.messages)).toContain(field)
  })
})

describe('the mode', () => {
  it('is the offline gazetteer, and the map is drawn here', async () => {
    expect(await api.guest().call(geo.mode)).toEqual({ provider: 'gazetteer', answering: 'gazetteer', tiles: null })
  })
  it('tells of a provider that rests, and of tiles', async () => {
    const stub = await startGeoStub()
    stub.answers({ status: 500 })
    const tiles = { TILE_URL: 'https://{s}.tiles.test/{z}/{x}/{y}.png', TILE_ATTRIBUTION: '© Tiles' }
    const other = await startApi({ env: { GEO_PROVIDER: 'photon', GEO_URL: stub.url, ...tiles } })
    const mode = () => other.guest().call(geo.mode)
    const told = { provider: 'osm', tiles: { url: tiles.TILE_URL, attribution: '© Tiles' } }
    expect(await mode()).toEqual({ ...told, answering: 'osm' })
    for (const term of ['Abovyan 1', 'Abovyan 2', 'Abovyan 3'])
      expect(await other.guest().call(geo.search, { query: { term } })).not.toEqual([])
    expect(await mode()).toEqual({ ...told, answering: 'gazetteer' })
    expect(other.errors).toEqual([])
    await other.close()
    await stub.close()
  })
})

describe('the map', () => {
  const tile = async (path: string) => {
    const response = await api.guest().fetch(`/api/map/${path}`)
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      cache: response.headers.get('cache-control'),
      text: await response.text()
    }
  }
  it('is drawn in the language asked, and may be kept', async () => {
    const { status, type, cache, text } = await tile('hy/9/319/193')
    expect([status, type, cache]).toEqual([200, 'image/svg+xml; charset=utf-8', 'public, max-age=86400'])
    expect(text).toContain('Երևան')
    expect((await tile('ru/9/319/193')).text).toContain('Ереван')
  })
  it('names streets close up, says nothing beyond the country, and holds no script', async () => {
    const { text } = await tile('en/16/40871/24767')
    expect(text).toContain('Street')
    expect(text).not.toMatch(/<script|onload|href/)
    expect((await tile('en/9/0/0')).text).not.toContain('<text')
  })
  it.each(['hy/5/20/12', 'hy/19/1/1', 'hy/9/512/1', 'de/9/319/193', 'hy/9/-1/1', 'hy/9/a/1', 'hy/9/1', 'hy/9/1e2/1'])(
    'has no tile %s',
    async (path) => {
      expect((await tile(path)).status).toBe(404)
    }
  )
})
