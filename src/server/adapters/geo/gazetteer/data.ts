import { readFileSync } from 'node:fs'
import type { Words } from '#domain/locale.ts'

/** Degrees: latitude, longitude. */
export type Pair = readonly [number, number]

/** House n lies at the fraction n / houses of the way. */
export interface Street {
  kind: 'street'
  name: Words
  district: string
  zip: string
  from: Pair
  to: Pair
  houses: number
}
interface Landmark {
  kind: 'landmark'
  name: Words
  /** Street and house, where it has one. */
  address?: Words
  district: string
  zip: string
  at: Pair
}
export interface District {
  kind: 'district'
  key: string
  name: Words
  at: Pair
  zip: string
}
export type Entry = Street | Landmark | District

/** One city's file. The centre of a city is its district `kentron`. */
export interface City {
  /** A note that the coordinates are approximate. */
  about: string
  city: string
  name: Words
  province: Words
  places: Entry[]
}

/** The towns of Armenia, the capital first, then by size. */
const FILES = (
  'yerevan gyumri vanadzor vagharshapat abovyan kapan hrazdan armavir artashat ijevan gavar goris charentsavan sevan masis ashtarak ' +
  'ararat dilijan artik sisian alaverdi stepanavan spitak vardenis martuni yeghvard vedi byureghavan metsamor nor-hachn berd ' +
  'yeghegnadzor tashir kajaran vayk aparan noyemberyan talin chambarak maralik jermuk meghri agarak ayrum akhtala tumanyan ' +
  'tsaghkadzor shamlugh dastakert'
).split(' ')

/** Reads the files of all towns; called once, on first use. */
export const loadCities = (): City[] =>
  FILES.map((file) => JSON.parse(readFileSync(new URL(`./${file}.json`, import.meta.url), 'utf8')) as City)

/** Returns the centre of a town. */
export const centreOf = (city: City): District => {
  const centre = city.places.find((place) => place.kind === 'district' && place.key === 'kentron')
  if (centre?.kind !== 'district') throw new Error(`${city.city} has no district kentron`)
  return centre
}

export const districtsOf = (city: City): District[] => city.places.filter((place) => place.kind === 'district')
