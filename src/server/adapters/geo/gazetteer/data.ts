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
  city: string
  name: Words
  province: Words
  places: Entry[]
}

const FILES = ['yerevan', 'gyumri', 'vanadzor', 'dilijan'] as const

/** The cities served, the capital first. Reads the disk: once, at first use. */
export const loadCities = (): City[] =>
  FILES.map((file) => JSON.parse(readFileSync(new URL(`./${file}.json`, import.meta.url), 'utf8')) as City)

export const districtsOf = (city: City): District[] => city.places.filter((place) => place.kind === 'district')
