/** Sounds that people mistake for each other; costs are in tenths of an edit. */
const LIKE = ['bp', 'dt', 'gkh', 'zsc', 'cxq', 'xj', 'jz', 'jq', 'jw', 'wsq', 'vf', 'vu', 'ij']
const VOWELS = 'aeiou'
const EDIT = 10
const LIKE_COST = 5
/** Vowels that are heard as one where they are not stressed; others are farther apart. */
const VOWEL_COSTS = { ao: 5, ei: 5, ou: 6, ae: 7 }
const VOWEL_COST = 8
/** A vowel more or less: Armenian ը is written by some and not by others. */
const EXTRA_VOWEL = 7
const EXTRA_H = 6

const SIZE = 128
const swapCosts = new Uint8Array(SIZE * SIZE).fill(EDIT)
const extraCosts = new Uint8Array(SIZE).fill(EDIT)
const codeOf = (letter: string): number => letter.charCodeAt(0)
const alike = (letters: string, cost: number): void => {
  for (const a of letters) for (const b of letters) swapCosts[codeOf(a) * SIZE + codeOf(b)] = cost
}
for (const letters of LIKE) alike(letters, LIKE_COST)
alike(VOWELS, VOWEL_COST)
for (const [vowels, cost] of Object.entries(VOWEL_COSTS)) alike(vowels, cost)
for (let code = 0; code < SIZE; code += 1) swapCosts[code * SIZE + code] = 0
for (const vowel of VOWELS) extraCosts[codeOf(vowel)] = EXTRA_VOWEL
extraCosts[codeOf('h')] = EXTRA_H
for (const digit of '0123456789') {
  extraCosts[codeOf(digit)] = 30
  for (let code = 0; code < SIZE; code += 1)
    if (code !== codeOf(digit)) swapCosts[codeOf(digit) * SIZE + code] = swapCosts[code * SIZE + codeOf(digit)] = 30
}

const swapCost = (a: number, b: number): number => (a < SIZE && b < SIZE ? (swapCosts[a * SIZE + b] ?? EDIT) : a === b ? 0 : EDIT)
const extraCost = (code: number): number => (code < SIZE ? (extraCosts[code] ?? EDIT) : EDIT)

const LONGEST = 40
const rows = [new Float64Array(LONGEST + 1), new Float64Array(LONGEST + 1), new Float64Array(LONGEST + 1)] as const

/** Edits between two words, and the ways in which only the beginning of one is the other. Infinity: more than was asked for. */
export interface Distance {
  whole: number
  /** Of the first word to a beginning of the second, and how much of the second that is. */
  begins: number
  beginsAt: number
  /** Of a beginning of the first word to the whole second. */
  ends: number
  endsAt: number
}

/**
 * How far two words of sounds are apart: swaps of neighbours and sounds alike cost less than letters that have nothing in common (edit 1).
 * Stops when it is more than `most`.
 */
export const distanceOf = (a: string, b: string, most: number): Distance => {
  const found: Distance = { whole: Infinity, begins: Infinity, beginsAt: 0, ends: Infinity, endsAt: 0 }
  const limit = most * EDIT
  const [n, m] = [Math.min(a.length, LONGEST), Math.min(b.length, LONGEST)]
  let [before, above, row]: [Float64Array, Float64Array, Float64Array] = [...rows]
  above[0] = 0
  for (let j = 1; j <= m; j += 1) above[j] = (above[j - 1] ?? 0) + extraCost(b.charCodeAt(j - 1))
  for (let i = 1; i <= n; i += 1) {
    const code = a.charCodeAt(i - 1)
    let least = (row[0] = (above[0] ?? 0) + extraCost(code))
    for (let j = 1; j <= m; j += 1) {
      const other = b.charCodeAt(j - 1)
      let cost = Math.min(
        (above[j - 1] ?? 0) + swapCost(code, other),
        (above[j] ?? 0) + extraCost(code),
        (row[j - 1] ?? 0) + extraCost(other)
      )
      if (i > 1 && j > 1 && code === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other)
        cost = Math.min(cost, (before[j - 2] ?? 0) + EDIT - 1)
      row[j] = cost
      if (cost < least) least = cost
    }
    const last = row[m] ?? Infinity
    if (last <= limit && last / EDIT <= found.ends) Object.assign(found, { ends: last / EDIT, endsAt: i })
    if (least > limit) return found
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

/** How many edits a word of so many sounds may carry and still be recognised. */
const MOST_EDITS = [0, 0, 0, 0.7, 1, 1.3, 1.8, 2, 2.3, 2.8, 2.8]
export const mostEdits = (length: number): number => MOST_EDITS[length] ?? 3.2

const CLASSES = ['bp', 'dt', 'gkhq', 'zscxjw', 'vf', 'm', 'n', 'l', 'r', '01234', '56789']
const classBits = new Uint16Array(SIZE)
for (const [bit, letters] of CLASSES.entries()) for (const letter of letters) classBits[codeOf(letter)] = 1 << bit

/** Which kinds of consonants a word holds, as bits: words that differ in many are far apart, which is seen without looking closer. */
export const consonantsOf = (word: string): number => {
  let bits = 0
  for (let index = 0; index < word.length; index += 1) bits |= classBits[word.charCodeAt(index)] ?? 0
  return bits
}
