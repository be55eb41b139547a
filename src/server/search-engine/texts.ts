import { LOCALES } from '#domain/locale.ts'
import { ALL_LANGUAGES } from '#domain/search/endings.ts'
import { headsOf } from '#domain/search/heads.ts'
import { soundsOf } from '#domain/search/sounds.ts'
import type { Meanings } from './meanings.ts'
import { isSelective, isSmall, wordsOf } from './text-words.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Weight of a word by field: name, brand, group (department or category), name and group. */
const FIELD_WEIGHT: readonly number[] = [1, 0.85, 0.6, 1]
const [NAME, BRAND, GROUP, NAME_AND_GROUP] = [0, 1, 2, 3] as const
/** Bonus for a word that is in the name and in the group. */
const IN_BOTH_BONUS = 0.2
/** Bonus for a text without the words in its name whose group has exactly that name. */
const DEPARTMENT_BONUS = 0.45
/** Minimum fit of the same word, also in plural. */
const CALLED_FIT = 0.88
/** Brands and groups have all languages in one text. */
const NO_LANGUAGE = 0
/** Texts of a word that are read to see how often it is a head. */
const HEAD_SAMPLE = 100
/** Minimum fit of each word of a whole name. */
const NAME_FIT = 0.6
const FIELD_BITS = 2
const FIELD_MASK = 3

/** Flags of the words of a name. */
const FLAG_BITS = 2
const SMALL = 1
const HEAD = 2

export interface Found {
  text: number
  /** 0 to about 1.6; higher comes first. */
  score: number
}

/**
 * Inverted index of distinct texts: names in three languages (`a|b|c`), then `||`, brands, `|`, departments or categories, all folded.
 * Texts are only ever added.
 */
export class Texts {
  readonly vocabulary: Vocabulary
  private readonly ids = new Map<string, number>()
  /** For each word the texts that contain it, with the field in the lowest bits. */
  private readonly postings = new Map<number, number[]>()
  /** Names of each text as word ids + 1, with 0 between names; the lowest bits are the flags SMALL and HEAD. */
  private readonly names: Uint32Array[] = []
  /** Group of each text, and the number of words of each group in all languages. */
  private readonly groupIds = new Map<string, number>()
  private readonly groupOf: number[] = []
  private readonly groupWidths: number[] = []
  private scores = new Float32Array(0)
  private own = new Float32Array(0)
  private grouped = new Float32Array(0)
  private matched = new Uint8Array(0)
  /** Scratch arrays: whether a word is in the name; how many are in the group. */
  private named = new Uint8Array(0)
  private under = new Uint8Array(0)
  /** Whether a text matches otherwise than by a group's word of another language. */
  private sure = new Uint8Array(0)

  constructor(vocabulary: Vocabulary) {
    this.vocabulary = vocabulary
  }

  get count(): number {
    return this.names.length
  }

  idOf(text: string): number | undefined {
    return this.ids.get(text)
  }

  add(text: string): number {
    const existing = this.ids.get(text)
    if (existing !== undefined) return existing
    const id = this.names.length
    this.ids.set(text, id)
    const [names = '', rest = ''] = text.split('||')
    const [brands = '', groups = ''] = rest.split('|')
    const sequence: number[] = []
    const branded = new Set(wordsOf(brands))
    for (const [language, name] of names.split('|').entries()) {
      const folded = wordsOf(name)
      const heads = headsOf(folded, LOCALES[language] ?? 'en', branded)
      for (const [at, word] of this.addWords(folded, id, NAME, LOCALES.length > language ? 1 << language : NO_LANGUAGE).entries()) {
        const small = isSmall(this.vocabulary.words[word] ?? '') || branded.has(folded[at] ?? '')
        sequence.push(((word + 1) << FLAG_BITS) | (small ? SMALL : 0) | (heads.includes(at) ? HEAD : 0))
      }
      sequence.push(0)
    }
    this.addWords([...branded].filter(isSelective), id, BRAND, NO_LANGUAGE)
    this.addWords(wordsOf(groups).filter(isSelective), id, GROUP, NO_LANGUAGE)
    this.names.push(Uint32Array.from(sequence))
    this.setGroup(groups)
    return id
  }

  private setGroup(group: string): void {
    const id = this.groupIds.get(group) ?? this.groupIds.size
    if (id === this.groupIds.size) this.groupWidths.push(wordsOf(group).filter(isSelective).length)
    this.groupIds.set(group, id)
    this.groupOf.push(id)
  }

  /** Whether the group consists of the words of the term: a carp under "fish". */
  private isUnder(text: number, words: number): boolean {
    return this.under[text] === words && (this.groupWidths[this.groupOf[text] ?? 0] ?? 0) <= LOCALES.length * words
  }

  private addWords(folded: readonly string[], text: number, field: number, languages: number): number[] {
    return folded.map((one) => {
      const word = this.vocabulary.add(soundsOf(one), languages)
      const list = this.postings.get(word) ?? []
      if (list.length === 0) this.postings.set(word, list)
      const last = list.at(-1)
      // Names are added first, so the best field of a text is stored first.
      if (last === undefined || last >> FIELD_BITS !== text) list.push((text << FIELD_BITS) | field)
      else if (field === GROUP && (last & FIELD_MASK) === NAME) list[list.length - 1] = (text << FIELD_BITS) | NAME_AND_GROUP
      return word
    })
  }

  /**
   * Returns the texts with all words, else those with the most, best first. `words`: what each word of the term may mean, and whether it is
   * required. `among` restricts the texts; `languages`: the reader's, as bits in the order of LOCALES.
   */
  find(
    words: readonly { meanings: Meanings; needed: boolean }[],
    among?: ReadonlySet<number>,
    languages = NO_LANGUAGE
  ): { found: Found[]; matched: number } {
    if (this.scores.length < this.count) {
      this.scores = new Float32Array(this.count)
      this.own = new Float32Array(this.count)
      this.grouped = new Float32Array(this.count)
      this.matched = new Uint8Array(this.count)
      this.named = new Uint8Array(this.count)
      this.under = new Uint8Array(this.count)
      this.sure = new Uint8Array(this.count)
    }
    const touched: number[] = []
    let whole = 0
    for (const { meanings, needed } of words) {
      const seen: number[] = []
      for (const [word, fit] of meanings) {
        const spoken = this.vocabulary.languagesOf(word)
        const isOwn = languages === NO_LANGUAGE || (spoken === ALL_LANGUAGES ? fit >= CALLED_FIT : (spoken & languages) !== 0)
        for (const entry of this.postings.get(word) ?? []) {
          const text = entry >> FIELD_BITS
          if (among && !among.has(text)) continue
          const field = entry & FIELD_MASK
          const value = fit * (FIELD_WEIGHT[field] ?? 0)
          if (this.own[text] === 0) seen.push(text)
          if (value > (this.own[text] ?? 0)) this.own[text] = value
          if (isOwn || field !== GROUP) this.sure[text] = 1
          if (field === NAME || field === NAME_AND_GROUP) this.named[text] = 1
          if (field === GROUP || field === NAME_AND_GROUP) this.grouped[text] = Math.max(this.grouped[text] ?? 0, fit)
        }
      }
      // Rare words weigh more (inverse document frequency).
      const weight = (needed ? 1 : 0.3) * Math.log(2 + this.count / (1 + seen.length))
      whole += weight
      for (const text of seen) {
        if (this.scores[text] === 0) touched.push(text)
        const [own, group] = [this.own[text] ?? 0, this.grouped[text] ?? 0]
        // Of two texts with the same name, the one in a group of that name ranks higher.
        this.scores[text] =
          (this.scores[text] ?? 0) + (own + (own > group * (FIELD_WEIGHT[GROUP] ?? 0) ? IN_BOTH_BONUS * group : 0)) * weight
        if (needed && group > 0) this.under[text] = (this.under[text] ?? 0) + 1
        this.grouped[text] = 0
        if (needed) this.matched[text] = (this.matched[text] ?? 0) + 1
        this.own[text] = 0
      }
    }
    const matched = touched.reduce((bonus, text) => Math.max(bonus, this.matched[text] ?? 0), 0)
    const needed = words.filter((word) => word.needed).length
    const found: Found[] = []
    const unsure = new Set<number>()
    for (const text of touched) {
      if (this.matched[text] === matched) {
        const { length } = this.names[text] ?? []
        const under = this.named[text] === 0 && this.isUnder(text, needed) ? DEPARTMENT_BONUS : 0
        if (this.sure[text] === 0) unsure.add(text)
        found.push({ text, score: (this.scores[text] ?? 0) / whole + under - Math.min(60, length) / 600 })
      }
      this.named[text] = this.under[text] = this.sure[text] = 0
      this.scores[text] = 0
      this.matched[text] = 0
    }
    found.sort(byScore)
    return { found: this.refine(found, words, languages, unsure), matched }
  }

  /** Whether these words are a whole name of a text in one of its languages, without a word to spare. */
  isName(text: number, words: readonly { meanings: Meanings }[]): boolean {
    const used = new Set<number>()
    let [isWhole, isEmpty] = [true, true]
    for (const entry of this.names[text] ?? []) {
      if (entry === 0) {
        if (isWhole && !isEmpty && used.size === words.length) return true
        used.clear()
        ;[isWhole, isEmpty] = [true, true]
        continue
      }
      isEmpty = false
      const at = words.findIndex(({ meanings }) => (meanings.get((entry >> FLAG_BITS) - 1) ?? 0) >= NAME_FIT)
      if (at >= 0) used.add(at)
      else if ((entry & SMALL) === 0) isWhole = false
    }
    return false
  }

  /** Whether a name of a text holds one of these words. */
  isNamed(text: number, words: readonly { meanings: Meanings }[]): boolean {
    return this.names[text]?.some((entry) => entry > 0 && words.some(({ meanings }) => meanings.has((entry >> FLAG_BITS) - 1))) ?? false
  }

  /** Returns those of these words that are heads of names in a language, the most frequent first, each with such a text. */
  headWords(words: readonly number[], language: number, max: number): { word: number; text: number }[] {
    const heads = words.flatMap((word) => {
      const list = this.postings.get(word) ?? []
      const sample = list.slice(0, HEAD_SAMPLE)
      const texts = sample.map((entry) => entry >> FIELD_BITS).filter((text) => this.isHead(text, word, language))
      const [text] = texts
      return text === undefined ? [] : [{ word, text, count: (texts.length / sample.length) * list.length }]
    })
    return heads.sort((a, b) => b.count - a.count || a.word - b.word).slice(0, max)
  }

  private isHead(text: number, word: number, language: number): boolean {
    let at = 1
    for (const entry of this.names[text] ?? []) {
      if (entry === 0) at <<= 1
      else if (at === language && entry >> FLAG_BITS === word + 1) return (entry & HEAD) !== 0
    }
    return false
  }

  /** A number for the names of a text in all languages; texts with equal ones are called the same. */
  nameKeyOf(text: number): number {
    let [low, high] = [0x811c9dc5, 0x1000193]
    for (const entry of this.names[text] ?? []) {
      const word = entry >> FLAG_BITS
      low = Math.imul(low ^ word, 0x01000193)
      high = Math.imul(high ^ (word + 0x9e37), 0x85ebca6b)
    }
    return (low >>> 0) * 0x20000 + (high & 0x1ffff)
  }

  /** Ranks the best ones again: by the share of the name that matches, by word order and by language. */
  private refine(found: Found[], words: readonly { meanings: Meanings }[], languages: number, unsure: ReadonlySet<number>): Found[] {
    const close = found.slice(0, MAX_REFINED).map(({ text, score }) => {
      const { most: bonus, called, elsewhere } = this.closeness(text, words, languages)
      return { text, score: score + bonus, called, elsewhere: elsewhere || unsure.has(text) }
    })
    // Matches by sound in another language only ("нут" for "nut") are noise beside real ones.
    const isCalled = close.some(({ called }) => called)
    const own = isCalled ? close.filter(({ elsewhere }) => !elsewhere) : close
    return [...own.map(({ text, score }) => ({ text, score })).sort(byScore), ...found.slice(MAX_REFINED)]
  }

  /** `called`: matches a name in one of the languages; `elsewhere`: matches only names in others. */
  private closeness(text: number, words: readonly { meanings: Meanings }[], languages: number) {
    let [bonus, language, met, own, called] = [0, 0, false, false, false]
    let [length, sum, head, first, order, last] = [0, 0, 0, 0, 0, -1]
    for (const entry of this.names[text] ?? []) {
      if (entry > 0) {
        let [fit, at] = [0, -1]
        for (const [index, { meanings }] of words.entries()) {
          const value = meanings.get((entry >> FLAG_BITS) - 1) ?? 0
          if (value > fit) [fit, at] = [value, index]
        }
        if (length === 0 && at === 0) first = fit
        if (entry & HEAD && fit > head) head = fit
        if (at >= 0 && at === last + 1) order += fit
        if (at >= 0) last = at
        sum += fit
        if (fit > 0 || (entry & SMALL) === 0) length += 1
        if (fit >= CALLED_FIT && languages & (1 << language)) called = true
        continue
      }
      if (sum > 0 && languages & (1 << language)) own = true
      met ||= sum > 0
      language += 1
      const coverage = Math.min(sum, words.length) / Math.max(length, words.length)
      bonus = Math.max(bonus, 0.3 * coverage + 0.3 * head + 0.05 * first + (0.1 * order) / words.length)
      ;[length, sum, head, first, order, last] = [0, 0, 0, 0, 0, -1]
    }
    return { most: bonus, called, elsewhere: met && !own }
  }
}

const MAX_REFINED = 400
const byScore = (a: Found, b: Found): number => b.score - a.score || a.text - b.text
