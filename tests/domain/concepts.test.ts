import { expect, test } from 'vitest'
import { conceptIn, misspelledConcept, readConcepts, withoutPictures } from '#domain/search/concepts.ts'

const concepts = readConcepts(`# a comment
vegan, постн* => property:vegan
pet shop => category:pets
shop => kind:shop
от головной боли => paracetamol, ibuprofen
🍕 => pizza`)

test.each([
  ['vegan pizza', ['property:vegan'], 'pizza'],
  ['постное', ['property:vegan'], ''],
  ['the pet shop', ['category:pets'], ''],
  ['shop', ['kind:shop'], ''],
  ['таблетки от головной боли', ['paracetamol', 'ibuprofen'], 'таблетки']
])('%s asks for %j beside "%s"', (term, means, rest) => {
  expect(conceptIn(concepts, term)).toEqual({ means, rest })
})

test('other words ask for nothing, and emoji become words', () => {
  expect(conceptIn(concepts, 'milk')).toBeNull()
  expect(withoutPictures(concepts, '🍕 large')).toBe('pizza  large')
  expect(withoutPictures(concepts, '🦄')).toBe('🦄')
})

test.each([
  ['ept shop', 'pet shop'],
  ['от глоовной боли', 'от головной боли'],
  ['pet shop now', null],
  ['pizza shop', null],
  ['shpo', null]
])('%s is meant as %j: a phrase of several words but for slips', (term, meant) => {
  expect(misspelledConcept(concepts, term)).toBe(meant)
})

test('a line without both sides is refused', () => {
  expect(() => readConcepts('vegan =>')).toThrow(/line 1/)
})
