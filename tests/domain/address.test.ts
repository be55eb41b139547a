import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Suggestion } from '#contract/geo/calls.ts'
import type { Address } from '#contract/profile/calls.ts'
import { addressFromSuggestion, suggestionLines, titleOf, zipcodeOf } from '#domain/address.ts'

const house: Suggestion = {
  type: 'house',
  addressTitle: '12 Abovyan Street',
  addressValue: '12 Abovyan Street, Kentron, Yerevan, Yerevan, 0010',
  province: 'Yerevan',
  city: 'Yerevan',
  street: '12 Abovyan Street',
  zipcode: '0010',
  latitude: 40.1801,
  longitude: 44.5152
}
const cinema: Suggestion = {
  ...house,
  type: 'business',
  addressTitle: 'Moscow Cinema',
  addressValue: 'Moscow Cinema, 18 Abovyan Street, Yerevan, Yerevan, 0001',
  street: '18 Abovyan Street'
}
const ani = { firstName: 'Ani', lastName: 'Sargsyan', phone: '+37491000001' }

describe('an address from a suggestion', () => {
  it('has all fields of the contract, with their defaults', () => {
    const address: Omit<Address, 'version'> = addressFromSuggestion(house, ani)
    expect(address).toEqual({
      id: 0,
      firstName: 'Ani',
      lastName: 'Sargsyan',
      salutation: '',
      street: '12 Abovyan Street',
      province: 'Yerevan',
      zipcode: '0010',
      countryId: 57,
      stateId: 57,
      city: 'Yerevan',
      phone: '+37491000001',
      latitude: 40.1801,
      longitude: 44.5152,
      title: '12 Abovyan Street',
      addressTitle: '12 Abovyan Street',
      entrance: '',
      floor: 0,
      apartment: '',
      doorCode: '',
      comment: '',
      tin: '',
      defaultBillingAddress: true,
      defaultShippingAddress: true,
      isTemporary: false
    })
  })
  it("takes the suggestion's phone before the person's, and none when nobody has one", () => {
    expect(addressFromSuggestion({ ...house, phone: '+37410000000' }, ani).phone).toBe('+37410000000')
    expect(addressFromSuggestion({ ...house, phone: '' }, ani).phone).toBe('+37491000001')
    expect(addressFromSuggestion(house, { ...ani, phone: null }).phone).toBe('')
    expect(addressFromSuggestion(house, null)).toMatchObject({ phone: '', firstName: '', lastName: '', title: '12 Abovyan Street' })
  })
  it('delivers to the street of a business, and keeps its name as the label', () => {
    expect(addressFromSuggestion(cinema, ani)).toMatchObject({
      street: '18 Abovyan Street',
      title: '18 Abovyan Street',
      addressTitle: 'Moscow Cinema',
      zipcode: '0001'
    })
  })
  it('is called after the person when the street is empty', () => {
    expect(addressFromSuggestion({ ...house, street: ' ' }, ani).title).toBe('Ani Sargsyan')
  })
})

describe('the postal code', () => {
  it.each([
    ['a, b, c, d, 3101', '3101'],
    ['a,b,c,d,3101,Armenia', '3101'],
    ['a, b, c, d', '0001'],
    ['a, b, c, d,  ', '0001'],
    ['', '0001']
  ])('of "%s" is %s', (value, zip) => {
    expect(zipcodeOf(value)).toBe(zip)
  })
  it('is the fifth part, whatever the others are, and never empty', () => {
    const part = fc.string().map((text) => text.replaceAll(',', ' ').trim())
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        expect(zipcodeOf(parts.join(', '))).toBe(parts[4] || '0001')
      })
    )
  })
})

describe('titles', () => {
  it.each([
    ['Home', 'Ani', 'Sargsyan', 'Home'],
    [' Home ', 'Ani', 'Sargsyan', 'Home'],
    ['', 'Ani', 'Sargsyan', 'Ani Sargsyan'],
    ['  ', 'Ani', '', 'Ani'],
    ['', '', 'Sargsyan', 'Sargsyan'],
    ['', '', '', '']
  ])('"%s" of %s %s is "%s"', (title, firstName, lastName, wanted) => {
    expect(titleOf({ title, firstName, lastName })).toBe(wanted)
  })
})

describe('the two lines of a suggestion', () => {
  it('are title and town, with its district', () => {
    expect(suggestionLines(house)).toEqual({ primary: '12 Abovyan Street', secondary: 'Yerevan, Kentron' })
  })
  it.each([
    ['Pushkin Street, Taron, Vanadzor, Lori Province, 2001', 'Vanadzor', 'Lori Province', 'Vanadzor, Taron'],
    ['Pushkin Street, Vanadzor, Vanadzor, Lori Province, 2001', 'Vanadzor', 'Lori Province', 'Vanadzor, Lori Province'],
    ['Pushkin Street, , Vanadzor, Lori Province', 'Vanadzor', 'Lori Province', 'Vanadzor, Lori Province'],
    ['Pushkin Street', 'Yerevan', 'Yerevan', 'Yerevan'],
    ['Pushkin Street', '', 'Lori Province', 'Lori Province']
  ])('name the town of "%s"', (addressValue, city, province, secondary) => {
    expect(suggestionLines({ type: 'street', addressTitle: 'Pushkin Street', addressValue, city, province }).secondary).toBe(secondary)
  })
  it('do not say a district twice', () => {
    const kentron = { type: 'district', addressTitle: 'Kentron', addressValue: 'Kentron, Kentron, Yerevan, Yerevan, 0001' }
    expect(suggestionLines({ ...kentron, city: 'Yerevan', province: 'Yerevan' }).secondary).toBe('Yerevan')
  })
  it('are title and the rest of the value for a business', () => {
    expect(suggestionLines(cinema)).toEqual({ primary: 'Moscow Cinema', secondary: '18 Abovyan Street, Yerevan, Yerevan, 0001' })
    expect(suggestionLines({ ...cinema, addressValue: 'Moscow Cinema' }).secondary).toBe('')
  })
})
