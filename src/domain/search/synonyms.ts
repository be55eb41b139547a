import { soundWords } from './sounds.ts'
import { languageOfLetters } from './endings.ts'

/** A word, by its sounds, with the language of its letters as a bit. */
export interface SynonymWord {
  sounds: string
  letters: number
}
/** Who types `typed` also means these. */
export interface Synonym {
  typed: SynonymWord
  means: SynonymWord[]
}

const wordsOf = (part: string): SynonymWord[] =>
  part
    .split(',')
    .map((word) => ({ sounds: soundWords(word).join(''), letters: languageOfLetters(word) }))
    .filter(({ sounds }) => sounds !== '')

/**
 * Groups of words, one a line: `a, b` each mean the other, `a, b -> c` also mean c, which does not mean them. `#` begins a comment. A line
 * with two arrows, or with nothing on a side, is a fault.
 */
export const readSynonyms = (text: string): Synonym[] =>
  text.split('\n').flatMap((line, index) => {
    const [bare = ''] = line.split('#')
    if (bare.trim() === '') return []
    const sides = bare.split('->').map(wordsOf)
    const [left = [], right] = sides
    if (sides.length > 2 || left.length === 0 || right?.length === 0 || (!right && left.length < 2))
      throw new Error(`line ${index + 1} of the synonyms: expected "a, b" or "a -> b", not "${line}"`)
    return left.map((typed) => ({ typed, means: right ?? left.filter((other) => other !== typed) }))
  })
