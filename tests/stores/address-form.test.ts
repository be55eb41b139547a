import { describe, expect, test } from 'vitest'
import type { Suggestion } from '#contract/geo/calls.ts'
import {
  addressTitle,
  checkFields,
  EMPTY_FIELDS,
  fromAddress,
  fromMap,
  isMarked,
  fromSuggestion,
  knownPoint,
  moveMarker,
  samePlace,
  searchTerm,
  splitHouse,
  stillChosen,
  toNewAddress,
  withDetails
} from '#stores/addresses/address-form.ts'

const house: Suggestion = {
  type: 'house',
  addressTitle: '12 Abovyan Street',
  addressValue: '12 Abovyan Street, Kentron, Yerevan, Yerevan, 0010',
  province: 'Yerevan',
  city: 'Yerevan',
  street: '12 Abovyan Street',
  zipcode: '0010',
  latitude: 40.1811,
  longitude: 44.5136
}

describe('how near a place is known', () => {
  const towns = [{ name: 'Kapan', lat: 39.207, lng: 46.406 }]
  const { fields, picked } = fromSuggestion(house)

  test('is its own point while it is what was picked or marked', () => {
    const own = { point: { lat: house.latitude, lng: house.longitude }, onlyTown: false }
    expect(knownPoint(fields, picked, towns)).toEqual(own)
    expect(knownPoint({ ...fields, street: 'Other' }, { ...picked, pinned: true }, towns)).toEqual(own)
  })

  test('is the middle of the town that is written, or nothing', () => {
    const kapan = { point: { lat: 39.207, lng: 46.406 }, onlyTown: true }
    expect(knownPoint({ ...EMPTY_FIELDS, city: 'Kapan' }, null, towns)).toEqual(kapan)
    expect(knownPoint({ ...fields, city: 'Kapan' }, picked, towns)).toEqual(kapan)
    expect(knownPoint(EMPTY_FIELDS, null, towns)).toBeNull()
    expect(knownPoint({ ...EMPTY_FIELDS, city: 'Kapan' }, null, [])).toBeNull()
  })
})

describe('the number of a house', () => {
  test.each([
    ['Աբովյան փողոց 12', 'Աբովյան փողոց', '12'],
    ['улица Абовяна, 12/1а', 'улица Абовяна', '12/1а'],
    ['12 Abovyan Street', 'Abovyan Street', '12'],
    ['24/5 Baghramyan Avenue', 'Baghramyan Avenue', '24/5'],
    ['12 Taron 4 Street', 'Taron 4 Street', '12'],
    ['11-я улица Нор Ареш 5', '11-я улица Нор Ареш', '5'],
    ['1-ին նրբանցք', '1-ին նրբանցք', ''],
    ['  Saryan  ', 'Saryan', ''],
    ['12', '12', '']
  ])('of "%s"', (line, street, number) => expect(splitHouse(line)).toEqual({ street, house: number }))
})

describe('a suggestion', () => {
  test('fills the form and is saved as it was found', () => {
    const { fields, picked } = fromSuggestion(house)
    expect(fields).toMatchObject({ city: 'Yerevan', street: 'Abovyan Street', house: '12' })
    expect(checkFields(fields, picked)).toEqual({})
    expect(toNewAddress({ ...fields, floor: '3', apartment: ' 7 ' }, picked)).toMatchObject({
      street: '12 Abovyan Street',
      title: '12 Abovyan Street',
      zipcode: '0010',
      countryId: 57,
      stateId: 57,
      floor: 3,
      apartment: '7',
      addressTitle: '',
      latitude: 40.1811,
      defaultShippingAddress: true,
      isTemporary: false
    })
  })

  test('is forgotten when the street is written anew', () => {
    const { fields, picked } = fromSuggestion(house)
    const changed = { ...fields, house: '14' }
    expect(stillChosen(fields, picked)).toBe(true)
    expect(stillChosen(changed, picked)).toBe(false)
    expect(toNewAddress(changed, picked).street).toBe('14 Abovyan Street')
    expect(toNewAddress({ ...changed, street: 'улица Абовяна' }, picked).street).toBe('улица Абовяна 14')
    expect(searchTerm(changed)).toBe('Abovyan Street 14')
  })

  test('of a street alone asks for the house, of a business does not', () => {
    const street = fromSuggestion({ ...house, type: 'street', addressTitle: 'Abovyan Street', street: 'Abovyan Street' })
    expect(checkFields(street.fields, street.picked)).toEqual({ house: 'required' })
    const square = fromSuggestion({ ...house, type: 'business', addressTitle: 'Opera', street: 'Freedom Square' })
    expect(checkFields(square.fields, square.picked)).toEqual({})
    expect(addressTitle(toNewAddress(square.fields, square.picked))).toBe('Opera, Yerevan')
  })
})

describe('a place marked on the map', () => {
  const point = { lat: 40.19, lng: 44.52 }
  test('brings its address, and the point is where the pin stood', () => {
    const { fields, picked } = fromMap({ point, suggestion: house })
    expect(fields).toMatchObject({ city: 'Yerevan', street: 'Abovyan Street', house: '12' })
    expect(toNewAddress(fields, picked)).toMatchObject({ street: '12 Abovyan Street', latitude: 40.19, longitude: 44.52, zipcode: '0010' })
    const renamed = { ...fields, house: '14' }
    expect(toNewAddress(renamed, picked)).toMatchObject({ street: '14 Abovyan Street', latitude: 40.19 })
  })

  test('no longer stands when another city is written', () => {
    const { fields, picked } = fromMap({ point, suggestion: house })
    expect(isMarked({ ...fields, street: 'The yellow gate', house: '' }, picked)).toBe(true)
    const elsewhere = { ...fields, city: 'Kapan', house: '' }
    expect(isMarked(elsewhere, picked)).toBe(false)
    expect(checkFields(elsewhere, picked)).toEqual({ house: 'required' })
    expect(isMarked({ ...fields, city: 'Kapan' }, fromMap({ point, suggestion: null }).picked)).toBe(true)
    expect(isMarked(fields, null)).toBe(false)
  })

  test('without an address is written about, with or without a number', () => {
    const { fields, picked } = fromMap({ point, suggestion: null })
    expect(checkFields(fields, picked)).toEqual({ city: 'required', street: 'required' })
    const written = { ...fields, city: 'Yerevan', street: 'The yellow gate' }
    expect(checkFields(written, picked)).toEqual({})
    expect(toNewAddress(written, picked)).toMatchObject({ street: 'The yellow gate', city: 'Yerevan', latitude: 40.19 })
  })

  test('in a district has its town and no street yet', () => {
    const district = { ...house, type: 'district', addressTitle: 'Kentron', street: 'Kentron' } as const
    const { fields, picked } = fromMap({ point, suggestion: district })
    expect(fields).toMatchObject({ city: 'Yerevan', street: '', house: '' })
    expect(checkFields(fields, picked)).toEqual({ street: 'required' })
  })

  test('keeps what is written when only the pin moves, and the door when the address does', () => {
    const typed = { ...EMPTY_FIELDS, city: 'Yerevan', street: 'Qqq', house: '3', entrance: '2', apartment: '7' }
    const moved = moveMarker(typed, null, { point, suggestion: house })
    expect(moved.fields).toEqual(typed)
    expect(toNewAddress(moved.fields, moved.picked)).toMatchObject({ street: '3 Qqq', latitude: 40.19, apartment: '7' })
    expect(withDetails(fromMap({ point, suggestion: house }), typed).fields).toMatchObject({
      street: 'Abovyan Street',
      entrance: '2',
      apartment: '7'
    })
  })
})

describe('the form', () => {
  test('names every fault, in the order of the fields', () => {
    expect(Object.entries(checkFields({ ...EMPTY_FIELDS, floor: 'two', comment: 'x'.repeat(301) }, null))).toEqual([
      ['city', 'required'],
      ['street', 'required'],
      ['house', 'required'],
      ['floor', 'number'],
      ['comment', 'tooLong']
    ])
  })

  test.each([
    ['-2', true],
    ['0', true],
    ['200', true],
    ['201', false],
    ['-6', false],
    ['3a', false],
    ['', true]
  ])('floor "%s": %s', (floor, fine) => {
    const { fields, picked } = fromSuggestion(house)
    expect(checkFields({ ...fields, floor }, picked)).toEqual(fine ? {} : { floor: 'number' })
  })

  test('takes a saved address back as it is', () => {
    const { fields, picked } = fromSuggestion(house)
    const saved = { ...toNewAddress({ ...fields, entrance: '2', floor: '0' }, picked), street: 'Աբովյան փողոց 12' }
    const again = fromAddress(saved)
    expect(again.fields).toMatchObject({ street: 'Աբովյան փողոց', house: '12', entrance: '2', floor: '' })
    expect(checkFields(again.fields, again.picked)).toEqual({})
    expect(toNewAddress(again.fields, again.picked)).toMatchObject({
      street: saved.street,
      latitude: saved.latitude,
      zipcode: saved.zipcode
    })
  })

  test('knows two doors of a house apart', () => {
    const { fields, picked } = fromSuggestion(house)
    const [first, second] = ['7', '8'].map((apartment) => toNewAddress({ ...fields, apartment }, picked))
    expect(first && second && samePlace(first, second)).toBe(false)
    expect(first && samePlace(first, { ...first, comment: 'ring twice' })).toBe(true)
  })
})
