import * as v from 'valibot'
import type { Locale } from '#domain/locale.ts'
import { ask, degreesText, listOf, words } from '../ask.ts'
import type { Found, Vendor } from '../port.ts'
import type { VendorOptions } from './options.ts'
import { createPacer } from './turns.ts'

const Parts = v.object({
  house_number: words,
  road: words,
  pedestrian: words,
  neighbourhood: words,
  suburb: words,
  city_district: words,
  city: words,
  town: words,
  village: words,
  state: words,
  postcode: words,
  country_code: words
})
const Result = v.object({
  lat: degreesText(90),
  lon: degreesText(180),
  category: words,
  addresstype: words,
  name: v.optional(v.nullable(words), ''),
  address: Parts
})
const Answer = listOf(Result)
const Reversed = v.union([Result, v.object({ error: v.string() })])

const AREAS: readonly string[] = ['city', 'town', 'village', 'suburb', 'neighbourhood', 'city_district', 'quarter']

const foundOf = ({ lat, lon, category, addresstype, name, address }: v.InferOutput<typeof Result>): Found[] => {
  if (address.country_code && address.country_code !== 'am') return []
  const street = address.road || address.pedestrian
  const isStreet = category === 'highway' || addresstype === 'road'
  return [
    {
      type: isStreet ? 'street' : AREAS.includes(addresstype) ? 'district' : name ? 'business' : 'house',
      name: name ?? '',
      street: isStreet && name ? name : street,
      house: isStreet ? '' : address.house_number,
      district: address.suburb || address.city_district || address.neighbourhood,
      city: address.city || address.town || address.village,
      province: address.state,
      zip: address.postcode,
      point: { lat, lng: lon }
    }
  ]
}

const MAX_CACHED = 500

/**
 * Nominatim by the usage policy of its public service: no autocompletion, one request per second for the whole shop (`spacingMs`),
 * an identifying User-Agent, and cached responses.
 */
export const createNominatim = ({
  url = 'https://nominatim.openstreetmap.org',
  timeoutMs,
  agent,
  spacingMs = 1_000
}: VendorOptions & { spacingMs?: number }): Vendor => {
  const pace = createPacer(spacingMs, timeoutMs)
  const cache = new Map<string, Promise<unknown>>()
  const request = <T extends v.GenericSchema>(schema: T, path: string, query: Record<string, string>, locale: Locale) => {
    const address = new URL(`${url}${path}`)
    for (const [name, value] of Object.entries({ ...query, format: 'jsonv2', addressdetails: '1', 'accept-language': locale }))
      address.searchParams.set(name, value)
    const cached = cache.get(address.href)
    if (cached) return cached as Promise<v.InferOutput<T>>
    const answer = pace(() => ask(schema, { url: address, headers: { 'User-Agent': agent }, timeoutMs }))
    cache.set(address.href, answer)
    // The failure reaches the callers; the next call requests again.
    answer.catch(() => cache.delete(address.href))
    const [oldest] = cache.keys()
    if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest)
    return answer
  }
  const search: Vendor['search'] = async (term, locale) =>
    (await request(Answer, '/search', { q: term, countrycodes: 'am', limit: '8' }, locale)).flatMap(foundOf)
  return {
    provider: 'osm',
    speaks: ['hy', 'en', 'ru'],
    suggests: 'never',
    suggest: () => Promise.resolve([]),
    search,
    reverse: async ({ lat, lng }, locale) => {
      // Rounded to about a metre, for the cache.
      const answer = await request(Reversed, '/reverse', { lat: lat.toFixed(5), lon: lng.toFixed(5) }, locale)
      return 'error' in answer ? null : (foundOf(answer)[0] ?? null)
    }
  }
}
