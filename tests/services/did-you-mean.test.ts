import { expect, test } from 'vitest'
import { LOCALES, type Locale } from '#domain/locale.ts'
import { languageOfLetters } from '#domain/search/endings.ts'
import { soundWords } from '#domain/search/sounds.ts'
import { rephrase } from '#server/search-engine/did-you-mean.ts'
import { Vocabulary } from '#server/search-engine/vocabulary.ts'

const KHOROVATS = { hy: 'Խորոված', en: 'Khorovats', ru: 'Хоровац' }
const MILK = { hy: 'Կաթ', en: 'Milk', ru: 'Молоко' }

const said = (locale: Locale, typed: string): string | null => {
  const vocabulary = new Vocabulary()
  for (const name of [KHOROVATS, MILK])
    for (const language of LOCALES) vocabulary.add(soundWords(name[language]).join(''), languageOfLetters(name[language]))
  vocabulary.sort()
  const meanings = vocabulary.mistakes.resembling(soundWords(typed).join(''), typed, true)
  return rephrase(vocabulary, typed, [{ typed, meanings, needed: true, known: false }], [KHOROVATS, MILK], locale)
}

test.each([
  ['hy', 'khoravats', 'խորոված'],
  ['hy', 'харовац', 'хоровац'],
  ['ru', 'khoravats', 'хоровац'],
  ['en', 'хоравац', 'хоровац'],
  ['hy', 'maloko', 'молоко'],
  ['hy', 'malako', 'молоко']
] as const)('in %s %s is corrected to %s: Latin letters are written in those of the reader', (locale, typed, meant) => {
  expect(said(locale, typed)).toBe(meant)
})
