import { LOCALES, type Locale, type Words } from '#domain/locale.ts'
import { soundWords } from '#domain/search/sounds.ts'
import type { TermWord } from './understand.ts'
import type { Vocabulary } from './vocabulary.ts'

const SCRIPTS = [/\p{Script=Armenian}/u, /\p{Script=Cyrillic}/u, /\p{Script=Latin}/u]
const scriptOf = (word: string): number => SCRIPTS.findIndex((script) => script.test(word))

/**
 * Returns the words that were probably meant, spelled as in the names of the results (best first); known words stay as typed.
 * Prefers the typed script, then the reader's language.
 */
export const rephrase = (vocabulary: Vocabulary, words: readonly TermWord[], names: readonly Words[], locale: Locale): string =>
  words
    .map(({ typed, meanings, known }) => {
      if (known) return typed
      let [best, chosen] = [0, typed]
      for (const [rank, name] of names.entries())
        for (const language of LOCALES)
          for (const word of name[language].split(/[^\p{L}\p{N}\p{M}'\u055a-\u055f]+/u)) {
            const id = vocabulary.idOf(soundWords(word).join(''))
            const similarity = (id !== undefined && meanings.get(id)) || 0
            if (similarity === 0) continue
            const script = scriptOf(word)
            const value =
              similarity + (script === scriptOf(typed) ? 0.3 : language === locale ? 0.1 : 0) - 0.01 * rank - 0.002 * word.length
            if (value > best) [best, chosen] = [value, word]
          }
      return chosen
    })
    .join(' ')
    .toLowerCase()
