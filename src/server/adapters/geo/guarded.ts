import type { Locale } from '#domain/locale.ts'
import { Busy, GeoFault } from './ask.ts'
import { layOut } from './lay-out.ts'
import type { Found, Gazetteer, Geocoder, GeoPlace, Vendor } from './port.ts'

/** Circuit breaker: after this many faults in a row the vendor is skipped for REST_MS, so that users do not wait for time-outs. */
const MAX_FAULTS = 3
const REST_MS = 30_000
const MAX_PLACES = 8

/** Wraps a vendor: on faults and empty results the gazetteer answers. GeoFault is never thrown. */
export const guarded = (vendor: Vendor, gazetteer: Gazetteer, now: () => number): Geocoder => {
  let faults = 0
  let restUntil = 0
  const isResting = (): boolean => now() < restUntil
  const attempt = async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (isResting()) return null
    try {
      const answer = await work()
      faults = 0
      return answer
    } catch (cause) {
      if (!(cause instanceof GeoFault)) throw cause
      if (cause instanceof Busy) return null
      faults += 1
      // Concurrent requests may fail together: the pause starts once.
      if (faults >= MAX_FAULTS) [faults, restUntil] = [0, now() + REST_MS]
      return null
    }
  }
  const languageFor = (locale: Locale): Locale => (vendor.speaks.includes(locale) ? locale : vendor.speaks[0])
  const placesOf = (found: readonly Found[] | null, locale: Locale): GeoPlace[] => {
    const places = (found ?? []).flatMap((one) => layOut(one, locale, languageFor(locale), gazetteer))
    const seen = new Set<string>()
    return places.filter(({ addressValue }) => !seen.has(addressValue) && seen.add(addressValue)).slice(0, MAX_PLACES)
  }
  const search: Geocoder['search'] = async (term, locale) => {
    const places = placesOf(await attempt(() => vendor.search(term, languageFor(locale))), locale)
    return places.length > 0 ? places : gazetteer.search(term, locale)
  }
  const suggest: Geocoder['suggest'] = async (term, locale, near) => {
    const ours = vendor.suggests === 'first' ? [] : await gazetteer.suggest(term, locale, near)
    if (vendor.suggests === 'never' || ours.length > 0) return ours
    const places = placesOf(await attempt(() => vendor.suggest(term, languageFor(locale), near)), locale)
    return places.length > 0 ? places : gazetteer.suggest(term, locale, near)
  }
  return {
    provider: vendor.provider,
    answering: () => (isResting() ? 'gazetteer' : vendor.provider),
    suggest,
    search,
    towns: gazetteer.towns,
    reverse: async (point, locale) => {
      const found = await attempt(() => vendor.reverse(point, languageFor(locale)))
      const [place] = placesOf(found ? [found] : [], locale)
      // The marker stays where the user put it.
      return place ? { ...place, latitude: point.lat, longitude: point.lng } : gazetteer.reverse(point, locale)
    }
  }
}
