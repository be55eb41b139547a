import * as v from 'valibot'
import type { Locale } from '#domain/locale.ts'
import { ask, degrees, GeoFault, listOf, words } from '../ask.ts'
import type { Found, Vendor } from '../port.ts'
import type { VendorOptions } from './options.ts'

const Result = v.object({
  types: v.array(v.string()),
  address_components: listOf(v.object({ long_name: v.string(), short_name: v.string(), types: v.array(v.string()) })),
  geometry: v.object({ location: v.object({ lat: degrees(90), lng: degrees(180) }) })
})
const Answer = v.object({ status: v.string(), results: v.optional(listOf(Result), []), error_message: words })

const STREETS: readonly string[] = ['route']
const HOUSES: readonly string[] = ['street_address', 'premise', 'subpremise']
const AREAS: readonly string[] = ['sublocality', 'locality', 'neighborhood', 'political']

const foundOf = ({ types, address_components, geometry }: v.InferOutput<typeof Result>): Found[] => {
  const part = (...names: string[]): { long_name: string; short_name: string } =>
    names.flatMap((name) => address_components.find((one) => one.types.includes(name)) ?? [])[0] ?? { long_name: '', short_name: '' }
  const country = part('country').short_name
  if (country && country !== 'AM') return []
  const is = (kinds: readonly string[]): boolean => types.some((type) => kinds.includes(type))
  const street = part('route').long_name
  const city = part('locality', 'administrative_area_level_2').long_name
  return [
    {
      type: is(STREETS) ? 'street' : is(HOUSES) ? 'house' : is(AREAS) ? 'district' : 'business',
      name: is(STREETS)
        ? street
        : part('point_of_interest', 'establishment', 'premise', 'sublocality', 'neighborhood', 'locality').long_name,
      street,
      house: part('street_number').long_name,
      district: part('sublocality', 'neighborhood').long_name,
      city,
      province: part('administrative_area_level_1').long_name,
      zip: part('postal_code').long_name,
      point: geometry.location
    }
  ]
}

/** Google's geocoder. It is not made for incomplete words, so it suggests only what the gazetteer does not know. */
export const createGoogle = ({ url = 'https://maps.googleapis.com', key = '', timeoutMs, agent }: VendorOptions): Vendor => {
  const request = async (query: Record<string, string>, locale: Locale): Promise<Found[]> => {
    const address = new URL(`${url}/maps/api/geocode/json`)
    for (const [name, value] of Object.entries({ ...query, language: locale, region: 'am', key })) address.searchParams.set(name, value)
    const { status, results } = await ask(Answer, { url: address, headers: { 'User-Agent': agent }, timeoutMs })
    if (status === 'ZERO_RESULTS') return []
    if (status !== 'OK') throw new GeoFault(`${address.host} said ${status.slice(0, 40)}`)
    return results.flatMap(foundOf)
  }
  const search: Vendor['search'] = (term, locale) => request({ address: term, components: 'country:AM' }, locale)
  return {
    provider: 'google',
    speaks: ['hy', 'en', 'ru'],
    suggests: 'second',
    suggest: search,
    search,
    reverse: async ({ lat, lng }, locale) => (await request({ latlng: `${lat},${lng}` }, locale))[0] ?? null
  }
}
