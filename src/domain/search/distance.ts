import { fold } from './folding.ts'
import { NEIGHBOURS, type KeyScript } from './keys.ts'
import { soundsOf } from './sounds.ts'

/** Groups of sounds that are often confused; costs are in tenths of an edit. */
const ALIKE = ['bp', 'dt', 'gkh', 'zsc', 'cxq', 'xj', 'jz', 'jq', 'jw', 'wsq', 'vf', 'vu', 'ij']
const VOWELS = 'aeiou'
const EDIT = 10
/** Substitution by a letter with another sound and another key: rarely a typo, usually another word. */
const STRANGE = 22
/** Transposition of adjacent letters. */
const TRANSPOSED = 8
const MISSING = 9
/** An extra letter that is not on an adjacent key. */
const UNINTENDED = 5
const LIKE_COST = 6
/** Vowels that sound alike when unstressed; others differ more. */
const VOWEL_COSTS = { ao: 5, ei: 5, ou: 6, ae: 7 }
const VOWEL_COST = 18
/** An unstressed o is spoken as a: people who write by ear write "malako", and seldom the reverse. */
const A_FOR_O = 3
/** A missing vowel, in Latin letters also an extra one: some people write Armenian ը and some do not. */
const EXTRA_VOWEL = 7
const EXTRA_H = 6

const SIZE = 128
const baseCosts = new Uint8Array(SIZE * SIZE).fill(STRANGE)
const extraCosts = new Uint8Array(SIZE).fill(MISSING)
const codeOf = (letter: string): number => letter.charCodeAt(0)
const alike = (letters: string, cost: number): void => {
  for (const a of letters) for (const b of letters) baseCosts[codeOf(a) * SIZE + codeOf(b)] = cost
}
for (const letters of ALIKE) alike(letters, LIKE_COST)
alike(VOWELS, VOWEL_COST)
for (const [vowels, cost] of Object.entries(VOWEL_COSTS)) alike(vowels, cost)
baseCosts[codeOf('a') * SIZE + codeOf('o')] = A_FOR_O
for (let code = 0; code < SIZE; code += 1) baseCosts[code * SIZE + code] = 0
extraCosts[codeOf('h')] = EXTRA_H
for (const digit of '0123456789') {
  extraCosts[codeOf(digit)] = 30
  for (let code = 0; code < SIZE; code += 1)
    if (code !== codeOf(digit)) baseCosts[codeOf(digit) * SIZE + code] = baseCosts[code * SIZE + codeOf(digit)] = 30
}

/** The same with letters on adjacent keys of the keyboard on which a word was typed. */
const withNeighbours = (script: KeyScript): Uint8Array => {
  const costs = baseCosts.slice()
  const soundOf = (letter: string): string => soundsOf(fold(letter)).replace(/^vo$/, 'o')
  for (const [letter, others] of NEIGHBOURS[script])
    for (const other of others) {
      const [a, b] = [soundOf(letter), soundOf(other)]
      if (a.length !== 1 || b.length !== 1) continue
      const at = codeOf(a) * SIZE + codeOf(b)
      costs[at] = Math.min(costs[at] ?? EDIT, EDIT)
    }
  return costs
}
const swapCosts = { latin: withNeighbours('latin'), russian: withNeighbours('russian'), armenian: withNeighbours('armenian') }

const vowelsCheap = extraCosts.slice()
for (const vowel of VOWELS) vowelsCheap[codeOf(vowel)] = EXTRA_VOWEL
const costIn = (costs: Uint8Array, code: number): number => (code < SIZE ? (costs[code] ?? MISSING) : MISSING)

/** True for an extra letter adjacent to the key before or after it: the finger hit two keys. */
const isAccidental = (costs: Uint8Array, word: string, at: number): boolean => {
  const code = word.charCodeAt(at)
  const isNear = (other: number): boolean => code < SIZE && other < SIZE && (costs[code * SIZE + other] ?? STRANGE) <= EDIT
  return isNear(word.charCodeAt(at - 1)) || isNear(word.charCodeAt(at + 1))
}

const MAX_LENGTH = 40
const rows = [new Float64Array(MAX_LENGTH + 1), new Float64Array(MAX_LENGTH + 1), new Float64Array(MAX_LENGTH + 1)] as const

/** Edits between two words, and between a prefix of one and the other. Infinity: above the requested limit. */
export interface Distance {
  whole: number
  /** From the first word to a prefix of the second, and the length of that prefix. */
  begins: number
  beginsAt: number
  /** From a prefix of the first word to the whole second. */
  ends: number
  endsAt: number
}

/**
 * Distance of two words as sounds: transpositions and similar sounds cost less than a full edit (1).
 * Stops above `max`. The first word is the typed one, on a keyboard of `typedIn`.
 */
export const distanceOf = (a: string, b: string, max: number, typedIn: KeyScript = 'latin'): Distance => {
  const costs = swapCosts[typedIn]
  const extras = typedIn === 'latin' ? vowelsCheap : extraCosts
  const found: Distance = { whole: Infinity, begins: Infinity, beginsAt: 0, ends: Infinity, endsAt: 0 }
  const limit = max * EDIT
  const [n, m] = [Math.min(a.length, MAX_LENGTH), Math.min(b.length, MAX_LENGTH)]
  let [before, above, row]: [Float64Array, Float64Array, Float64Array] = [...rows]
  above[0] = 0
  for (let j = 1; j <= m; j += 1) above[j] = (above[j - 1] ?? 0) + costIn(vowelsCheap, b.charCodeAt(j - 1))
  for (let i = 1; i <= n; i += 1) {
    const code = a.charCodeAt(i - 1)
    const extra = costIn(extras, code) + (isAccidental(costs, a, i - 1) ? 0 : UNINTENDED)
    let min = (row[0] = (above[0] ?? 0) + extra)
    for (let j = 1; j <= m; j += 1) {
      const other = b.charCodeAt(j - 1)
      let cost = Math.min(
        (above[j - 1] ?? 0) + (code < SIZE && other < SIZE ? (costs[code * SIZE + other] ?? EDIT) : code === other ? 0 : EDIT),
        (above[j] ?? 0) + extra,
        (row[j - 1] ?? 0) + costIn(vowelsCheap, other)
      )
      if (i > 1 && j > 1 && code === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other)
        cost = Math.min(cost, (before[j - 2] ?? 0) + TRANSPOSED)
      row[j] = cost
      if (cost < min) min = cost
    }
    const last = row[m] ?? Infinity
    if (last <= limit && last / EDIT <= found.ends) Object.assign(found, { ends: last / EDIT, endsAt: i })
    if (min > limit) return found
    ;[before, above, row] = [above, row, before]
  }
  for (let j = 1; j <= m; j += 1) {
    const cost = above[j] ?? Infinity
    if (cost <= limit && cost / EDIT < found.begins) Object.assign(found, { begins: cost / EDIT, beginsAt: j })
  }
  const whole = above[m] ?? Infinity
  if (whole <= limit) found.whole = whole / EDIT
  return found
}

/** Edits allowed for a word of this many sounds: about one in four. */
const MAX_EDITS = [0, 0, 0, 0.7, 1, 1, 1.3, 1.7, 1.85, 2.05, 2.15]
export const maxEdits = (length: number): number => MAX_EDITS[length] ?? 2.4

const CLASSES = ['bp', 'dt', 'gkhq', 'zscxjw', 'vf', 'm', 'n', 'l', 'r', '01234', '56789']
const classBits = new Uint16Array(SIZE)
for (const [bit, letters] of CLASSES.entries()) for (const letter of letters) classBits[codeOf(letter)] = 1 << bit

/** Bit set of the consonants of a word: words whose sets differ much are skipped without computing a distance. */
export const consonantsOf = (word: string): number => {
  let bits = 0
  for (let index = 0; index < word.length; index += 1) bits |= classBits[word.charCodeAt(index)] ?? 0
  return bits
}
