import { soundWords } from './sounds.ts'
import { languageOfLetters } from './endings.ts'

/** A word as sounds, with the language bit of its letters. */
export interface SynonymWord {
  sounds: string
  letters: number
}
/** A search for `typed` also matches these. */
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
 * Parses groups of words, one per line: `a, b` are mutual synonyms; `a, b -> c` also match c, but not the reverse. `#` begins a comment.
 * Throws for a line with two arrows or an empty side.
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
