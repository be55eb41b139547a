import { LOCALES } from '#domain/locale.ts'
import { ALL_LANGUAGES } from '#domain/search-endings.ts'
import { isSmallWord } from '#domain/search-small-words.ts'
import { soundsOf } from '#domain/search-sounds.ts'
import type { Meanings, Vocabulary } from './vocabulary.ts'

/** Where a word stands: in a name, a brand, or the department or category. What it counts there. */
const FIELD_WEIGHT: readonly number[] = [1, 0.85, 0.6]
const [NAME, BRAND, GROUP] = [0, 1, 2] as const
const FIELD_BITS = 2
const FIELD_MASK = 3

export interface Found {
  text: number
  /** 0 to about 1.6; higher comes first. */
  score: number
}

/**
 * The different texts that things are found by, and which words stand in them: names in three languages (`a|b|c`), then `||`, brands, `|`,
 * departments or categories. All folded. Texts are only ever added.
 */
export class Texts {
  readonly vocabulary: Vocabulary
  private readonly ids = new Map<string, number>()
  /** For each word the texts it stands in, with the field in the lowest bits. */
  private readonly standsIn = new Map<number, number[]>()
  /** Names of each text as words; 0 between names, ids are one higher, the lowest bit marks numbers and small words. */
  private readonly names: Uint32Array[] = []
  private scores = new Float32Array(0)
  private own = new Float32Array(0)
  private matched = new Uint8Array(0)

  constructor(vocabulary: Vocabulary) {
    this.vocabulary = vocabulary
  }

  get count(): number {
    return this.names.length
  }

  add(text: string): number {
    const known = this.ids.get(text)
    if (known !== undefined) return known
    const id = this.names.length
    this.ids.set(text, id)
    const [names = '', rest = ''] = text.split('||')
    const [brands = '', groups = ''] = rest.split('|')
    const sequence: number[] = []
    for (const [language, name] of names.split('|').entries()) {
      for (const word of this.enter(name, id, NAME, LOCALES.length > language ? 1 << language : ALL_LANGUAGES))
        sequence.push(((word + 1) << 1) | (isSmall(this.vocabulary.words[word] ?? '') ? 1 : 0))
      sequence.push(0)
    }
    this.enter(brands, id, BRAND, ALL_LANGUAGES)
    this.enter(groups, id, GROUP, ALL_LANGUAGES)
    this.names.push(Uint32Array.from(sequence))
    return id
  }

  private enter(part: string, text: number, field: number, languages: number): number[] {
    return part
      .split(' ')
      .filter((word) => word !== '' && (field === NAME || !isSmallWord(soundsOf(word))))
      .map((folded) => {
        const word = this.vocabulary.add(soundsOf(folded), languages)
        const list = this.standsIn.get(word) ?? []
        if (list.length === 0) this.standsIn.set(word, list)
        const last = list.at(-1)
        // The best field of a text comes first, because names are entered first.
        if (last === undefined || last >> FIELD_BITS !== text) list.push((text << FIELD_BITS) | field)
        return word
      })
  }

  /**
   * Texts in which all the words stand, else those with the most of them; the best first. `words`: what each word of the term may mean;
   * `needed`: whether it must be there. `among` narrows to some texts.
   */
  find(words: readonly { meanings: Meanings; needed: boolean }[], among?: ReadonlySet<number>): { found: Found[]; matched: number } {
    if (this.scores.length < this.count) {
      this.scores = new Float32Array(this.count)
      this.own = new Float32Array(this.count)
      this.matched = new Uint8Array(this.count)
    }
    const touched: number[] = []
    let whole = 0
    for (const { meanings, needed } of words) {
      const seen: number[] = []
      for (const [word, fit] of meanings) {
        for (const entry of this.standsIn.get(word) ?? []) {
          const text = entry >> FIELD_BITS
          if (among && !among.has(text)) continue
          const value = fit * (FIELD_WEIGHT[entry & FIELD_MASK] ?? 0)
          if (this.own[text] === 0) seen.push(text)
          if (value > (this.own[text] ?? 0)) this.own[text] = value
        }
      }
      // A rare word tells more of what is wanted.
      const weight = (needed ? 1 : 0.3) * Math.log(2 + this.count / (1 + seen.length))
      whole += weight
      for (const text of seen) {
        if (this.scores[text] === 0) touched.push(text)
        this.scores[text] = (this.scores[text] ?? 0) + (this.own[text] ?? 0) * weight
        if (needed) this.matched[text] = (this.matched[text] ?? 0) + 1
        this.own[text] = 0
      }
    }
    const matched = touched.reduce((most, text) => Math.max(most, this.matched[text] ?? 0), 0)
    const found: Found[] = []
    for (const text of touched) {
      if (this.matched[text] === matched) {
        const { length } = this.names[text] ?? []
        found.push({ text, score: (this.scores[text] ?? 0) / whole - Math.min(60, length) / 600 })
      }
      this.scores[text] = 0
      this.matched[text] = 0
    }
    found.sort(best)
    return { found: this.refined(found, words), matched }
  }

  /** The best ones once more, by how much of a name was said and whether in its order. */
  private refined(found: Found[], words: readonly { meanings: Meanings }[]): Found[] {
    const close = found.slice(0, MOST_REFINED).map(({ text, score }) => ({ text, score: score + this.closeness(text, words) }))
    return [...close.sort(best), ...found.slice(MOST_REFINED)]
  }

  private closeness(text: number, words: readonly { meanings: Meanings }[]): number {
    let most = 0
    let [length, sum, first, order, last] = [0, 0, 0, 0, -1]
    for (const entry of this.names[text] ?? []) {
      if (entry > 0) {
        let [fit, at] = [0, -1]
        for (const [index, { meanings }] of words.entries()) {
          const value = meanings.get((entry >> 1) - 1) ?? 0
          if (value > fit) [fit, at] = [value, index]
        }
        if (length === 0 && at === 0) first = fit
        if (at >= 0 && at === last + 1) order += fit
        if (at >= 0) last = at
        sum += fit
        if (fit > 0 || (entry & 1) === 0) length += 1
        continue
      }
      const said = Math.min(sum, words.length) / Math.max(length, words.length)
      most = Math.max(most, 0.35 * said + 0.15 * first + (0.1 * order) / words.length)
      ;[length, sum, first, order, last] = [0, 0, 0, 0, -1]
    }
    return most
  }
}

/** Numbers, measures and prepositions: a name is no less said without them. */
const isSmall = (word: string): boolean => word.length < 3 || /^\d/.test(word)
const MOST_REFINED = 400
const best = (a: Found, b: Found): number => b.score - a.score || a.text - b.text
