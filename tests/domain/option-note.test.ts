import { expect, test } from 'vitest'
import { emptyLabel, shownAs } from '#domain/options/option-note.ts'

const values = (...prices: number[]) => prices.map((price) => ({ price }))

test('every value of a short select stands on the page; a long one opens', () => {
  expect(shownAs({ type: 'select', values: values(0, 0, 0, 0, 0, 0, 0) })).toBe('radio')
  expect(shownAs({ type: 'select', values: values(0, 0, 0, 0, 0, 0, 0, 0) })).toBe('select')
  expect(shownAs({ type: 'checkbox', values: values(0) })).toBe('checkbox')
})

test('a select that may stay empty says what empty means: no extra, or no preference', () => {
  expect(emptyLabel({ type: 'select', min: 0, values: values(0, 300) })).toBe('product:withoutOption')
  expect(emptyLabel({ type: 'select', min: 0, values: values(0, 0) })).toBe('product:anyOption')
  expect(emptyLabel({ type: 'select', min: 1, values: values(0, 300) })).toBeNull()
  expect(emptyLabel({ type: 'radio', min: 0, values: values(0) })).toBeNull()
})
