import type { Locale } from '#domain/locale.ts'
import { foldedWords } from './folding.ts'

/** Words followed by a complement: with what, for whom or from where. */
const AFTER: Record<Locale, ReadonlySet<string>> = {
  hy: new Set(foldedWords('առանց')),
  en: new Set(foldedWords('with for of from without by in on at to')),
  ru: new Set(foldedWords('с со для из без на по в во от до к за под при у'))
}
/** In Armenian, "for" follows its noun, and "with" is an ending. */
const FOR = foldedWords('համար')[0]
const WITH = /^.{2,}[^o]ov$/
const AND = new Set(foldedWords('և ու'))

/** In Armenian, attributes precede their noun, and the head noun may follow the complement. */
const lastOf = (part: readonly number[], words: readonly string[]): number[] => {
  let end = part.length
  for (;;) {
    const word = words[part[end - 1] ?? -1] ?? ''
    if (end > 2 && word === FOR) end -= 2
    else if (end > 1 && (WITH.test(word) || AND.has(word))) end -= 1
    else break
  }
  return part.slice(end - 1, end)
}

/** Whether a word describes a thing by its ending: "молочная" beside "молоко". Neuter ones also name things: "мороженое". */
export const isAdjective = (word: string, language: Locale): boolean => language === 'ru' && /(?:ая|яя|ый|ий|ые|ие)$/u.test(word)

/**
 * Returns the indexes of a name's head words: "conditioner" in "Water conditioner, 100 ml", "вода" in "Вода без газа". By word order: the
 * last word of the first part in English and Armenian; in Russian the first or, after adjectives, the last. `words` are folded; `passed`
 * (brands) are excluded.
 */
export const headsOf = (words: readonly string[], language: Locale, passed: ReadonlySet<string>): number[] => {
  const parts: number[][] = [[]]
  for (const [at, word] of words.entries()) {
    if (/^\d/.test(word) || AFTER[language].has(word)) parts.push([])
    else if (!passed.has(word)) parts.at(-1)?.push(at)
  }
  const part = parts.find(({ length }) => length > 0) ?? []
  if (language === 'en') return part.slice(-1)
  return language === 'hy' ? lastOf(part, words) : [...new Set([...part.slice(0, 1), ...part.slice(-1)])]
}
