import { LOCALES, type Locale } from '#domain/locale.ts'
import { soundWords } from '#domain/search/sounds.ts'
import { slot } from '#server/cache.ts'
import type { MarketIndex } from './market-index.ts'

/** A word of the market with a text in whose name it stands. */
export interface Completion {
  word: number
  text: number
}

/** Words that are considered of a beginning, and of all words. */
const MAX_READ = 300
const MAX_COMMON = 40
const COMMON = slot<Map<number, readonly Completion[]>>('common words')

const languageBit = (locale: Locale): number => 1 << LOCALES.indexOf(locale)

/** Returns the head words of names in a language that begin like the typed one, those of most names first. */
export const completionsOf = (index: MarketIndex, typed: string, locale: Locale, max: number): Completion[] => {
  const start = soundWords(typed).join('')
  return start === '' ? [] : distinct(index, index.vocabulary.wordsFrom(start), languageBit(locale), max)
}

/** Returns the head words of most names in a language. */
export const commonWords = (index: MarketIndex, locale: Locale): readonly Completion[] => {
  const language = languageBit(locale)
  const cache = index.cache.get(COMMON, () => new Map())
  const all = cache.get(language) ?? distinct(index, index.vocabulary.wordsFrom(''), language, MAX_COMMON)
  cache.set(language, all)
  return all
}

const distinct = ({ vocabulary, productTexts }: MarketIndex, words: readonly number[], language: number, max: number): Completion[] => {
  const own = words.filter((id) => (vocabulary.languagesOf(id) & language) !== 0 && (vocabulary.words[id]?.length ?? 0) > 1)
  const chosen: Completion[] = []
  for (const one of productTexts.headWords(own.slice(0, MAX_READ), language, MAX_READ)) {
    if (chosen.length >= max) break
    if (!chosen.some(({ word }) => vocabulary.isSameWord(word, one.word))) chosen.push(one)
  }
  return chosen
}

/** Returns a word as a name spells it; null when the name does not have it. */
export const spelledIn = ({ vocabulary }: MarketIndex, name: string, word: number): string | null =>
  name.split(/[^\p{L}\p{N}\p{M}'\u055a-\u055f]+/u).find((one) => vocabulary.idOf(soundWords(one).join('')) === word) ?? null
