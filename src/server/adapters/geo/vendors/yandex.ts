import * as v from 'valibot'
import { ARMENIA } from '#domain/armenia.ts'
import type { Point } from '#domain/delivery.ts'
import type { Locale } from '#domain/locale.ts'
import { ask, listOf, words } from '../ask.ts'
import type { Found, Vendor } from '../port.ts'
import type { VendorOptions } from './options.ts'

/** "44.512620 40.177623": longitude first. */
const Position = v.pipe(
  v.string(),
  v.regex(/^-?\d{1,3}(\.\d+)? -?\d{1,2}(\.\d+)?$/),
  v.transform((text): Point => {
    const [lng = 0, lat = 0] = text.split(' ').map(Number)
    return { lat, lng }
  })
)
const Member = v.object({
  GeoObject: v.object({
    name: words,
    Point: v.object({ pos: Position }),
    metaDataProperty: v.object({
      GeocoderMetaData: v.object({
        kind: words,
        Address: v.object({
          country_code: words,
          postal_code: words,
          Components: v.optional(listOf(v.object({ kind: v.string(), name: v.string() })), [])
        })
      })
    })
  })
})
const Answer = v.object({ response: v.object({ GeoObjectCollection: v.object({ featureMember: listOf(Member) }) }) })

const TYPES: Record<string, Found['type']> = { house: 'house', street: 'street', district: 'district', locality: 'district' }
const TOO_LARGE: readonly string[] = ['country', 'province', 'area', 'route']

const foundOf = ({ GeoObject }: v.InferOutput<typeof Member>): Found[] => {
  const { kind, Address } = GeoObject.metaDataProperty.GeocoderMetaData
  if ((Address.country_code && Address.country_code !== 'AM') || TOO_LARGE.includes(kind)) return []
  const part = (name: string): string => Address.Components.findLast((one) => one.kind === name)?.name ?? ''
  return [
    {
      type: TYPES[kind] ?? 'business',
      name: GeoObject.name,
      street: part('street'),
      house: part('house'),
      district: part('district'),
      city: part('locality'),
      province: part('province'),
      zip: Address.postal_code,
      point: GeoObject.Point.pos
    }
  ]
}

/** Yandex, HTTP geocoder v1: points are longitude first; no Armenian. */
export const createYandex = ({ url = 'https://geocode-maps.yandex.ru', key = '', timeoutMs, agent }: VendorOptions): Vendor => {
  const request = async (query: Record<string, string>, locale: Locale): Promise<Found[]> => {
    const address = new URL(`${url}/v1`)
    const all = { ...query, apikey: key, lang: locale === 'en' ? 'en_US' : 'ru_RU', format: 'json' }
    for (const [name, value] of Object.entries(all)) address.searchParams.set(name, value)
    const { response } = await ask(Answer, { url: address, headers: { 'User-Agent': agent }, timeoutMs })
    return response.GeoObjectCollection.featureMember.flatMap(foundOf)
  }
  const bbox = `${ARMENIA.west},${ARMENIA.south}~${ARMENIA.east},${ARMENIA.north}`
  const find = (term: string, locale: Locale, near?: Point) =>
    request({ geocode: term, results: '8', bbox, rspn: '1', ...(near ? { ll: `${near.lng},${near.lat}`, spn: '0.3,0.3' } : {}) }, locale)
  return {
    provider: 'yandex',
    speaks: ['ru', 'en'],
    suggests: 'second',
    suggest: find,
    search: (term, locale) => find(term, locale),
    reverse: async ({ lat, lng }, locale) => (await request({ geocode: `${lng},${lat}`, results: '1' }, locale))[0] ?? null
  }
}
