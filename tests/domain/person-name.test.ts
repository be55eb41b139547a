import { expect, test } from 'vitest'
import { isPersonName } from '#domain/text/person-name.ts'

test.each(['Անի', 'Ani', 'Жан-Поль', "O'Neil", '李', 'Ani 2', 'A.', 'می‌نا'])('%s is a name', (name) => {
  expect(isPersonName(name)).toBe(true)
})

test.each([
  '',
  ' ',
  '\u200b',
  '\u200b\u200d\ufeff',
  '\u3164',
  '\u115f\u1160',
  '\u2800',
  '\u00ad',
  '\u0000\u0007',
  '\u202e',
  '\u0301',
  '—',
  '...'
])('%j is none', (name) => {
  expect(isPersonName(name)).toBe(false)
})
