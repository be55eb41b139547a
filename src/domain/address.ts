import { COUNTRY_ID, DEFAULT_FLOOR, DEFAULT_ZIP, STATE_ID } from './constants.ts'

/** A suggested address (spec section 3); some providers include a phone. */
interface SuggestedAddress {
  type: string
  addressTitle: string
  /** Comma-separated: street and house, district, city, province, zip. */
  addressValue: string
  province: string
  city: string
  street: string
  latitude: number
  longitude: number
  phone?: string
}

/** Owner of the new address; null when nobody is signed in. */
interface AddressOwner {
  firstName: string
  lastName: string
  phone: string | null
}

/** All fields of spec section 3. Defaults: zipcode 0001, countryId and stateId 57, floor 0, title = street. */
export interface FullAddress {
  id: number
  firstName: string
  lastName: string
  salutation: string
  street: string
  province: string
  zipcode: string
  countryId: number
  stateId: number
  city: string
  phone: string
  latitude: number
  longitude: number
  title: string
  addressTitle: string
  entrance: string
  floor: number
  apartment: string
  doorCode: string
  comment: string
  tin: string
  defaultBillingAddress: boolean
  defaultShippingAddress: boolean
  isTemporary: boolean
}

const ZIP_PART = 4

const partsOf = (addressValue: string): string[] => addressValue.split(',').map((part) => part.trim())

/** Returns the fifth part of an address value; 0001 when missing. */
export const zipcodeOf = (addressValue: string): string => partsOf(addressValue)[ZIP_PART] || DEFAULT_ZIP

/** An empty title becomes the first and last name (spec section 3). */
export const titleOf = ({ title, firstName, lastName }: { title: string; firstName: string; lastName: string }): string =>
  title.trim() || `${firstName.trim()} ${lastName.trim()}`.trim()

/** Returns a new address from a suggestion, ready to be saved (spec section 3). */
export const addressFromSuggestion = (suggestion: SuggestedAddress, user: AddressOwner | null): FullAddress => {
  const { addressTitle, addressValue, province, city, street, latitude, longitude, phone } = suggestion
  const [firstName, lastName] = [user?.firstName ?? '', user?.lastName ?? '']
  return {
    id: 0,
    firstName,
    lastName,
    salutation: '',
    street,
    province,
    zipcode: zipcodeOf(addressValue),
    countryId: COUNTRY_ID,
    stateId: STATE_ID,
    city,
    phone: phone || user?.phone || '',
    latitude,
    longitude,
    title: titleOf({ title: street, firstName, lastName }),
    addressTitle,
    entrance: '',
    floor: DEFAULT_FLOOR,
    apartment: '',
    doorCode: '',
    comment: '',
    tin: '',
    defaultBillingAddress: true,
    defaultShippingAddress: true,
    isTemporary: false
  }
}

/**
 * Returns the two display lines of a suggestion: its title, and the town with district or province, because several towns have streets of
 * the same name. A business shows its address value without the first part.
 */
export const suggestionLines = (
  suggestion: Pick<SuggestedAddress, 'type' | 'addressTitle' | 'addressValue' | 'province' | 'city'>
): { primary: string; secondary: string } => ({
  primary: suggestion.addressTitle,
  secondary: suggestion.type === 'business' ? partsOf(suggestion.addressValue).slice(1).filter(Boolean).join(', ') : townOf(suggestion)
})

/** "Gyumri, Kumayri"; the province when there is no district; the town alone when neither differs from it. */
const townOf = ({ addressTitle, addressValue, city, province }: Omit<Parameters<typeof suggestionLines>[0], 'type'>): string => {
  const [, district = ''] = partsOf(addressValue)
  const more = [district, province].find((part) => part && part !== city && part !== addressTitle)
  // The suggestion of a town already contains its name.
  return [city === addressTitle && more ? '' : city, more].filter(Boolean).join(', ')
}
