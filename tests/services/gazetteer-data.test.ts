import { describe, expect, it } from 'vitest'
import { isInArmenia } from '#domain/armenia.ts'
import type { Point } from '#domain/delivery.ts'
import { distanceKm } from '#domain/delivery.ts'
import { LOCALES, type Locale, type Words } from '#domain/locale.ts'
import { fold } from '#domain/search/folding.ts'
import { centreOf, districtsOf, loadCities, type Entry } from '#server/adapters/geo/gazetteer/data.ts'
import { nearestAlong, pointAlong, pointOf } from '#server/adapters/geo/gazetteer/geometry.ts'

/** South, west, north, east; any other town lies within so many kilometres of its centre. */
const BOXES: Record<string, readonly [number, number, number, number]> = {
  yerevan: [40.06, 44.36, 40.25, 44.63],
  gyumri: [40.74, 43.78, 40.83, 43.9],
  vanadzor: [40.78, 44.43, 40.84, 44.56],
  dilijan: [40.71, 44.8, 40.78, 44.92]
}
const TOWN_KM = 6
const WANTED: Record<string, { streets: number; landmarks: number; zip: RegExp }> = {
  yerevan: { streets: 200, landmarks: 40, zip: /^00\d\d$/ },
  gyumri: { streets: 50, landmarks: 12, zip: /^31\d\d$/ },
  vanadzor: { streets: 40, landmarks: 10, zip: /^20\d\d$/ },
  dilijan: { streets: 25, landmarks: 8, zip: /^39\d\d$/ }
}
const YEREVAN_DISTRICTS = [
  'ajapnyak',
  'arabkir',
  'avan',
  'davtashen',
  'erebuni',
  'kanaker-zeytun',
  'kentron',
  'malatia-sebastia',
  'nor-nork',
  'nork-marash',
  'nubarashen',
  'shengavit'
]
/** Letters of the language only; a school's or a brand's Latin letters may stand in any name. */
const TOWNS_OF_ARMENIA = 49
/** Towns that have streets of their own here, as the larger ones do. */
const LARGER =
  'vagharshapat abovyan kapan hrazdan armavir artashat ijevan gavar goris charentsavan sevan ashtarak masis ararat sisian spitak stepanavan alaverdi tsaghkadzor jermuk yeghegnadzor meghri berd martuni vardenis artik maralik'.split(
    ' '
  )
const SCRIPTS: Record<Locale, RegExp> = {
  hy: /^(?=.*[\u0531-\u0587])[\u0531-\u0587\d «».-]+$/,
  en: /^[A-Z][A-Za-z\d '.-]*$|^\d+ [A-Z][A-Za-z\d '.-]*$/,
  ru: /^(?=.*[а-яё])[А-Яа-яЁё\d «».-]+$/
}
const LATIN_NAMES = /\bUWC\b/
const KIND_WORDS: Record<Locale, RegExp> = {
  hy: / (?:փողոց|պողոտա|խճուղի|նրբանցք)$/,
  en: / (?:Street|Avenue|Highway|Lane)$/,
  ru: /(?:^| )(?:улица|проспект|шоссе|переулок)(?: |$)/
}

const cities = loadCities()
const endsOf = (entry: Entry): Point[] => (entry.kind === 'street' ? [pointOf(entry.from), pointOf(entry.to)] : [pointOf(entry.at)])
const wrongScript = (name: Words): string[] =>
  LOCALES.map((locale) => name[locale].replace(LATIN_NAMES, '').trim()).filter((text, i) => !SCRIPTS[LOCALES[i] ?? 'hy'].test(text))

describe.each(cities)('$city', (city) => {
  const districts = districtsOf(city)
  const streets = city.places.filter((place) => place.kind === 'street')
  const landmarks = city.places.filter((place) => place.kind === 'landmark')

  it('is large enough', () => {
    expect(streets.length).toBeGreaterThanOrEqual(WANTED[city.city]?.streets ?? (LARGER.includes(city.city) ? 4 : 2))
    expect(landmarks.length).toBeGreaterThanOrEqual(WANTED[city.city]?.landmarks ?? 0)
    expect(city.about).toMatch(/approximate/)
    expect(districts.map(({ key }) => key)).toContain('kentron')
  })
  it('lies within its box', () => {
    const centre = pointOf(centreOf(city).at)
    const far = city.places.filter((place) => endsOf(place).some((end) => distanceKm(centre, end) > TOWN_KM))
    const box = BOXES[city.city]
    if (!box) return expect(far.map(({ name }) => name.en)).toEqual([])
    const [south, west, north, east] = box
    const outside = city.places.filter((place) =>
      endsOf(place).some(({ lat, lng }) => lat < south || lat > north || lng < west || lng > east)
    )
    expect(outside.map(({ name }) => name.en)).toEqual([])
  })
  it('names everything in three languages, in the right script, with the kind of street', () => {
    const names = [
      city.name,
      city.province,
      ...city.places.flatMap((p) => (p.kind === 'landmark' && p.address ? [p.name, p.address] : [p.name]))
    ]
    expect(names.flatMap(wrongScript)).toEqual([])
    expect(
      names.flatMap((name) => LOCALES.map((locale) => name[locale]).filter((text) => text !== text.trim() || text.includes(',')))
    ).toEqual([])
    expect(
      streets.flatMap(({ name }) => LOCALES.map((l) => [l, name[l]] as const).filter(([l, text]) => !KIND_WORDS[l].test(text)))
    ).toEqual([])
  })
  it.each(LOCALES)('names nothing twice in %s', (locale) => {
    const seen = new Set<string>()
    const twice = city.places.filter(({ name }) => {
      const key = fold(name[locale])
      return seen.has(key) || !seen.add(key)
    })
    expect(twice.map(({ name }) => name[locale])).toEqual([])
  })
  it('has a plausible postal code, length and house count for every street, and a known district', () => {
    const keys = new Set(districts.map(({ key }) => key))
    for (const place of city.places) {
      expect(place.zip).toMatch(WANTED[city.city]?.zip ?? /^\d{4}$/)
      if (place.kind !== 'district') expect(keys, place.name.en).toContain(place.district)
    }
    for (const street of streets) {
      const metres = distanceKm(pointOf(street.from), pointOf(street.to)) * 1000
      expect(metres, street.name.en).toBeGreaterThan(100)
      expect(metres, street.name.en).toBeLessThan(5500)
      expect(Number.isInteger(street.houses) && metres / street.houses, street.name.en).toBeGreaterThan(5)
      expect(metres / street.houses, street.name.en).toBeLessThan(110)
    }
  })
  it('has the streets of its landmarks, and the landmarks stand near them', () => {
    for (const { name, address, at } of landmarks) {
      if (!address) continue
      const street = streets.find((one) => address.hy.startsWith(`${one.name.hy} `))
      expect(street, name.en).toBeDefined()
      if (!street) continue
      const house = /\d+$/.exec(address.hy)?.[0] ?? ''
      expect([address.en, address.ru]).toEqual([`${house} ${street.name.en}`, `${street.name.ru} ${house}`])
      expect(nearestAlong(street, pointOf(at)).metres, name.en).toBeLessThan(300)
      expect(distanceKm(pointAlong(street, Math.min(1, Number(house) / street.houses)), pointOf(at)), name.en).toBeLessThan(0.6)
    }
  })
})

describe('the cities', () => {
  it('are all towns of Armenia, those of the market among them, each once and each in its own place', () => {
    const keys = cities.map(({ city }) => city)
    expect(keys).toHaveLength(TOWNS_OF_ARMENIA)
    expect(new Set(keys).size).toBe(TOWNS_OF_ARMENIA)
    expect(keys).toEqual(expect.arrayContaining(['yerevan', 'gyumri', 'vanadzor', 'dilijan', ...LARGER]))
    for (const city of cities) {
      expect(isInArmenia(pointOf(centreOf(city).at)), city.city).toBe(true)
      const close = cities.filter((other) => other !== city && distanceKm(pointOf(centreOf(city).at), pointOf(centreOf(other).at)) < 1.5)
      expect(close.map((other) => other.city)).toEqual([])
    }
  })
  it('name all twelve districts of Yerevan', () => {
    expect(cities.flatMap((city) => (city.city === 'yerevan' ? districtsOf(city).map(({ key }) => key) : [])).sort()).toEqual(
      YEREVAN_DISTRICTS
    )
  })
  it('use every district of Yerevan', () => {
    const used = new Set(cities[0]?.places.flatMap((place) => (place.kind === 'street' ? [place.district] : [])))
    expect([...used].sort()).toEqual(YEREVAN_DISTRICTS)
  })
})
