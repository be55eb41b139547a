import { consonantsOf, distanceOf, maxEdits } from '#domain/search/distance.ts'
import { endingsIn, languageOfLetters, languagesOf } from '#domain/search/endings.ts'
import { keyScriptOf } from '#domain/search/keys.ts'
import { slipsOf } from '#domain/search/slips.ts'
import { isSmallWord } from '#domain/search/small-words.ts'
import { soundWords } from '#domain/search/sounds.ts'
import type { Fluency } from './fluency.ts'
import type { Meanings } from './meanings.ts'

/** What has to be known of the words that are held: Vocabulary. */
interface WordIndex {
  readonly words: readonly string[]
  readonly fluency: Fluency
  idOf(word: string): number | undefined
  languagesOf(id: number): number
  countOf(id: number): number
  consonantsOf(id: number): number
  isBegun(beginning: string, id: number): boolean
  widely(meanings: Meanings): Meanings
}

const RESEMBLING = 0.72
/** What an edit costs a word that sounds nearly so. */
const EDIT = 0.15
/** A mistake in an ending costs this much of an edit besides. */
const ENDING_EDIT = 0.3
const BEGINNING_EDIT = 0.4
const FIRST_EDIT = 0.7
/** Nobody who types in one language means a word of another and misses it too. Latin letters are used for all. */
const FOREIGN_EDIT = 0.8
const FOREIGN_LATIN_EDIT = 0.5
/** What a slip costs, by the letters of the word. */
const SLIP = 0.6
const LATIN = languageOfLetters('a')
const ARMENIAN = languageOfLetters('ա')
const MAX_RESEMBLING = 24
/** Beyond the best by more edits than this nothing is meant. */
const MARGIN = 0.55
const MUCH_LIKELIER = 5
const LIKELIER = 2
const SURE = 0.83
/** A word that the market hardly holds is seldom what a mistake was made in. */
const RARE = 3
const RARE_EDIT = 0.2
/** And one that it holds all over is what most mistakes are made in. */
const FREQUENT = 30
const FREQUENT_EDIT = -0.2
const SHORT_LETTERS = 3
/** Of so few letters none may become silent by the slip: "nike" is no "niek". In Armenian two letters are one sound: "ոջւր" is "ջուր". */
const FEW_LETTERS = 4
/** A letter of its own key or beside it; one that is more is another word, unless that is frequent. */
const PLAIN_SLIP = 1.5
const OFTEN = 10
/** So much farther a word may be when the other words of the term stand beside it. */
const BOLD = 1.4
const MAX_REMEMBERED = 2_000
/** Below these a word of so many sounds is not well made, or no word: Fluency. */
const LONG = 5
const CLUMSY = -2.8
const BROKEN = -3
const GARBLED = -3.4

/**
 * What a word that is mistyped may mean. Whoever asks for what the market does not hold is told so, therefore a word is taken for another
 * only when there is enough to say for it: how near it is by its length, in the same letters, how frequent, and whether what was typed
 * looks like a word by itself.
 */
export class Mistakes {
  private readonly held: WordIndex
  private slips = new Map<string, Meanings>()
  private remembered = new Map<string, { id: number; edits: number }[]>()

  constructor(held: WordIndex) {
    this.held = held
  }

  /** After words were added. */
  forget(): void {
    this.slips = new Map()
    this.remembered = new Map()
  }

  /** How many edits a typed word may carry: more when it looks like no word at all. */
  private maxEditsOf(word: string, length: number): number {
    const fluency = this.held.fluency.of(word)
    return maxEdits(length) * (word.length < LONG || fluency > CLUMSY ? 1 : fluency > BROKEN ? 1.25 : fluency > GARBLED ? 1.5 : 1.8)
  }

  /** Words that one slip of a finger makes of what was typed. */
  slipped(typed: string, bold = false): Meanings {
    const key = bold ? `+${typed}` : typed
    const known = this.slips.get(key)
    if (known) return known
    const found: Meanings = new Map()
    const language = languageOfLetters(typed)
    // In a word of three letters a slip is much: it was made in a word that people often type.
    const isShort = typed.length <= SHORT_LETTERS
    const isFew = typed.length <= FEW_LETTERS && language !== ARMENIAN
    const sounds = soundWords(typed).join('')
    const most = (bold ? BOLD : 1) * (isShort ? 1 : this.maxEditsOf(sounds, typed.length))
    for (const [slip, cost] of slipsOf(typed)) {
      const word = soundWords(slip).join('')
      const id = this.held.idOf(word)
      if (
        id === undefined ||
        (isFew && sounds.length - word.length > Math.max(0, typed.length - slip.length)) ||
        isSmallWord(this.held.words[id] ?? '') ||
        (isShort && !bold && this.held.countOf(id) < OFTEN)
      )
        continue
      const frequency = this.frequencyEdits(id)
      const edits = cost + this.foreignEdits(id, language) + (cost > PLAIN_SLIP ? frequency : Math.min(0, frequency))
      const fit = RESEMBLING - (SLIP * edits) / typed.length
      if (edits <= most && (found.get(id) ?? 0) < fit) found.set(id, fit)
    }
    if (this.slips.size >= MAX_REMEMBERED) this.slips.clear()
    const widely = this.held.widely(found)
    this.slips.set(key, widely)
    return widely
  }

  /**
   * Words that were rather meant than what was found with another ending or as a beginning: one slip away, in the language of the letters,
   * and very much more frequent.
   */
  likelier(typed: string, literal: Meanings): Meanings {
    const fit = Math.max(0, ...literal.values())
    const often = Math.max(1, ...[...literal.keys()].map((id) => this.held.countOf(id)))
    const language = languageOfLetters(typed)
    const enough = fit < SURE ? LIKELIER : MUCH_LIKELIER
    const found: Meanings = new Map()
    for (const [id, own] of this.slipped(typed)) {
      if (!(this.held.languagesOf(id) & language)) continue
      const count = this.held.countOf(id)
      found.set(id, count >= enough * often ? fit : own)
    }
    return found
  }

  /**
   * Words that sound nearly so, the nearest only. `typed`: in its own letters; `spent`: edits that reading it so has cost already; `bold`:
   * other words of the term will tell.
   */
  resembling(word: string, typed: string, beginnings: boolean, { spent = 0, bold = false } = {}): Meanings {
    const most = (bold ? BOLD : 1) * this.maxEditsOf(word, Math.max(word.length, Math.min(typed.length, word.length + 2)))
    const found: Meanings = new Map()
    if (most <= spent) return found
    const near = this.near(word, typed, most - spent, beginnings)
    const best = near[0]?.edits ?? 0
    for (const { id, edits } of near) if (edits <= best + MARGIN) found.set(id, RESEMBLING - EDIT * (edits + spent))
    return this.held.widely(found)
  }

  private foreignEdits(id: number, language: number): number {
    return this.held.languagesOf(id) & language ? 0 : language === LATIN ? FOREIGN_LATIN_EDIT : FOREIGN_EDIT
  }

  private frequencyEdits(id: number): number {
    const count = this.held.countOf(id)
    return count < RARE ? RARE_EDIT : count < FREQUENT ? 0 : FREQUENT_EDIT
  }

  private near(word: string, typed: string, most: number, beginnings: boolean): { id: number; edits: number }[] {
    const language = languageOfLetters(typed)
    const script = keyScriptOf(typed)
    const allowed = endingsIn(language)
    const key = `${beginnings ? '1' : '0'}${most}${script}${word}`
    const known = this.remembered.get(key)
    if (known) return known
    const wanted = consonantsOf(word)
    const mostKinds = 2 * Math.floor(most)
    const found: { id: number; edits: number }[] = []
    for (const [id, other] of this.held.words.entries()) {
      const spare = other.length - word.length
      if (isSmallWord(other)) continue
      if (spare < -4 || (!beginnings && spare > 6)) continue
      // A long word holds kinds of consonants that its beginning does not; what the typed word holds must mostly be there.
      const kinds = this.held.consonantsOf(id)
      if (bitsIn(wanted & ~kinds) > mostKinds / 2 + 0.5 || (spare < 2 && bitsIn(wanted ^ kinds) > mostKinds + 1)) continue
      const { whole, begins, beginsAt, ends, endsAt } = distanceOf(word, other, most, script)
      let edits = whole
      const own = this.held.languagesOf(id)
      const languages = (own & language) > 0 ? own & language : own & allowed
      if (languagesOf('', other.slice(beginsAt)) & languages) edits = Math.min(edits, begins + ENDING_EDIT)
      else if (beginnings && beginsAt >= 4 && this.held.isBegun(word, id))
        edits = Math.min(edits, begins + BEGINNING_EDIT + 0.05 * (other.length - beginsAt))
      if (endsAt - 2 * ends >= 3 && languagesOf(word.slice(endsAt), '') & languages) edits = Math.min(edits, ends + ENDING_EDIT)
      // Hardly anybody mistakes the first letter, unless for the second.
      if (word[0] !== other[0] && !(word[0] === other[1] && word[1] === other[0])) edits += FIRST_EDIT
      edits += this.foreignEdits(id, language) + this.frequencyEdits(id)
      if (edits <= most && edits <= 1.5 * maxEdits(other.length + 1)) found.push({ id, edits })
    }
    found.sort((a, b) => a.edits - b.edits || a.id - b.id)
    const nearest = found.slice(0, MAX_RESEMBLING)
    if (this.remembered.size >= MAX_REMEMBERED) this.remembered.clear()
    this.remembered.set(key, nearest)
    return nearest
  }
}

const bitsIn = (bits: number): number => {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1
  return count
}
