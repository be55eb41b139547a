import type { Suggestion } from '#contract/geo.ts'
import type { Address, NewAddress } from '#contract/profile.ts'
import { COUNTRY_ID, DEFAULT_FLOOR, DEFAULT_ZIP, STATE_ID } from '#domain/constants.ts'
import type { Point } from '#domain/delivery.ts'

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

/** Where the fields came from, as long as city, street and house are untouched. */
export interface PickedPlace {
  point: Point
  /** Exact to the house; a street or district alone still asks for one. */
  exact: boolean
  name: string
  province: string
  zipcode: string
  line: string
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

/** "Abovyan Street, 12/1a" -> street and house; without a number at the end all of it is the street. */
export const splitHouse = (line: string): { street: string; house: string } => {
  const match = /^(.*[^\s,])[\s,]+(\d[\p{L}\p{N}/-]*)$/u.exec(line.trim())
  return match ? { street: match[1] ?? '', house: match[2] ?? '' } : { street: line.trim(), house: '' }
}

const lineOf = ({ street, house }: Pick<AddressFields, 'street' | 'house'>): string => `${street.trim()} ${house.trim()}`.trim()
const whereOf = (fields: Pick<AddressFields, 'city' | 'street' | 'house'>): string => `${fields.city}|${lineOf(fields)}`

/** A suggestion as the fields of the form (spec section 3: the zip is the fifth part of the value). */
export const fromSuggestion = (
  suggestion: Suggestion,
  fields: AddressFields = EMPTY_FIELDS
): { fields: AddressFields; picked: PickedPlace } => {
  const parts = suggestion.addressValue.split(',').map((part) => part.trim())
  const exact = suggestion.type === 'house' || suggestion.type === 'business'
  const whole = (exact ? parts[0] : '') || suggestion.street || suggestion.addressTitle
  const split = exact ? splitHouse(whole) : { street: whole, house: '' }
  const next = { ...fields, ...split, city: suggestion.city }
  const picked: PickedPlace = {
    point: { lat: suggestion.latitude, lng: suggestion.longitude },
    exact: split.house !== '' || suggestion.type === 'business',
    name: suggestion.type === 'business' ? suggestion.addressTitle : '',
    province: suggestion.province,
    zipcode: parts[4] || suggestion.zipcode || DEFAULT_ZIP,
    line: whereOf(next)
  }
  return { fields: next, picked }
}

/** A saved address as the fields of the form. */
export const fromAddress = (address: NewAddress): { fields: AddressFields; picked: PickedPlace } => {
  const fields: AddressFields = {
    city: address.city,
    ...splitHouse(address.street),
    entrance: address.entrance ?? '',
    floor: address.floor ? String(address.floor) : '',
    apartment: address.apartment ?? '',
    doorCode: address.doorCode ?? '',
    comment: address.comment ?? ''
  }
  const picked: PickedPlace = {
    point: { lat: address.latitude, lng: address.longitude },
    exact: true,
    name: address.addressTitle ?? '',
    province: address.province ?? '',
    zipcode: address.zipcode || DEFAULT_ZIP,
    line: whereOf(fields)
  }
  return { fields, picked }
}

/** The place still stands for what is written. */
export const stillPicked = (fields: AddressFields, picked: PickedPlace | null): picked is PickedPlace =>
  picked !== null && picked.line === whereOf(fields)

export type FieldProblems = Partial<Record<keyof AddressFields, 'required' | 'number' | 'tooLong'>>

const MOST: Partial<Record<keyof AddressFields, number>> = {
  street: 180,
  house: 19,
  entrance: 20,
  apartment: 20,
  doorCode: 20,
  comment: 300
}

/** In the order of the fields, so that the first is where the focus goes. */
export const checkFields = (fields: AddressFields, picked: PickedPlace | null): FieldProblems => {
  const problems: FieldProblems = {}
  if (!fields.city) problems.city = 'required'
  if (!fields.street.trim()) problems.street = 'required'
  if (!fields.house.trim() && !(stillPicked(fields, picked) && picked.exact)) problems.house = 'required'
  if (fields.floor.trim() && !/^(-[1-5]|\d{1,2}|1\d\d|200)$/.test(fields.floor.trim())) problems.floor = 'number'
  for (const [name, most] of Object.entries(MOST) as [keyof AddressFields, number][]) {
    if (fields[name].trim().length > most) problems[name] ??= 'tooLong'
  }
  return problems
}

/** What is asked of the geocoder when nothing was picked. */
export const searchTerm = (fields: AddressFields): string => `${lineOf(fields)}, ${fields.city}`

/** The address to save, by the rules of spec section 3 (title is the street, countryId and stateId 57, floor 0). */
export const toNewAddress = (fields: AddressFields, place: PickedPlace): NewAddress => {
  const street = lineOf(fields)
  return {
    street,
    title: street,
    city: fields.city,
    latitude: place.point.lat,
    longitude: place.point.lng,
    province: place.province,
    zipcode: place.zipcode,
    countryId: COUNTRY_ID,
    stateId: STATE_ID,
    addressTitle: place.name,
    entrance: fields.entrance.trim(),
    floor: fields.floor.trim() ? Number(fields.floor.trim()) : DEFAULT_FLOOR,
    apartment: fields.apartment.trim(),
    doorCode: fields.doorCode.trim(),
    comment: fields.comment.trim(),
    defaultBillingAddress: true,
    defaultShippingAddress: true,
    isTemporary: false
  }
}

/** How a suggestion is shown: the title, and the rest of the value for a business, else the province (spec section 3). */
export const suggestionWords = (suggestion: Suggestion): { primary: string; secondary: string } => {
  const rest = suggestion.addressValue
    .split(',')
    .slice(1)
    .map((part) => part.trim())
    .filter(Boolean)
  const secondary = suggestion.type === 'business' ? rest.join(', ') : suggestion.province || suggestion.city
  return { primary: suggestion.addressTitle, secondary }
}

/** One line for lists and the header: "Abovyan Street 12, Yerevan". */
export const addressTitle = (address: Pick<NewAddress, 'street' | 'city' | 'title'>): string =>
  [address.title || address.street, address.city].filter(Boolean).join(', ')

/** Two stand for one place of delivery. */
export const samePlace = (a: NewAddress, b: NewAddress): boolean =>
  (['street', 'city', 'entrance', 'apartment'] as const).every((name) => (a[name] ?? '') === (b[name] ?? '')) &&
  (a.floor ?? 0) === (b.floor ?? 0)

/** A saved address cut to what the server asks for. */
export const withoutId = ({ id: _, ...address }: Address): NewAddress => address
