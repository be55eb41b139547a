import { consonantsOf, distanceOf, mostEdits } from '#domain/search-distance.ts'
import { endingsIn, isEnding, languageOfLetters, languagesOf, stemsOf, withFleetingVowel } from '#domain/search-endings.ts'
import { slipsOf } from '#domain/search-slips.ts'
import { soundWords } from '#domain/search-sounds.ts'

/** Words of the market that a typed word may mean, with how well each fits: 1 is the very word. */
export type Meanings = Map<number, number>
export type Beginnings = 'always' | 'else' | 'never'

const ANOTHER_ENDING = 0.86
const BEGINNING = 0.82
/** Of a word that was typed to its end. */
const MAYBE_BEGINNING = 0.72
const RESEMBLING = 0.72
/** A mistake in an ending costs this much of an edit besides. */
const ENDING_EDIT = 0.3
const BEGINNING_EDIT = 0.4
const FIRST_EDIT = 0.3
const LONG = 7
/** What a slip costs, by the letters of the word. */
const SLIP = 0.6
const LATIN = languageOfLetters('a')
const FOREIGN = 0.85
const FOREIGN_LATIN = 0.95
const MOST_BEGINNINGS = 400
const MOST_RESEMBLING = 24
/** Beyond the best by more edits than this nothing is meant. */
const MARGIN = 0.55
const MOST_REMEMBERED = 2_000

/** The different words of the market by their sounds. Words are only ever added. */
export class Vocabulary {
  readonly words: string[] = []
  private readonly ids = new Map<string, number>()
  private readonly languages: number[] = []
  private readonly consonants: number[] = []
  private sorted: number[] = []
  private slips = new Map<string, Meanings>()
  private remembered = new Map<string, { id: number; edits: number }[]>()

  idOf(word: string): number | undefined {
    return this.ids.get(word)
  }

  /** `languages`: bits of those it is written in. */
  add(word: string, languages: number): number {
    const known = this.ids.get(word)
    if (known !== undefined) {
      this.languages[known] = (this.languages[known] ?? 0) | languages
      return known
    }
    const id = this.words.length
    this.words.push(word)
    this.ids.set(word, id)
    this.languages.push(languages)
    this.consonants.push(consonantsOf(word))
    return id
  }

  /** Puts the words in order, after any number of them was added. */
  sort(): void {
    if (this.sorted.length === this.words.length) return
    const at = (id: number): string => this.words[id] ?? ''
    this.sorted = this.words.map((_, id) => id).sort((a, b) => (at(a) < at(b) ? -1 : 1))
    this.remembered = new Map()
    this.slips = new Map()
  }

  /** The word itself and the same word with another ending (`letters`: language of those typed); words that begin so always, when there are no others, or never. */
  literal(word: string, beginnings: Beginnings, letters: number): Meanings {
    const allowed = endingsIn(letters)
    const found: Meanings = new Map()
    const take = (id: number, weight: number): void => void ((found.get(id) ?? 0) < weight && found.set(id, weight))
    const itself = this.ids.get(word)
    if (itself !== undefined) found.set(itself, 1)
    for (const stem of stemsOf(word)) {
      for (const id of this.beginning(stem, MOST_BEGINNINGS)) {
        const other = this.words[id] ?? ''
        if ((languagesOf(word.slice(stem.length), other.slice(stem.length)) & allowed & (this.languages[id] ?? 0)) === 0) continue
        const changed = word.length - stem.length + other.length - stem.length
        take(id, ANOTHER_ENDING - 0.02 * changed)
      }
      if (stem === word) continue
      for (const full of withFleetingVowel(stem)) {
        const id = this.ids.get(full)
        if (id !== undefined && languagesOf(word.slice(stem.length), '') & allowed & (this.languages[id] ?? 0))
          take(id, ANOTHER_ENDING - 0.06)
      }
    }
    if (word.length === 3) {
      const short = this.ids.get(word.slice(0, 2))
      if (short !== undefined && languagesOf(word.slice(2), '') & allowed & (this.languages[short] ?? 0)) take(short, ANOTHER_ENDING - 0.1)
    }
    if (beginnings === 'always' || (beginnings === 'else' && found.size === 0))
      for (const id of this.beginning(word, MOST_BEGINNINGS)) {
        const { length } = this.words[id] ?? ''
        take(id, (beginnings === 'else' ? MAYBE_BEGINNING : BEGINNING) - 0.02 * Math.min(10, length - word.length))
      }
    return found
  }

  /** Words of other languages than the typed letters belong to are less likely meant by a mistake. Latin letters are used for all. */
  preferring(meanings: Meanings, language: number): Meanings {
    const factor = language === LATIN ? FOREIGN_LATIN : FOREIGN
    return new Map([...meanings].map(([id, fit]) => [id, (this.languages[id] ?? 0) & language ? fit : fit * factor]))
  }

  /** Words that one slip of a finger makes of what was typed. */
  slipped(typed: string): Meanings {
    const known = this.slips.get(typed)
    if (known) return known
    const found: Meanings = new Map()
    const fit = RESEMBLING - SLIP / typed.length
    for (const slip of slipsOf(typed)) {
      const id = this.ids.get(soundWords(slip).join(''))
      if (id !== undefined) found.set(id, fit)
    }
    if (this.slips.size >= MOST_REMEMBERED) this.slips.clear()
    this.slips.set(typed, found)
    return found
  }

  /** Words that sound nearly so, the nearest only. `letters`: how many were typed. */
  resembling(word: string, letters: number, beginnings: boolean): Meanings {
    const most = mostEdits(Math.max(word.length, Math.min(letters, word.length + 2)))
    const found: Meanings = new Map()
    if (most === 0) return found
    const near = this.near(word, most, beginnings)
    const best = near[0]?.edits ?? 0
    for (const { id, edits } of near) if (edits <= best + MARGIN) found.set(id, RESEMBLING - (0.3 * edits) / most)
    return found
  }

  private near(word: string, most: number, beginnings: boolean): { id: number; edits: number }[] {
    const key = `${beginnings ? '1' : '0'}${most}${word}`
    const known = this.remembered.get(key)
    if (known) return known
    const own = consonantsOf(word)
    const mostKinds = 2 * Math.floor(most)
    const found: { id: number; edits: number }[] = []
    for (const [id, other] of this.words.entries()) {
      const spare = other.length - word.length
      if (spare < -4 || (!beginnings && spare > 6)) continue
      // A long word holds kinds of consonants that its beginning does not; what the typed word holds must mostly be there.
      const kinds = this.consonants[id] ?? 0
      if (bitsIn(own & ~kinds) > mostKinds / 2 + 0.5 || (spare < 2 && bitsIn(own ^ kinds) > mostKinds + 1)) continue
      const { whole, begins, beginsAt, ends, endsAt } = distanceOf(word, other, most)
      let edits = whole
      if (isEnding(other.slice(beginsAt))) edits = Math.min(edits, begins + ENDING_EDIT)
      else if (beginnings && beginsAt >= 4) edits = Math.min(edits, begins + BEGINNING_EDIT + 0.05 * (other.length - beginsAt))
      if (endsAt >= 3 && isEnding(word.slice(endsAt))) edits = Math.min(edits, ends + ENDING_EDIT)
      // Hardly anybody mistakes the first letter, unless for the second.
      if (word.length < LONG && word[0] !== other[0] && !(word[0] === other[1] && word[1] === other[0])) edits += FIRST_EDIT
      if (edits <= most) found.push({ id, edits })
    }
    found.sort((a, b) => a.edits - b.edits || a.id - b.id)
    const nearest = found.slice(0, MOST_RESEMBLING)
    if (this.remembered.size >= MOST_REMEMBERED) this.remembered.clear()
    this.remembered.set(key, nearest)
    return nearest
  }

  /** Ids of the words that begin so, in alphabetical order. */
  private beginning(start: string, most: number): number[] {
    const found: number[] = []
    for (let at = this.firstFrom(start); at < this.sorted.length && found.length < most; at += 1) {
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

const bitsIn = (bits: number): number => {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1
  return count
}
