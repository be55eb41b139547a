import { consonantsOf } from '#domain/search/distance.ts'
import {
  ALL_LANGUAGES,
  barestStems,
  changedStems,
  endingsIn,
  FLEETING_LANGUAGES,
  languagesAfter,
  languageOfLetters,
  languagesOf,
  SHORT_ENDINGS,
  stemsOf,
  withFleetingVowel
} from '#domain/search/endings.ts'
import type { Synonym, SynonymWord } from '#domain/search/synonyms.ts'
import { Fluency } from './fluency.ts'
import type { Meanings } from './meanings.ts'
import { Mistakes } from './mistakes.ts'

/** When a word may be a beginning. `else`: if nothing else is found; `typing`: the same for an unfinished word. */
export type Beginnings = 'always' | 'else' | 'typing' | 'never'

const ANOTHER_ENDING = 0.86
const ANOTHER_SHORT = 0.84
const PLURAL = 0.89
const ANOTHER_VOWEL = 0.8
/** Fit of a related word: "grilled" for "grill". */
const FAMILY = 0.78
const BEGINNING = 0.82
/** Fit of a beginning that is a finished word. */
const MAYBE_BEGINNING = 0.72
const LATIN = languageOfLetters('a')
const FOREIGN = 0.85
const FOREIGN_LATIN = 0.95
const MAX_BEGINNINGS = 400
const MAX_COMPLETED = 2_000
const LONG_BEGINNING = 6
const MAX_SHARE = 1.5
const FREQUENT = 30
const SYNONYM = 0.92
/** Length in sounds of words that are nearly all stem. */
const SHORT_SOUNDS = 2

/** Whether two endings differ by an English plural. */
const isPlural = (ending: string, other: string): boolean => (ending === 's' && other === '') || (ending === '' && other === 's')

/** The distinct words of the market by sound. Words are only ever added. */
export class Vocabulary {
  readonly words: string[] = []
  private readonly ids = new Map<string, number>()
  private readonly languages: number[] = []
  private readonly consonants: number[] = []
  /** How often each word was added. */
  private readonly counts: number[] = []
  private sorted: number[] = []
  private readonly synonyms = new Map<number, readonly SynonymWord[]>()
  readonly fluency = new Fluency()
  readonly mistakes: Mistakes

  constructor() {
    this.mistakes = new Mistakes(this)
  }

  idOf(word: string): number | undefined {
    return this.ids.get(word)
  }

  /** Whether a word exists in one of these languages. */
  isOf(word: string, languages: number): boolean {
    const id = this.ids.get(word)
    return id !== undefined && (this.languagesOf(id) & languages) !== 0
  }

  languagesOf(id: number): number {
    return this.languages[id] || ALL_LANGUAGES
  }

  countOf(id: number): number {
    return this.counts[id] ?? 0
  }

  consonantsOf(id: number): number {
    return this.consonants[id] ?? 0
  }

  /** Adds a word and returns its id. `languages`: bits of its languages; 0 when unknown, which counts as all. */
  add(word: string, languages: number): number {
    const existing = this.ids.get(word)
    if (existing !== undefined) {
      this.counts[existing] = (this.counts[existing] ?? 0) + 1
      this.languages[existing] = (this.languages[existing] ?? 0) | languages
      return existing
    }
    const id = this.words.length
    this.words.push(word)
    this.ids.set(word, id)
    this.languages.push(languages)
    this.counts.push(1)
    this.consonants.push(consonantsOf(word))
    this.fluency.add(word)
    return id
  }

  /** Sorts the words; called after words were added. */
  sort(): void {
    if (this.sorted.length === this.words.length) return
    const at = (id: number): string => this.words[id] ?? ''
    this.sorted = this.words.map((_, id) => id).sort((a, b) => (at(a) < at(b) ? -1 : 1))
    this.mistakes.clear()
  }

  /** Adds synonyms. Their words become known, even when the market does not have them. */
  addSynonyms(synonyms: readonly Synonym[]): void {
    for (const { typed, means } of synonyms) {
      const id = this.idOf(typed.sounds) ?? this.add(typed.sounds, typed.letters)
      this.synonyms.set(id, [...(this.synonyms.get(id) ?? []), ...means])
    }
  }

  /** Returns the meanings together with their synonyms. */
  withSynonyms(meanings: Meanings): Meanings {
    const found: Meanings = new Map(meanings)
    for (const [id, fit] of meanings)
      for (const { sounds, letters } of this.synonyms.get(id) ?? [])
        for (const [other, own] of this.forms(sounds, letters)) {
          const weight = fit * own * SYNONYM
          if ((found.get(other) ?? 0) < weight) found.set(other, weight)
        }
    return found
  }

  /** Returns the word itself, with other endings, and by `beginnings` words that begin with it. `letters`: language of the typed letters. */
  literal(word: string, beginnings: Beginnings, letters: number): Meanings {
    const found = this.forms(word, letters)
    if (beginnings === 'always' || (beginnings !== 'never' && found.size === 0))
      for (const id of this.beginning(word, MAX_BEGINNINGS)) {
        const { length } = this.words[id] ?? ''
        if (beginnings === 'else' && (!this.isBegun(word, id) || this.isStrange(id, letters))) continue
        const fit = (beginnings === 'always' ? BEGINNING : MAYBE_BEGINNING) - 0.02 * Math.min(10, length - word.length)
        if ((found.get(id) ?? 0) < fit) found.set(id, fit)
      }
    return this.withSynonyms(found)
  }

  /** Returns the words that begin like this, the most frequent first. */
  wordsFrom(start: string): number[] {
    return (start === '' ? this.words.map((_, id) => id) : this.beginning(start, MAX_COMPLETED)).sort(
      (a, b) => this.countOf(b) - this.countOf(a)
    )
  }

  /** Whether two words differ in their endings only. */
  isSameWord(word: number, other: number): boolean {
    const stems = new Set(stemsOf(this.words[word] ?? ''))
    return stemsOf(this.words[other] ?? '').some((stem) => stems.has(stem))
  }

  /** Whether a finished word may be the beginning of this one: when it is long, most of the word, or the word is frequent. */
  isBegun(beginning: string, id: number): boolean {
    const { length } = beginning
    return length >= LONG_BEGINNING || MAX_SHARE * length >= (this.words[id] ?? '').length || this.countOf(id) >= FREQUENT
  }

  /** Whether a word is of another language than the typed letters. Latin letters are used for all. */
  private isStrange(id: number, letters: number): boolean {
    return letters !== LATIN && (this.languagesOf(id) & letters) === 0
  }

  private forms(word: string, letters: number): Meanings {
    const allowed = endingsIn(letters)
    const found: Meanings = new Map()
    const addMeaning = (id: number, weight: number): void => void ((found.get(id) ?? 0) < weight && found.set(id, weight))
    const itself = this.ids.get(word)
    if (itself !== undefined) found.set(itself, 1)
    this.withOtherEnding(word, allowed, false, addMeaning)
    if (found.size === 0) this.withOtherEnding(word, allowed, true, addMeaning)
    return found
  }

  private withOtherEnding(word: string, allowed: number, family: boolean, addMeaning: (id: number, weight: number) => void): void {
    const isSame = (id: number | undefined, ending: string, other: string, bits = allowed): id is number =>
      id !== undefined && (languagesOf(ending, other, family) & bits & this.languagesOf(id)) !== 0
    for (const stem of stemsOf(word)) {
      const ending = word.slice(stem.length)
      for (const id of this.beginning(stem, MAX_BEGINNINGS)) {
        const other = (this.words[id] ?? '').slice(stem.length)
        if (isSame(id, ending, other, allowed & languagesAfter(stem)))
          addMeaning(id, isPlural(ending, other) ? PLURAL : (family ? FAMILY : ANOTHER_ENDING) - 0.02 * (ending.length + other.length))
      }
    }
    for (const stem of [...stemsOf(word), ...barestStems(word)]) {
      const ending = word.slice(stem.length)
      if (ending === '') continue
      for (const full of withFleetingVowel(stem)) {
        const id = this.ids.get(full)
        if (isSame(id, ending, '') && languagesOf(ending, '') & FLEETING_LANGUAGES & this.languagesOf(id)) addMeaning(id, ANOTHER_VOWEL)
      }
    }
    for (const stem of changedStems(word))
      for (const id of [this.ids.get(stem), ...(stem.endsWith('c') || stem.endsWith('k') ? [this.ids.get(`${stem}i`)] : [])])
        if (id !== undefined && this.languagesOf(id) & allowed) addMeaning(id, ANOTHER_SHORT)
    if (word.length === SHORT_SOUNDS + 1) {
      const id = this.ids.get(word.slice(0, SHORT_SOUNDS))
      if (isSame(id, word.slice(SHORT_SOUNDS), '')) addMeaning(id, isPlural(word.slice(SHORT_SOUNDS), '') ? PLURAL : ANOTHER_SHORT)
    }
    if (word.length === SHORT_SOUNDS)
      for (const ending of SHORT_ENDINGS) {
        const id = this.ids.get(word + ending)
        if (isSame(id, '', ending)) addMeaning(id, isPlural('', ending) ? PLURAL : ANOTHER_SHORT)
      }
  }

  /** Lowers the fit of words in other languages than the typed letters; less for Latin letters, which are used for all. */
  preferring(meanings: Meanings, language: number): Meanings {
    const factor = language === LATIN ? FOREIGN_LATIN : FOREIGN
    return new Map([...meanings].map(([id, fit]) => [id, this.languagesOf(id) & language ? fit : fit * factor]))
  }

  /** Returns the ids of words with a prefix, in alphabetical order. */
  private beginning(start: string, max: number): number[] {
    const found: number[] = []
    for (let at = this.firstFrom(start); at < this.sorted.length && found.length < max; at += 1) {
      const id = this.sorted[at] ?? 0
      if (!this.words[id]?.startsWith(start)) break
      found.push(id)
    }
    return found
  }

  private firstFrom(start: string): number {
    let [low, high] = [0, this.sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.words[this.sorted[middle] ?? 0] ?? '') < start) low = middle + 1
      else high = middle
    }
    return low
  }
}
