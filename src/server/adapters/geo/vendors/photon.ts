import * as v from 'valibot'
import { ARMENIA } from '#domain/armenia.ts'
import type { Point } from '#domain/delivery.ts'
import type { Locale } from '#domain/locale.ts'
import { ask, degrees, listOf, words } from '../ask.ts'
import type { Found, Vendor } from '../port.ts'
import type { VendorOptions } from './options.ts'

const Feature = v.object({
  geometry: v.object({ type: v.literal('Point'), coordinates: v.tuple([degrees(180), degrees(90)]) }),
  properties: v.object({
    type: words,
    osm_key: words,
    countrycode: words,
    name: words,
    housenumber: words,
    street: words,
    locality: words,
    district: words,
    city: words,
    county: words,
    state: words,
    postcode: words
  })
})
const Answer = v.object({ type: v.literal('FeatureCollection'), features: listOf(Feature) })

const AREAS: readonly string[] = ['district', 'locality', 'city']

const foundOf = ({ geometry, properties }: v.InferOutput<typeof Feature>): Found[] => {
  const { type, name, housenumber, street, locality, district, city, county, state, postcode, countrycode } = properties
  if (countrycode && countrycode !== 'AM') return []
  const [lng, lat] = geometry.coordinates
  const isStreet = type === 'street' || properties.osm_key === 'highway'
  return [
    {
      type: AREAS.includes(type) ? 'district' : isStreet ? 'street' : name && !isStreet ? 'business' : 'house',
      name,
      street: isStreet ? name : street,
      house: housenumber,
      district: district || locality,
      city: type === 'city' ? name : city || county,
      province: state,
      zip: postcode,
      point: { lat, lng }
    }
  ]
}

/** Photon, made for autocompletion. It has few languages; `default` is the local one, Armenian in Armenia. */
export const createPhoton = ({ url = 'https://photon.komoot.io', timeoutMs, agent }: VendorOptions): Vendor => {
  const request = async (path: string, query: Record<string, string>, locale: Locale): Promise<Found[]> => {
    const address = new URL(`${url}${path}`)
    for (const [name, value] of Object.entries({ ...query, lang: locale === 'en' ? 'en' : 'default' }))
      address.searchParams.set(name, value)
    const { features } = await ask(Answer, { url: address, headers: { 'User-Agent': agent }, timeoutMs })
    return features.flatMap(foundOf)
  }
  const bbox = [ARMENIA.west, ARMENIA.south, ARMENIA.east, ARMENIA.north].join()
  const find = (term: string, locale: Locale, near?: Point) =>
    request('/api', { q: term, limit: '8', bbox, ...(near ? { lat: String(near.lat), lon: String(near.lng) } : {}) }, locale)
  return {
    provider: 'osm',
    speaks: ['hy', 'en'],
    suggests: 'first',
    suggest: find,
    search: (term, locale) => find(term, locale),
    reverse: async ({ lat, lng }, locale) =>
      (await request('/reverse', { lat: String(lat), lon: String(lng), limit: '1', radius: '0.5' }, locale))[0] ?? null
  }
}
