import { consonantsOf, distanceOf, maxEdits } from '#domain/search/distance.ts'
import { endingsIn, languageOfLetters, languagesOf } from '#domain/search/endings.ts'
import { keyScriptOf } from '#domain/search/keys.ts'
import { slipsOf } from '#domain/search/slips.ts'
import { isSmallWord } from '#domain/search/small-words.ts'
import { soundWords } from '#domain/search/sounds.ts'
import type { Fluency } from './fluency.ts'
import type { Meanings } from './meanings.ts'

/** The part of Vocabulary that Mistakes needs. */
interface WordIndex {
  readonly words: readonly string[]
  readonly fluency: Fluency
  idOf(word: string): number | undefined
  languagesOf(id: number): number
  countOf(id: number): number
  consonantsOf(id: number): number
  isBegun(beginning: string, id: number): boolean
  withSynonyms(meanings: Meanings): Meanings
}

const RESEMBLING_FIT = 0.72
/** Fit lost per edit of similar sounding words. */
const EDIT_COST = 0.15
/** Additional edits for a mistake in an ending. */
const ENDING_EDIT = 0.3
const BEGINNING_EDIT = 0.4
const FIRST_EDIT = 0.7
/** Additional edits for words of other languages than the letters'. Less for Latin letters, which are used for all languages. */
const FOREIGN_EDIT = 0.8
const FOREIGN_LATIN_EDIT = 0.5
/** Fit lost per slip, divided by the letters of the word. */
const SLIP_COST = 0.6
const LATIN = languageOfLetters('a')
const ARMENIAN = languageOfLetters('ա')
const MAX_RESEMBLING = 24
/** Candidates with more edits than the best plus this are dropped. */
const EDIT_MARGIN = 0.55
const MUCH_LIKELIER_FACTOR = 5
const LIKELIER_FACTOR = 2
const SURE_FIT = 0.83
/** Rare words are seldom mistyped: additional edits. */
const RARE_COUNT = 3
const RARE_EDIT = 0.2
/** Frequent words are often mistyped: fewer edits. */
const FREQUENT_COUNT = 30
const FREQUENT_EDIT = -0.2
const SHORT_LETTERS = 3
/** In words this short no letter may become silent: "nike" is not "niek". Except in Armenian, where two letters are one sound: "ոջւր" is "ջուր". */
const FEW_LETTERS = 4
/** Costliest slip to the same or a neighbouring key; costlier ones need a frequent word. */
const NEAR_SLIP = 1.5
const COMMON_COUNT = 10
/** Factor on the edit limit when the other words of the term must match as well. */
const BOLD_FACTOR = 1.4
const MAX_CACHED = 2_000
/** Fluency below which a word of at least LONG_SOUNDS looks less and less like a word. */
const LONG_SOUNDS = 5
const CLUMSY_FLUENCY = -2.8
const BROKEN_FLUENCY = -3
const GARBLED_FLUENCY = -3.4

/**
 * Finds what a mistyped word may mean. Searches for things that the market does not have must find nothing, so a correction needs enough
 * evidence: edits relative to length, same letters, frequency, and whether the typed text looks like a word itself.
 */
export class Mistakes {
  private readonly vocabulary: WordIndex
  private slipCache = new Map<string, Meanings>()
  private nearCache = new Map<string, { id: number; edits: number }[]>()

  constructor(vocabulary: WordIndex) {
    this.vocabulary = vocabulary
  }

  /** Clears the caches; called after words were added. */
  clear(): void {
    this.slipCache = new Map()
    this.nearCache = new Map()
  }

  /** Returns the edit limit of a typed word: higher when it does not look like a word. */
  private maxEditsOf(word: string, length: number): number {
    const fluency = this.vocabulary.fluency.of(word)
    return (
      maxEdits(length) *
      (word.length < LONG_SOUNDS || fluency > CLUMSY_FLUENCY ? 1 : fluency > BROKEN_FLUENCY ? 1.25 : fluency > GARBLED_FLUENCY ? 1.5 : 1.8)
    )
  }

  /** Returns the words that are one slip of a finger away from the typed one. */
  slipped(typed: string, bold = false): Meanings {
    const key = bold ? `+${typed}` : typed
    const cached = this.slipCache.get(key)
    if (cached) return cached
    const found: Meanings = new Map()
    const language = languageOfLetters(typed)
    // In a word of three letters a slip is a large change: only frequent words count.
    const isShort = typed.length <= SHORT_LETTERS
    const isFew = typed.length <= FEW_LETTERS && language !== ARMENIAN
    const sounds = soundWords(typed).join('')
    const editLimit = (bold ? BOLD_FACTOR : 1) * (isShort ? 1 : this.maxEditsOf(sounds, typed.length))
    for (const [slip, cost] of slipsOf(typed)) {
      const word = soundWords(slip).join('')
      const id = this.vocabulary.idOf(word)
      if (
        id === undefined ||
        (isFew && sounds.length - word.length > Math.max(0, typed.length - slip.length)) ||
        isSmallWord(this.vocabulary.words[id] ?? '') ||
        (isShort && !bold && this.vocabulary.countOf(id) < COMMON_COUNT)
      )
        continue
      const frequency = this.frequencyEdits(id)
      const edits = cost + this.foreignEdits(id, language) + (cost > NEAR_SLIP ? frequency : Math.min(0, frequency))
      const fit = RESEMBLING_FIT - (SLIP_COST * edits) / typed.length
      if (edits <= editLimit && (found.get(id) ?? 0) < fit) found.set(id, fit)
    }
    if (this.slipCache.size >= MAX_CACHED) this.slipCache.clear()
    const widened = this.vocabulary.withSynonyms(found)
    this.slipCache.set(key, widened)
    return widened
  }

  /**
   * Returns words that are likelier than the ones found by another ending or as a beginning: one slip away, in the language of the letters,
   * and much more frequent.
   */
  likelier(typed: string, literal: Meanings): Meanings {
    const fit = Math.max(0, ...literal.values())
    const often = Math.max(1, ...[...literal.keys()].map((id) => this.vocabulary.countOf(id)))
    const language = languageOfLetters(typed)
    const enough = fit < SURE_FIT ? LIKELIER_FACTOR : MUCH_LIKELIER_FACTOR
    const found: Meanings = new Map()
    for (const [id, own] of this.slipped(typed)) {
      if (!(this.vocabulary.languagesOf(id) & language)) continue
      const count = this.vocabulary.countOf(id)
      found.set(id, count >= enough * often ? fit : own)
    }
    return found
  }

  /**
   * Returns the nearest similar sounding words. `typed`: in its own letters; `spent`: edits that this spelling has cost already; `bold`:
   * the other words of the term must match as well.
   */
  resembling(word: string, typed: string, beginnings: boolean, { spent = 0, bold = false } = {}): Meanings {
    const editLimit = (bold ? BOLD_FACTOR : 1) * this.maxEditsOf(word, Math.max(word.length, Math.min(typed.length, word.length + 2)))
    const found: Meanings = new Map()
    if (editLimit <= spent) return found
    const near = this.near(word, typed, editLimit - spent, beginnings)
    const best = near[0]?.edits ?? 0
    for (const { id, edits } of near) if (edits <= best + EDIT_MARGIN) found.set(id, RESEMBLING_FIT - EDIT_COST * (edits + spent))
    return this.vocabulary.withSynonyms(found)
  }

  private foreignEdits(id: number, language: number): number {
    return this.vocabulary.languagesOf(id) & language ? 0 : language === LATIN ? FOREIGN_LATIN_EDIT : FOREIGN_EDIT
  }

  private frequencyEdits(id: number): number {
    const count = this.vocabulary.countOf(id)
    return count < RARE_COUNT ? RARE_EDIT : count < FREQUENT_COUNT ? 0 : FREQUENT_EDIT
  }

  private near(word: string, typed: string, editLimit: number, beginnings: boolean): { id: number; edits: number }[] {
    const language = languageOfLetters(typed)
    const script = keyScriptOf(typed)
    const allowed = endingsIn(language)
    const key = `${beginnings ? '1' : '0'}${editLimit}${script}${word}`
    const cached = this.nearCache.get(key)
    if (cached) return cached
    const consonants = consonantsOf(word)
    const maxKinds = 2 * Math.floor(editLimit)
    const found: { id: number; edits: number }[] = []
    for (const [id, other] of this.vocabulary.words.entries()) {
      const spare = other.length - word.length
      if (isSmallWord(other)) continue
      if (spare < -4 || (!beginnings && spare > 6)) continue
      // Prefilter by consonant sets: most of the typed word's consonants must occur.
      const kinds = this.vocabulary.consonantsOf(id)
      if (bitsIn(consonants & ~kinds) > maxKinds / 2 + 0.5 || (spare < 2 && bitsIn(consonants ^ kinds) > maxKinds + 1)) continue
      const { whole, begins, beginsAt, ends, endsAt } = distanceOf(word, other, editLimit, script)
      let edits = whole
      const own = this.vocabulary.languagesOf(id)
      const languages = (own & language) > 0 ? own & language : own & allowed
      if (languagesOf('', other.slice(beginsAt)) & languages) edits = Math.min(edits, begins + ENDING_EDIT)
      else if (beginnings && beginsAt >= 4 && this.vocabulary.isBegun(word, id))
        edits = Math.min(edits, begins + BEGINNING_EDIT + 0.05 * (other.length - beginsAt))
      if (endsAt - 2 * ends >= 3 && languagesOf(word.slice(endsAt), '') & languages) edits = Math.min(edits, ends + ENDING_EDIT)
      // The first letter is rarely wrong, except when swapped with the second.
      if (word[0] !== other[0] && !(word[0] === other[1] && word[1] === other[0])) edits += FIRST_EDIT
      edits += this.foreignEdits(id, language) + this.frequencyEdits(id)
      if (edits <= editLimit && edits <= 1.5 * maxEdits(other.length + 1)) found.push({ id, edits })
    }
    found.sort((a, b) => a.edits - b.edits || a.id - b.id)
    const nearest = found.slice(0, MAX_RESEMBLING)
    if (this.nearCache.size >= MAX_CACHED) this.nearCache.clear()
    this.nearCache.set(key, nearest)
    return nearest
  }
}

const bitsIn = (bits: number): number => {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1
  return count
}
