import { keyScriptOf, NEIGHBOURS } from './keys.ts'

const ALPHABETS = [
  [/\p{Script=Armenian}/u, [...'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ']],
  [/\p{Script=Cyrillic}/u, [...'абвгдежзийклмнопрстуфхцчшщъыьэюя']],
  [/[a-z]/, [...'abcdefghijklmnopqrstuvwxyz']]
] as const
const MAX_LENGTH = 16

/** A wrong or extra letter that is not on an adjacent key. */
const STRANGE = 1.8
/** In short words this would match almost any word. */
const MIN_LENGTH_STRANGE = 8
/** In short words people notice the first letter; it may only be missing. */
const FIRST = 0.1
const MIN_LENGTH_FIRST = 5
/** Words this short may have a missing letter or a transposition; a wrong letter would be half of the word. */
const SHORT = 3

/**
 * Returns every word that a typo may have turned into this one, with its cost: a letter omitted, doubled or hit beside its key, or a
 * transposition (1); in long words any letter. Works on letters, not sounds, because a typo inside "ch" or "ու" changes the sound. Empty
 * for other alphabets.
 */
export const slipsOf = (word: string): Map<string, number> => {
  const letters = [...word.toLowerCase()]
  const slips = new Map<string, number>()
  const alphabet = ALPHABETS.find(([script]) => letters.every((letter) => script.test(letter)))?.[1]
  if (!alphabet || letters.length < SHORT || letters.length > MAX_LENGTH) return slips
  const near = NEIGHBOURS[keyScriptOf(word)]
  const isNear = (a: string, b: string | undefined): boolean => b !== undefined && (a === b || near.get(a)?.has(b) === true)
  const isLong = letters.length >= MIN_LENGTH_STRANGE
  const add = (slip: string, cost: number, at: number): void => {
    const isFirst = at === 0 && letters.length < MIN_LENGTH_FIRST
    if (isFirst && slip.length <= word.length) return
    const whole = cost + (isFirst ? FIRST : 0)
    if ((slips.get(slip) ?? Infinity) > whole) slips.set(slip, whole)
  }
  for (let at = 0; at <= letters.length; at += 1) {
    const before = letters.slice(0, at).join('')
    const after = letters.slice(at).join('')
    const [first, second = ''] = letters.slice(at, at + 2)
    const rest = letters.slice(at + 1).join('')
    for (const letter of alphabet) add(before + letter + after, 1, at)
    if (first === undefined) continue
    if (second) add(before + second + first + letters.slice(at + 2).join(''), 1, at + 1)
    if (letters.length === SHORT) continue
    const isDoubled = isNear(first, letters[at - 1]) || isNear(first, second || undefined)
    if (isDoubled || isLong) add(before + rest, isDoubled ? 1 : STRANGE, at)
    for (const letter of alphabet) {
      const close = isNear(letter, first)
      if (close || isLong) add(before + letter + rest, close ? 1 : STRANGE, at)
    }
  }
  slips.delete(letters.join(''))
  return slips
}
