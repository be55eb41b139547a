import { expect, test } from 'vitest'
import { otherLanguage } from '#domain/language-of.ts'

test('words are in the language of their letters, which is said where the page is in another', () => {
  expect(otherLanguage('Խոհանոցը փակ է, call us', 'en')).toBe('hy')
  expect(otherLanguage('Кухня закрыта', 'hy')).toBe('ru')
  expect(otherLanguage('The kitchen is closed', 'ru')).toBe('en')
  expect(otherLanguage('The kitchen is closed', 'en')).toBeUndefined()
  expect(otherLanguage('+374 91 000000', 'hy')).toBeUndefined()
})
