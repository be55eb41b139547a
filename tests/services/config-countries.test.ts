import { getCountries } from 'libphonenumber-js'
import { expect, test } from 'vitest'
import { hasPhoneNumbers } from '#server/config-countries.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))

test('the countries whose numbers may be let in are those with a numbering plan', () => {
  expect(PAIRS.filter(hasPhoneNumbers)).toEqual([...getCountries()].sort())
})
