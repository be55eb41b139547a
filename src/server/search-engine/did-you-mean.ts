import { LOCALES, type Locale, type Words } from '#domain/locale.ts'
import { soundWords } from '#domain/search/sounds.ts'
import type { TermWord } from './understand.ts'
import type { Vocabulary } from './vocabulary.ts'

const SCRIPTS = [/\p{Script=Armenian}/u, /\p{Script=Cyrillic}/u, /\p{Script=Latin}/u]
const LATIN = 2
const scriptOf = (word: string): number => SCRIPTS.findIndex((script) => script.test(word))

/**
 * Returns the words that were probably meant, spelled as in the names of the results (best first); known words stay as typed.
 * Prefers the typed script, then the reader's language; every language is typed in Latin letters, so a word in them is written as the
 * reader's language has it. Null when a needed word is in none of the names: only words of the market are said.
 */
export const rephrase = (
  vocabulary: Vocabulary,
  term: string,
  words: readonly TermWord[],
  names: readonly Words[],
  locale: Locale
): string | null => {
  const lower = term.toLowerCase()
  const phrase = words.map(({ typed, meanings, known, needed }) => {
    // A word of another keyboard layout was not typed as it stands.
    if (known && lower.includes(typed.toLowerCase())) return typed
    let [best, chosen, said]: [number, string | null, number | undefined] = [0, known || !needed ? typed : null, undefined]
    const own = new Map<number, string>()
    for (const [rank, name] of names.entries())
      for (const language of LOCALES)
        for (const word of name[language].split(/[^\p{L}\p{N}\p{M}'\u055a-\u055f]+/u)) {
          const id = vocabulary.idOf(soundWords(word).join(''))
          const similarity = (id !== undefined && meanings.get(id)) || 0
          if (similarity === 0 || id === undefined) continue
          if (language === locale && scriptOf(typed) === LATIN && !own.has(id)) own.set(id, word)
          const script = scriptOf(word)
          const value = similarity + (script === scriptOf(typed) ? 0.3 : language === locale ? 0.1 : 0) - 0.01 * rank - 0.002 * word.length
          if (value > best) [best, chosen, said] = [value, word, id]
        }
    return (said !== undefined && own.get(said)) || chosen
  })
  return phrase.includes(null) ? null : phrase.join(' ').toLowerCase()
}
