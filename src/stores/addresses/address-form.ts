import type { Suggestion, Town } from '#contract/geo/calls.ts'
import type { NewAddress } from '#contract/profile/calls.ts'
import { addressFromSuggestion } from '#domain/address.ts'
import { DEFAULT_FLOOR } from '#domain/constants.ts'
import type { MapChoice } from './map-point.ts'

/** What a person types about a place; all text as it stands in the fields. */
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

/** Where the fields came from; it holds as long as city, street and house are untouched. */
export interface ChosenPoint {
  /** The place without its door. */
  place: NewAddress
  /** Known to the house; a street or district alone still asks for one. */
  exact: boolean
  /** What the fields said then. */
  line: string
  /** Marked on the map by the person: the point holds, whatever street is written; see isMarked. */
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

/** "Abovyan Street, 12/1a" or "12/1a Abovyan Street" -> street and house; without a number at an end all of it is the street. */
export const splitHouse = (line: string): { street: string; house: string } => {
  const text = line.trim()
  const last = /^(.*[^\s,])[\s,]+(\d[\p{L}\p{N}/-]*)$/u.exec(text)
  if (last) return { street: last[1] ?? '', house: last[2] ?? '' }
  const first = /^(\d+\p{L}?(?:\/\d+\p{L}?)?)[\s,]+(.+)$/u.exec(text)
  return first ? { street: first[2] ?? '', house: first[1] ?? '' } : { street: text, house: '' }
}

const lineOf = ({ street, house }: Pick<AddressFields, 'street' | 'house'>): string => `${street.trim()} ${house.trim()}`.trim()
const whereOf = (fields: Pick<AddressFields, 'city' | 'street' | 'house'>): string => `${fields.city}|${lineOf(fields)}`

/** A suggestion as the fields of the form. */
export const fromSuggestion = (suggestion: Suggestion): { fields: AddressFields; picked: ChosenPoint } => {
  const { id: _, ...place } = addressFromSuggestion(suggestion, null)
  const named = suggestion.type === 'house' ? { ...place, addressTitle: '' } : place
  const split = suggestion.type === 'house' ? splitHouse(suggestion.street) : { street: suggestion.street, house: '' }
  const fields = { ...EMPTY_FIELDS, ...split, city: suggestion.city }
  const exact = suggestion.type === 'house' || suggestion.type === 'business'
  return { fields, picked: { place: named, exact, line: whereOf(fields) } }
}

/** A place marked on the map: its address where one is known there, else only the point, to be written about. */
export const fromMap = ({ point, suggestion }: MapChoice): { fields: AddressFields; picked: ChosenPoint } => {
  const at = { latitude: point.lat, longitude: point.lng }
  if (!suggestion) return { fields: EMPTY_FIELDS, picked: { place: { street: '', city: '', ...at }, exact: false, line: '', pinned: true } }
  const { fields, picked } = fromSuggestion(suggestion)
  // A district is no street: that is for the person to write.
  const named = suggestion.type === 'district' ? { ...fields, street: '', house: '' } : fields
  return { fields: named, picked: { ...picked, place: { ...picked.place, ...at }, line: whereOf(named), pinned: true } }
}

/** The point moves; what is written stays, what is not is filled in. */
export const moveMarker = (
  fields: AddressFields,
  picked: ChosenPoint | null,
  pick: MapChoice
): { fields: AddressFields; picked: ChosenPoint } => {
  const marked = fromMap(pick)
  const next = { ...fields, city: fields.city || marked.fields.city }
  return { fields: next, picked: { ...marked.picked, place: { ...picked?.place, ...marked.picked.place }, line: '' } }
}

/** Another place, with what is written about the door. */
export const withDoor = (
  { fields, picked }: { fields: AddressFields; picked: ChosenPoint },
  { city: _city, street: _street, house: _house, ...door }: AddressFields
): { fields: AddressFields; picked: ChosenPoint } => ({ fields: { ...fields, ...door }, picked })

/** A saved address as the fields of the form. */
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
  return { fields, picked: { place: address, exact: true, line: whereOf(fields) } }
}

/** The place still stands for what is written. */
export const stillChosen = (fields: AddressFields, picked: ChosenPoint | null): picked is ChosenPoint =>
  picked !== null && picked.line === whereOf(fields)

/** The point on the map stands: another city than the point's was not meant by it. */
export const isMarked = ({ city }: AddressFields, picked: ChosenPoint | null): boolean =>
  picked?.pinned === true && (picked.place.city === '' || picked.place.city === city)

/** As near as a place is known before it is saved: its own point, else the middle of its town; null while there is neither. */
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

const MAX: Partial<Record<keyof AddressFields, number>> = {
  street: 180,
  house: 19,
  entrance: 20,
  apartment: 20,
  doorCode: 20,
  comment: 300
}

/** In the order of the fields, so that the first is where the focus goes. */
export const checkFields = (fields: AddressFields, picked: ChosenPoint | null): FieldProblems => {
  const problems: FieldProblems = {}
  if (!fields.city) problems.city = 'required'
  if (!fields.street.trim()) problems.street = 'required'
  // Who marked the very spot may have no number to tell.
  if (!fields.house.trim() && !isMarked(fields, picked) && !(stillChosen(fields, picked) && picked.exact)) problems.house = 'required'
  if (fields.floor.trim() && !/^(-[1-5]|\d{1,2}|1\d\d|200)$/.test(fields.floor.trim())) problems.floor = 'number'
  for (const [name, most] of Object.entries(MAX) as [keyof AddressFields, number][]) {
    if (fields[name].trim().length > most) problems[name] ??= 'tooLong'
  }
  return problems
}

/** What is asked of the geocoder when nothing was picked; a city in the question would find streets named after it. */
export const searchTerm = (fields: AddressFields): string => lineOf(fields)

/** The address to save: the place with what is written about it; the title is the street (spec section 3). */
export const toNewAddress = (fields: AddressFields, { place, line }: ChosenPoint): NewAddress => {
  const untouched = line === whereOf(fields)
  const street = untouched ? place.street : lineOf(fields)
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

/** One line for lists and the header: "Abovyan Street 12, Yerevan". */
export const addressTitle = (address: Pick<NewAddress, 'street' | 'city' | 'title' | 'addressTitle'>): string =>
  [address.addressTitle || address.title || address.street, address.city].filter(Boolean).join(', ')

/** Two stand for one place of delivery. */
export const samePlace = (a: NewAddress, b: NewAddress): boolean =>
  (['street', 'city', 'entrance', 'apartment'] as const).every((name) => (a[name] ?? '') === (b[name] ?? '')) &&
  (a.floor ?? 0) === (b.floor ?? 0)
