import { slipsOf } from './slips.ts'
import { isSmallWord, withoutWords } from './small-words.ts'
import { soundWords } from './sounds.ts'

/** What a phrase asks for beyond the words of names: `kind:`, `category:` and `property:` name keys of the market, others are terms. */
export interface Concept {
  /** Words as sounds, without small ones; a word that ends with `*` may have any ending. */
  phrase: readonly string[]
  /** The phrase as it is written. */
  written: string
  means: readonly string[]
}
export interface Concepts {
  /** By the first letter of the phrase, longest phrases first. */
  phrases: ReadonlyMap<string, readonly Concept[]>
  /** Words that a picture character stands for. */
  emoji: ReadonlyMap<string, string>
}

const ANY_ENDING = '*'
const PICTURE = /\p{Extended_Pictographic}/gu
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}'\u055a-\u055f]+/u

const isTelling = (sounds: string): boolean => sounds !== '' && (!isSmallWord(sounds) || withoutWords.has(sounds))
const wordsOf = (text: string): { typed: string; sounds: string }[] =>
  text.split(BETWEEN_WORDS).map((typed) => ({ typed, sounds: soundWords(typed).join('') }))

/** Parses lines of `phrase, phrase => meaning, meaning`; `#` begins a comment. Throws for a line without both sides. */
export const readConcepts = (text: string): Concepts => {
  const all: Concept[] = []
  const emoji = new Map<string, string>()
  for (const [index, line] of text.split('\n').entries()) {
    const [bare = ''] = line.split('#')
    if (bare.trim() === '') continue
    const [left = '', right = '', ...rest] = bare.split('=>').map((side) => side.trim())
    const means = right.split(',').map((one) => one.trim())
    if (left === '' || right === '' || rest.length > 0)
      throw new Error(`line ${index + 1} of the concepts: expected "a, b => c", not "${line}"`)
    for (const typed of left.split(',').map((one) => one.trim())) {
      const [picture] = typed.match(PICTURE) ?? []
      if (picture) emoji.set(picture, means.join(' '))
      else all.push({ phrase: phraseOf(typed), written: typed.replaceAll(ANY_ENDING, ''), means })
    }
  }
  all.sort((a, b) => b.phrase.length - a.phrase.length)
  return { phrases: Map.groupBy(all, ({ phrase: [first = ''] }) => first.slice(0, 1)), emoji }
}

const phraseOf = (typed: string): string[] =>
  typed
    .split(' ')
    .map((word) => soundWords(word).join('') + (word.endsWith(ANY_ENDING) ? ANY_ENDING : ''))
    .filter(isTelling)

const isSame = (sounds: string, expected: string): boolean =>
  expected.endsWith(ANY_ENDING) ? sounds.startsWith(expected.slice(0, -1)) : sounds === expected

/** Replaces picture characters with the words that they stand for; unknown ones stay. */
export const withoutPictures = ({ emoji }: Concepts, term: string): string =>
  term.replace(PICTURE, (picture) => (emoji.has(picture) ? ` ${emoji.get(picture)} ` : picture)).trim()

/** Returns the longest phrase of a term that is a concept, and the words around it; null when there is none. */
export const conceptIn = ({ phrases }: Concepts, term: string): { means: readonly string[]; rest: string } | null => {
  const words = wordsOf(term).filter(({ sounds }) => isTelling(sounds))
  let best: { concept: Concept; at: number } | null = null
  for (const [at, { sounds }] of words.entries())
    for (const concept of phrases.get(sounds.slice(0, 1)) ?? []) {
      const { phrase } = concept
      if (phrase.length <= (best?.concept.phrase.length ?? 0)) break
      if (phrase.every((expected, index) => isSame(words[at + index]?.sounds ?? '', expected))) best = { concept, at }
    }
  if (!best) return null
  const { concept, at } = best
  const others = words.filter((_, index) => index < at || index >= at + concept.phrase.length)
  return { means: concept.means, rest: others.map(({ typed }) => typed).join(' ') }
}

/** Sounds of a word, and of all words that a slip may have turned into it. */
const soundsWithSlips = (typed: string): Set<string> => new Set([typed, ...slipsOf(typed).keys()].map((one) => soundWords(one).join('')))

/** Returns the phrase of several words that a term is but for slips, as it is written; null when there is none. */
export const misspelledConcept = ({ phrases }: Concepts, term: string): string | null => {
  const words = wordsOf(term).filter(({ sounds }) => isTelling(sounds))
  if (words.length < 2) return null
  const possible = words.map(({ typed }) => soundsWithSlips(typed))
  const isMeant = ({ phrase }: Concept): boolean =>
    phrase.length === words.length && phrase.every((expected, at) => possible[at]?.has(expected) ?? false)
  for (const [, own] of phrases) for (const concept of own) if (isMeant(concept)) return concept.written
  return null
}
