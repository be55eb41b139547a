import type { Suggestion, Town } from '#contract/geo/calls.ts'
import type { NewAddress } from '#contract/profile/calls.ts'
import { addressFromSuggestion } from '#domain/address.ts'
import { DEFAULT_FLOOR } from '#domain/constants.ts'
import type { MapChoice } from './map-point.ts'

/** The form fields of an address, as typed. */
export interface AddressFields {
  city: string
  street: string
  house: string
  entrance: string
  floor: string
  apartment: string
  doorCode: string
  comment: string
}

/** The point the fields came from; valid as long as city, street and house are unchanged. */
export interface ChosenPoint {
  /** The address without entrance, floor and apartment. */
  place: NewAddress
  /** Known down to the house; a street or district alone still requires a house. */
  exact: boolean
  /** `addressKey` of the fields at that time. */
  line: string
  /** Marked on the map by the user: the point is valid for any street; see isMarked. */
  pinned?: boolean | undefined
}

export const EMPTY_FIELDS: AddressFields = {
  city: '',
  street: '',
  house: '',
  entrance: '',
  floor: '',
  apartment: '',
  doorCode: '',
  comment: ''
}

/** Splits "Abovyan Street, 12/1a" or "12/1a Abovyan Street" into street and house; without a number at either end all of it is the street. */
export const splitHouse = (line: string): { street: string; house: string } => {
  const text = line.trim()
  const last = /^(.*[^\s,])[\s,]+(\d[\p{L}\p{N}/-]*)$/u.exec(text)
  if (last) return { street: last[1] ?? '', house: last[2] ?? '' }
  const first = /^(\d+\p{L}?(?:\/\d+\p{L}?)?)[\s,]+(.+)$/u.exec(text)
  return first ? { street: first[2] ?? '', house: first[1] ?? '' } : { street: text, house: '' }
}

const LATIN = /^\p{Script=Latin}/u
/** The order that addresses are suggested in: English writes the number before the street. */
export const streetLine = (fields: Pick<AddressFields, 'street' | 'house'>): string =>
  LATIN.test(fields.street.trim()) ? `${fields.house.trim()} ${fields.street.trim()}`.trim() : lineOf(fields)
const lineOf = ({ street, house }: Pick<AddressFields, 'street' | 'house'>): string => `${street.trim()} ${house.trim()}`.trim()
const addressKey = (fields: Pick<AddressFields, 'city' | 'street' | 'house'>): string => `${fields.city}|${lineOf(fields)}`

/** Converts a suggestion to form fields. */
export const fromSuggestion = (suggestion: Suggestion): { fields: AddressFields; picked: ChosenPoint } => {
  const { id: _, ...place } = addressFromSuggestion(suggestion, null)
  const named = suggestion.type === 'house' ? { ...place, addressTitle: '' } : place
  const split = suggestion.type === 'house' ? splitHouse(suggestion.street) : { street: suggestion.street, house: '' }
  const fields = { ...EMPTY_FIELDS, ...split, city: suggestion.city }
  const exact = suggestion.type === 'house' || suggestion.type === 'business'
  return { fields, picked: { place: named, exact, line: addressKey(fields) } }
}

/** A house picked from the list, with nothing left to type. */
export const isWholeHouse = ({ fields, picked }: { fields: AddressFields; picked: ChosenPoint | null }): boolean =>
  picked !== null && picked.exact && !picked.pinned && ![fields.city, fields.street, fields.house].includes('')

/** Converts a point marked on the map: its address where known, else only the point, and the user fills in the fields. */
export const fromMap = ({ point, suggestion }: MapChoice): { fields: AddressFields; picked: ChosenPoint } => {
  const coordinates = { latitude: point.lat, longitude: point.lng }
  if (!suggestion)
    return { fields: EMPTY_FIELDS, picked: { place: { street: '', city: '', ...coordinates }, exact: false, line: '', pinned: true } }
  const { fields, picked } = fromSuggestion(suggestion)
  // A district has no street: the user types it.
  const named = suggestion.type === 'district' ? { ...fields, street: '', house: '' } : fields
  return { fields: named, picked: { ...picked, place: { ...picked.place, ...coordinates }, line: addressKey(named), pinned: true } }
}

/** Moves the point; typed fields stay, an empty city is filled in. */
export const moveMarker = (
  fields: AddressFields,
  picked: ChosenPoint | null,
  choice: MapChoice
): { fields: AddressFields; picked: ChosenPoint } => {
  const marked = fromMap(choice)
  const next = { ...fields, city: fields.city || marked.fields.city }
  return { fields: next, picked: { ...marked.picked, place: { ...picked?.place, ...marked.picked.place }, line: '' } }
}

/** Another point, with the typed entrance, floor, apartment, door code and comment. */
export const withDetails = (
  { fields, picked }: { fields: AddressFields; picked: ChosenPoint },
  { city: _city, street: _street, house: _house, ...details }: AddressFields
): { fields: AddressFields; picked: ChosenPoint } => ({ fields: { ...fields, ...details }, picked })

/** Converts a saved address to form fields. */
export const fromAddress = (address: NewAddress): { fields: AddressFields; picked: ChosenPoint } => {
  const fields: AddressFields = {
    city: address.city,
    ...splitHouse(address.street),
    entrance: address.entrance ?? '',
    floor: address.floor ? String(address.floor) : '',
    apartment: address.apartment ?? '',
    doorCode: address.doorCode ?? '',
    comment: address.comment ?? ''
  }
  return { fields, picked: { place: address, exact: true, line: addressKey(fields) } }
}

/** Whether the chosen point still matches the typed address. */
export const stillChosen = (fields: AddressFields, picked: ChosenPoint | null): picked is ChosenPoint =>
  picked !== null && picked.line === addressKey(fields)

/** Whether the point marked on the map is valid: the city is unchanged. */
export const isMarked = ({ city }: AddressFields, picked: ChosenPoint | null): boolean =>
  picked?.pinned === true && (picked.place.city === '' || picked.place.city === city)

/** The best known point before saving: the address's own, else the centre of its town; null without both. */
export const knownPoint = (
  fields: AddressFields,
  picked: ChosenPoint | null,
  towns: readonly Town[]
): { point: { lat: number; lng: number }; onlyTown: boolean } | null => {
  const isSure = picked !== null && (isMarked(fields, picked) || stillChosen(fields, picked))
  if (isSure) return { point: { lat: picked.place.latitude, lng: picked.place.longitude }, onlyTown: false }
  const town = towns.find(({ name }) => name === fields.city)
  return town ? { point: { lat: town.lat, lng: town.lng }, onlyTown: true } : null
}

export type FieldProblems = Partial<Record<keyof AddressFields, 'required' | 'number' | 'tooLong'>>

const MAX_LENGTHS: Partial<Record<keyof AddressFields, number>> = {
  street: 180,
  house: 19,
  entrance: 20,
  apartment: 20,
  doorCode: 20,
  comment: 300
}

/** Validates the fields. Problems are in field order, so that the first one gets the focus. */
export const checkFields = (fields: AddressFields, picked: ChosenPoint | null): FieldProblems => {
  const problems: FieldProblems = {}
  if (!fields.city) problems.city = 'required'
  if (!fields.street.trim()) problems.street = 'required'
  // A point marked on the map needs no house number.
  if (!fields.house.trim() && !isMarked(fields, picked) && !(stillChosen(fields, picked) && picked.exact)) problems.house = 'required'
  if (fields.floor.trim() && !/^(-[1-5]|\d{1,2}|1\d\d|200)$/.test(fields.floor.trim())) problems.floor = 'number'
  for (const [name, max] of Object.entries(MAX_LENGTHS) as [keyof AddressFields, number][]) {
    if (fields[name].trim().length > max) problems[name] ??= 'tooLong'
  }
  return problems
}

/** The geocoder query when nothing was chosen. Without the city, which would match streets named after it. */
export const searchTerm = (fields: AddressFields): string => lineOf(fields)

/** The address to save: the point with the typed fields; the title is the street (spec section 3). */
export const toNewAddress = (fields: AddressFields, { place, line }: ChosenPoint): NewAddress => {
  const untouched = line === addressKey(fields)
  const street = untouched ? place.street : streetLine(fields)
  return {
    ...place,
    street,
    title: street,
    city: fields.city,
    addressTitle: untouched ? (place.addressTitle ?? '') : '',
    entrance: fields.entrance.trim(),
    floor: fields.floor.trim() ? Number(fields.floor.trim()) : DEFAULT_FLOOR,
    apartment: fields.apartment.trim(),
    doorCode: fields.doorCode.trim(),
    comment: fields.comment.trim()
  }
}

/** One line for lists and the header: "12 Abovyan Street, Yerevan". */
export const addressTitle = (address: Pick<NewAddress, 'street' | 'city' | 'title' | 'addressTitle'>): string =>
  [address.addressTitle || address.title || address.street, address.city].filter(Boolean).join(', ')

/** Whether two addresses are the same delivery location. */
export const samePlace = (a: NewAddress, b: NewAddress): boolean =>
  (['street', 'city', 'entrance', 'apartment'] as const).every((name) => (a[name] ?? '') === (b[name] ?? '')) &&
  (a.floor ?? 0) === (b.floor ?? 0)
