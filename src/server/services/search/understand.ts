import { languageOfLetters } from '#domain/search-endings.ts'
import { isSmallWord } from '#domain/search-small-words.ts'
import { readingsInOtherLayouts } from '#domain/search-layouts.ts'
import { soundWords, spellingsOf } from '#domain/search-sounds.ts'
import type { Beginnings, Meanings, Vocabulary } from './vocabulary.ts'

/** A word of a term and what it may mean in this market. */
export interface TermWord {
  typed: string
  meanings: Meanings
  /** Short words (с, и, in) may be missing. */
  needed: boolean
  /** It stands in the market so, with another ending, or as a beginning. */
  known: boolean
}
export interface Understanding {
  words: TermWord[]
  /** Something had to be taken for something else. */
  altered: boolean
}

/** Longer terms say nothing more, and what follows is not read. */
export const MOST_WORDS = 8
const MOST_LETTERS = 40
const SPELLING = 0.95
const EXACT = 0.94
const MOST_BEGINNING = 0.71
/** What fits worse than the best guess by more than this was not meant. */
const DOUBT = 0.1
/** In another layout a word with another ending may well be chance. */
const LAYOUT_TRUST = 0.55
/** Marks inside of words, which are letters in other layouts. */
const KEYS_OF_LETTERS = /[\p{L}\d][[\]\\;=`.,/'-][\p{L}\d]|[[\]\\;=`][\p{L}]|\p{L}[[\]\\=]/u
const MARKED = 0.9
/** By letters: a few keys are something in many layouts. */
const OTHER_LAYOUT = [0, 0, 0.2, 0.5, 0.75]
const JOINED = 0.9
const LAYOUT_AND_TYPO = 0.65
/** Guessing takes a while: of a long row of unknown words the first ones tell enough. */
const MOST_GUESSED = 3
/** A guess as clear as this needs no bolder one. */
const CLEAR_ENOUGH = 0.4

const mergeInto = (into: Meanings, from: Meanings, factor: number): void => {
  for (const [id, weight] of from) if ((into.get(id) ?? 0) < weight * factor) into.set(id, weight * factor)
}

interface Guess {
  words: TermWord[]
  factor: number
  trust?: number
}

const isNumber = (word: string): boolean => /^\d+$/.test(word)
const isNeeded = (word: string): boolean => (word.length > 2 && !isSmallWord(word)) || isNumber(word)

/** Not one letter struck again and again. */
const isWord = (word: string): boolean => 3 * soundWords(word).join('').length >= word.length

/** Words between spaces, whose letters are still the typed ones: marks inside are kept, because some stand for letters. */
const typedWords = (text: string): string[] =>
  text
    .normalize('NFKC')
    .split(/[^\p{L}\p{N}\p{M}@'\u055a-\u055f]+/u)
    .map((word) => word.slice(0, MOST_LETTERS))
    .filter(isWord)
    .slice(0, MOST_WORDS)

/** What the words stand for, when nothing is taken for anything else. */
const literally = (vocabulary: Vocabulary, typed: readonly string[], beginnings: Beginnings): TermWord[] =>
  typed.map((word, index) => {
    const meanings: Meanings = new Map()
    const letters = languageOfLetters(word)
    const spellings = spellingsOf(word)
    const isLast = index === typed.length - 1
    for (const [nth, sounds] of spellings.entries()) {
      const own = isNumber(sounds) || sounds.length < (isLast ? 2 : 4) ? 'never' : beginnings
      mergeInto(meanings, vocabulary.literal(sounds, own, letters), nth === 0 ? 1 : SPELLING)
    }
    // Somebody who typed a word to its end may rather have slipped than left the half of it out.
    const known = meanings.size > 0
    const isBeginning = known && beginnings === 'else' && Math.max(...meanings.values()) <= MOST_BEGINNING
    if (isBeginning) mergeInto(meanings, vocabulary.preferring(vocabulary.slipped(word.toLowerCase()), letters), 1)
    return { typed: word, meanings, needed: isNeeded(spellings[0] ?? ''), known }
  })

/** The same for what other layouts would have written: every word must be there, none of them by its beginning or another spelling. */
const inLayout = (vocabulary: Vocabulary, reading: string): TermWord[] =>
  typedWords(reading).map((word) => {
    const sounds = soundWords(word).join('')
    const meanings: Meanings = new Map(isNumber(sounds) ? [] : vocabulary.literal(sounds, 'never', languageOfLetters(word)))
    const other = /[xc]/.test(word) ? soundWords(word.replace(/x/g, 'kh').replace(/c(?![hkei])/g, 'ts')).join('') : sounds
    if (other !== sounds) mergeInto(meanings, vocabulary.literal(other, 'never', languageOfLetters(word)), SPELLING)
    const own = vocabulary.preferring(meanings, languageOfLetters(word))
    return { typed: word, meanings: own, needed: isNeeded(sounds), known: own.size > 0 || isNumber(sounds) }
  })

/** The same with what sounds nearly so, for the words that are not known. */
const nearly = (vocabulary: Vocabulary, words: readonly TermWord[], slips: boolean): TermWord[] => {
  const guessed = new Set(words.filter(({ known }) => !known).slice(0, MOST_GUESSED))
  return words.map((word, index) => {
    if (!guessed.has(word)) return word
    const meanings: Meanings = new Map(slips ? vocabulary.slipped(word.typed.toLowerCase()) : [])
    const isLast = index === words.length - 1
    for (const [nth, sounds] of spellingsOf(word.typed).entries())
      mergeInto(meanings, vocabulary.resembling(sounds, word.typed.length, isLast), nth === 0 ? 1 : SPELLING)
    const likely = vocabulary.preferring(meanings, languageOfLetters(word.typed))
    const least = Math.max(0, ...likely.values()) - DOUBT
    return { ...word, meanings: new Map([...likely].filter(([, fit]) => fit >= least)) }
  })
}

/** Words written together or apart: "кокакола" is "кока кола", "чиз кейк" is "чизкейк". */
const respaced = (vocabulary: Vocabulary, typed: readonly string[]): string[] | null => {
  for (const [index, word] of typed.entries()) {
    const next = typed[index + 1]
    const joined = next === undefined ? null : soundWords(word + next)[0]
    if (joined && vocabulary.idOf(joined) !== undefined) return [...typed.slice(0, index), word + (next ?? ''), ...typed.slice(index + 2)]
    if (vocabulary.literal(soundWords(word)[0] ?? '', 'else', languageOfLetters(word)).size > 0) continue
    for (let at = 3; at <= word.length - 3; at += 1) {
      const halves = [word.slice(0, at), word.slice(at)]
      if (halves.every((half) => vocabulary.idOf(soundWords(half)[0] ?? '') !== undefined))
        return [...typed.slice(0, index), ...halves, ...typed.slice(index + 1)]
    }
  }
  return null
}

/** How well the words are understood: 0 to 1, each as much as it is long. `trust`: in words that only have another ending. */
const clarityOf = (words: readonly TermWord[], trust = 1): number => {
  let [sum, whole] = [0, 0]
  for (const { typed, meanings, needed } of words) {
    const weight = needed ? Math.min(10, typed.length) : 0.5
    whole += weight
    const fit = Math.max(0, ...meanings.values())
    sum += weight * (fit < EXACT ? fit * trust : fit)
  }
  return whole === 0 ? 0 : sum / whole
}

const isKnown = (words: readonly TermWord[]): boolean =>
  words.some(({ known }) => known) && words.every(({ known, needed }) => known || !needed)

/** All that a term may mean, the likeliest first; none for a term without letters or digits. `typing`: its last word is not finished. */
export const understand = (vocabulary: Vocabulary, term: string, typing = false): Understanding[] => {
  const typed = typedWords(term)
  if (typed.length === 0) return []
  const strict = literally(vocabulary, typed, 'else')
  const literal = literally(vocabulary, typed, 'always')
  const whole = isKnown(strict)
  const plain = [...(typing ? [] : [{ words: strict, altered: false }]), { words: literal, altered: false }]
  const marked = KEYS_OF_LETTERS.test(term)
  if (whole && !marked && clarityOf(strict) >= EXACT) return plain
  const layouts = readingsInOtherLayouts(term)
    .map((reading) => ({ words: inLayout(vocabulary, reading), most: reading.split(/[\s-]+/).length }))
    // A mark where a letter would stand tells that this layout was not meant.
    .filter(({ words, most }) => words.length > 0 && words.length <= most)
    .map(({ words }) => words)
  const clear = layouts
    .filter((words) => words.every(({ known }) => known) && words.some(({ needed }) => needed))
    .map((words) => ({
      words,
      factor: OTHER_LAYOUT[words.reduce((sum, { typed: { length } }) => sum + length, 0)] ?? 0.98,
      trust: LAYOUT_TRUST
    }))
  if (whole) {
    const own = clarityOf(strict) * (marked ? MARKED : 1)
    const meant = clear.filter(({ words, factor, trust }) => clarityOf(words, trust) * factor > own)
    return [...meant.map(({ words }) => ({ words, altered: true })), ...plain]
  }
  const spaced = respaced(vocabulary, typed)
  const apart = spaced && literally(vocabulary, spaced, 'else')
  const near = nearly(vocabulary, literal, true)
  const bold = clear.length === 0 && typed.length <= MOST_GUESSED && clarityOf(near) < CLEAR_ENOUGH
  const guesses: Guess[] = [
    { words: near, factor: 1 },
    ...clear,
    ...(apart && isKnown(apart) ? [{ words: apart, factor: JOINED }] : []),
    // A layout and a typo at once, when nothing simpler is clear.
    ...(bold ? layouts.map((words) => ({ words: nearly(vocabulary, words, false), factor: LAYOUT_AND_TYPO })) : [])
  ]
  return guesses
    .map(({ words, factor, trust }: Guess) => ({ words, clarity: clarityOf(words, trust) * factor }))
    .filter(({ clarity }) => clarity > 0)
    .sort((a, b) => b.clarity - a.clarity)
    .slice(0, 3)
    .map(({ words }) => ({ words, altered: true }))
}

/** The same with what sounds nearly like any of the words, also those that are known: for terms whose words stand nowhere together. */
export const widened = (vocabulary: Vocabulary, { words }: Understanding): Understanding => ({
  words: nearly(
    vocabulary,
    words.map((word) => ({ ...word, known: false })),
    true
  ).map((word, index) => {
    const own = words[index]
    const meanings: Meanings = new Map(word.meanings)
    if (own) mergeInto(meanings, own.meanings, 1)
    return { ...word, meanings, known: false }
  }),
  altered: true
})
