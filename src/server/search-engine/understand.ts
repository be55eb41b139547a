import { languageOfLetters } from '#domain/search/endings.ts'
import { isSmallWord, withoutWords } from '#domain/search/small-words.ts'
import { readingsInOtherLayouts } from '#domain/search/layouts.ts'
import { soundWords, spellingsOf } from '#domain/search/sounds.ts'
import type { Meanings } from './meanings.ts'
import type { Beginnings, Vocabulary } from './vocabulary.ts'

/** A word of a term with its possible meanings in the market. */
export interface TermWord {
  typed: string
  meanings: Meanings
  /** False for short words (с, и, in), which may be missing. */
  needed: boolean
  /** Whether the market has the word, also with another ending or as a beginning. */
  known: boolean
}
export interface Understanding {
  words: TermWord[]
  /** Whether a word was corrected. */
  altered: boolean
  /** The reading counts only when all its words are found together. */
  together?: boolean | undefined
}

/** Further words of a term are ignored. */
export const MAX_WORDS = 8
const MAX_LETTERS = 40
/** A term of so few letters is a beginning as well as a word. */
const FEW_LETTERS = 2
const SPELLING = 0.95
/** Fit of another spelling when the typed one is known. */
const OTHER_SPELLING = 0.75
const MIN_OTHER_LENGTH = 4
/** Edits that another spelling costs, when the word has a mistake as well. */
const SPELLING_EDIT = 0.4
/** Spellings that are tried with mistakes. */
const MAX_SPELLINGS = 3
const EXACT = 0.94
const MAX_BEGINNING = 0.71
/** Guesses worse than the best by more than this are dropped. */
const DOUBT_MARGIN = 0.1
/** Trust in words with another ending in other layouts, where they may be chance. */
const LAYOUT_TRUST = 0.55
/** Punctuation inside words, which are letters in other layouts. */
const KEYS_OF_LETTERS = /[\p{L}\d][[\]\\;=`.,/'-][\p{L}\d]|[[\]\\;=`][\p{L}]|\p{L}[[\]\\=]/u
const MARKED = 0.9
/** Fluency thresholds: the market's words have about -2.5, text in a wrong layout -4. */
const GARBLED = -3.1
const BROKEN = -3.4
const MIN_BROKEN_LENGTH = 5
/** Factor by number of letters: short texts mean something in many layouts. */
const OTHER_LAYOUT = [0, 0, 0.2, 0.5, 0.75]
/** Three consonants are no word: "csh" is "сыр". */
const SHORTEST_UNSPEAKABLE = 3
const VOWEL = /[aeiouyаеёиоуыэюяաեէըիոօև\d]/iu
const UNSPEAKABLE = 0.9
const SPOKEN = 0.6
const JOINED = 0.9
const LAYOUT_AND_TYPO = 0.65
/** Guessing is slow: only the first unknown words are guessed. */
const MAX_GUESSED = 3
/** Bolder guesses are tried below this clarity. */
const CLEAR_ENOUGH = 0.4

const mergeInto = (into: Meanings, from: Meanings, factor: number): void => {
  for (const [id, weight] of from) if ((into.get(id) ?? 0) < weight * factor) into.set(id, weight * factor)
}

interface Guess {
  words: TermWord[]
  factor: number
  trust?: number
  together?: boolean | undefined
}

const isNumber = (word: string): boolean => /^\d+$/.test(word)
const isNeeded = (typed: string, word: string): boolean =>
  (typed.length > 2 && (!isSmallWord(word) || withoutWords.has(word))) || isNumber(word)

/** False for letters repeated many times: "aaaa", and "qqqzzz", which has two sounds. */
const isWord = (word: string): boolean => {
  const { length } = soundWords(word).join('')
  return (length > 2 ? 3 : 2) * length >= word.length
}

/** Splits a text into typed words; punctuation inside words stays, because it may stand for letters. */
const typedWords = (text: string): string[] =>
  text
    .normalize('NFKC')
    .split(/[^\p{L}\p{N}\p{M}@'\u055a-\u055f]+/u)
    .map((word) => word.slice(0, MAX_LETTERS))
    .filter(isWord)
    .slice(0, MAX_WORDS)

/** Names write thousands apart: "20000" is "20 000" unless the market has it as typed. */
const thousandsApart = (vocabulary: Vocabulary, typed: readonly string[]): string[] =>
  typed.flatMap((word) => (/^\d{4,6}$/.test(word) && vocabulary.idOf(word) === undefined ? [word.slice(0, -3), word.slice(-3)] : [word]))

/** Returns the meanings of the words without corrections. */
const literally = (vocabulary: Vocabulary, typed: readonly string[], beginnings: Beginnings, typing = false): TermWord[] =>
  typed.map((word, index) => {
    const meanings: Meanings = new Map()
    const letters = languageOfLetters(word)
    const spellings = spellingsOf(word)
    const isLast = index === typed.length - 1
    let isPlain = false
    for (const [nth, sounds] of spellings.entries()) {
      const own =
        isNumber(sounds) || sounds.length < (typed.length === 1 ? 1 : isLast ? 2 : 4) ? 'never' : typing && isLast ? 'typing' : beginnings
      if (nth === 1) isPlain = Math.max(0, ...meanings.values()) >= EXACT
      const isOther = nth > 0 && isPlain
      if (isOther && word.length < MIN_OTHER_LENGTH) break
      mergeInto(meanings, vocabulary.literal(sounds, own, letters), nth === 0 ? 1 : isOther ? OTHER_SPELLING : SPELLING)
    }
    if (withoutWords.has(spellings[0] ?? ''))
      for (const other of withoutWords) mergeInto(meanings, vocabulary.literal(other, 'never', letters), SPELLING)
    const isBeginning = beginnings === 'else' && Math.max(0, ...meanings.values()) <= MAX_BEGINNING
    // A finished word is more likely mistyped than half of a word, especially when it does not look like one.
    if (meanings.size > 0 && isBeginning)
      mergeInto(meanings, vocabulary.preferring(vocabulary.mistakes.slipped(word.toLowerCase()), letters), 1)
    const isBare = meanings.size > 0 && beginnings === 'else' && !(typing && isLast) && Math.max(...meanings.values()) < EXACT
    if (isBare) mergeInto(meanings, vocabulary.mistakes.likelier(word.toLowerCase(), meanings), 1)
    const isBroken =
      isBeginning && !(typing && isLast) && word.length >= MIN_BROKEN_LENGTH && vocabulary.fluency.of(soundWords(word).join('')) < GARBLED
    return { typed: word, meanings, needed: isNeeded(word, spellings[0] ?? ''), known: meanings.size > 0 && !isBroken }
  })

/** The same for a reading in another layout: every word must be known, not as a beginning or in another spelling. */
const inLayout = (vocabulary: Vocabulary, reading: string): TermWord[] =>
  typedWords(reading).map((word) => {
    const sounds = soundWords(word).join('')
    const meanings: Meanings = new Map(isNumber(sounds) ? [] : vocabulary.literal(sounds, 'never', languageOfLetters(word)))
    const other = /[xc]/.test(word) ? soundWords(word.replace(/x/g, 'kh').replace(/c(?![hkei])/g, 'ts')).join('') : sounds
    if (other !== sounds) mergeInto(meanings, vocabulary.literal(other, 'never', languageOfLetters(word)), SPELLING)
    const own = vocabulary.preferring(meanings, languageOfLetters(word))
    return { typed: word, meanings: own, needed: isNeeded(word, sounds), known: own.size > 0 || isNumber(sounds) }
  })

/** The same with similar sounding words in place of unknown ones. */
const withGuesses = (vocabulary: Vocabulary, words: readonly TermWord[], slips: boolean, bold = false): TermWord[] => {
  const guessed = new Set(words.filter(({ known }) => !known).slice(0, MAX_GUESSED))
  return words.map((word, index) => {
    if (!guessed.has(word)) return word
    const meanings: Meanings = new Map(slips ? vocabulary.mistakes.slipped(word.typed.toLowerCase(), bold) : [])
    const isLast = index === words.length - 1
    for (const [nth, sounds] of spellingsOf(word.typed).slice(0, MAX_SPELLINGS).entries())
      mergeInto(
        meanings,
        vocabulary.mistakes.resembling(sounds, word.typed.toLowerCase(), isLast, { spent: nth === 0 ? 0 : SPELLING_EDIT, bold }),
        1
      )
    const likely = vocabulary.preferring(meanings, languageOfLetters(word.typed))
    const minFit = Math.max(0, ...likely.values()) - DOUBT_MARGIN
    return { ...word, meanings: new Map([...likely].filter(([, fit]) => fit >= minFit)) }
  })
}

/** Joins or splits words: "кокакола" is "кока кола", "чиз кейк" is "чизкейк"; null when neither is known. */
const respaced = (vocabulary: Vocabulary, typed: readonly string[]): string[] | null => {
  for (const [index, word] of typed.entries()) {
    const next = typed[index + 1]
    const joined = next === undefined ? null : soundWords(word + next)[0]
    if (joined && vocabulary.idOf(joined) !== undefined) return [...typed.slice(0, index), word + (next ?? ''), ...typed.slice(index + 2)]
    if (vocabulary.literal(soundWords(word)[0] ?? '', 'else', languageOfLetters(word)).size > 0) continue
    for (let at = 3; at <= word.length - 3; at += 1) {
      const halves = [word.slice(0, at), word.slice(at)]
      const letters = languageOfLetters(word)
      if (halves.every((half) => vocabulary.isOf(soundWords(half)[0] ?? '', letters)))
        return [...typed.slice(0, index), ...halves, ...typed.slice(index + 1)]
    }
  }
  return null
}

/** Returns how well the words are understood, 0 to 1, weighted by length. `trust`: in words with another ending. */
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

/** Returns the mean fluency of words; fluent words are unlikely to be in a wrong layout. */
const fluencyOf = (vocabulary: Vocabulary, typed: readonly string[]): number => {
  const words = typed.map((word) => soundWords(word).join(''))
  const whole = words.reduce((sum, { length }) => sum + length, 0)
  return words.reduce((sum, word) => sum + vocabulary.fluency.of(word) * word.length, 0) / Math.max(1, whole)
}

/** False for mostly silent or doubled letters, "eghhg" is not "egg", and for long words without vowels. */
const isSpoken = ({ typed }: TermWord): boolean => {
  const sounds = soundWords(typed).join('')
  return sounds.length >= SPOKEN * typed.length && (typed.length < MIN_BROKEN_LENGTH || VOWEL.test(typed))
}

const isKnown = (words: readonly TermWord[]): boolean =>
  words.some(({ known }) => known) && words.every(({ known, needed }) => known || !needed)

/** Returns the readings of a term, likeliest first; none without letters or digits. `typing`: the last word is unfinished. */
export const understand = (vocabulary: Vocabulary, term: string, typing = false): Understanding[] => {
  const typed = thousandsApart(vocabulary, typedWords(term))
  if (typed.length === 0) return []
  const isFew = typed.length === 1 && (typed[0]?.length ?? 0) <= FEW_LETTERS
  const strict = literally(vocabulary, typed, isFew ? 'always' : 'else', typing)
  const literal = literally(vocabulary, typed, 'always')
  const whole = isKnown(strict)
  const literalReadings = [...(typing ? [] : [{ words: strict, altered: false }]), { words: literal, altered: false }]
  const marked = KEYS_OF_LETTERS.test(term)
  if (whole && !marked && clarityOf(strict) >= EXACT) return literalReadings
  const fluency = fluencyOf(vocabulary, typed)
  const isGarbled = marked || fluency < GARBLED
  const isUnspeakable = typed.every((word) => word.length === SHORTEST_UNSPEAKABLE && !VOWEL.test(word))
  const layouts = readingsInOtherLayouts(term)
    .map((reading) => ({ words: inLayout(vocabulary, reading), most: reading.split(/[\s-]+/).length }))
    // Punctuation where a letter would be excludes a layout.
    .filter(({ words, most: maxWords }) => words.length > 0 && words.length <= maxWords && words.every(isSpoken))
    .map(({ words }) => words)
  const clear = layouts
    .filter((words) => words.every(({ known }) => known) && words.some(({ needed }) => needed))
    .filter((words) => isGarbled || clarityOf(words) >= EXACT)
    .map((words) => ({
      words,
      factor: isUnspeakable ? UNSPEAKABLE : (OTHER_LAYOUT[words.reduce((sum, { typed: { length } }) => sum + length, 0)] ?? 0.98),
      trust: LAYOUT_TRUST
    }))
  if (whole) {
    const own = clarityOf(strict) * (marked ? MARKED : 1)
    const meant = clear.filter(({ words, factor, trust }) => clarityOf(words, trust) * factor > own)
    return [...meant.map(({ words }) => ({ words, altered: true })), ...literalReadings]
  }
  const spaced = respaced(vocabulary, typed)
  const apart = spaced && literally(vocabulary, spaced, 'else')
  const joined = typed.length === 2 ? withGuesses(vocabulary, literally(vocabulary, [typed.join('')], 'never'), true) : []
  const sure = literal.map((word, index) => ({ ...word, known: strict[index]?.known ?? false }))
  const near = withGuesses(vocabulary, sure, true)
  const bold = (marked || fluency < BROKEN) && clear.length === 0 && typed.length <= MAX_GUESSED && clarityOf(near) < CLEAR_ENOUGH
  const guesses: Guess[] = [
    { words: near, factor: 1 },
    ...(sure.some(({ known, needed }) => known && needed)
      ? [{ words: withGuesses(vocabulary, sure, true, true), factor: 1, together: true }]
      : []),
    ...clear,
    ...(apart && isKnown(apart) ? [{ words: apart, factor: JOINED, together: true }] : []),
    ...(joined.length > 0 ? [{ words: joined, factor: JOINED, together: true }] : []),
    // Wrong layout and typo together, when nothing simpler is clear.
    ...(bold ? layouts.map((words) => ({ words: withGuesses(vocabulary, words, false), factor: LAYOUT_AND_TYPO })) : [])
  ]
  return guesses
    .map(({ words, factor, trust, together }: Guess) => ({ words, together, clarity: clarityOf(words, trust) * factor }))
    .filter(({ clarity }) => clarity > 0)
    .sort((a, b) => b.clarity - a.clarity)
    .slice(0, 4)
    .map(({ words, together }) => ({ words, together, altered: true }))
}

/** Adds similar sounding words to all words, also known ones: for terms whose words never occur together. */
export const widened = (vocabulary: Vocabulary, { words }: Understanding): Understanding => ({
  words: withGuesses(
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
