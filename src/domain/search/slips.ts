import { keyScriptOf, NEIGHBOURS } from './keys.ts'

const ALPHABETS = [
  [/\p{Script=Armenian}/u, [...'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ']],
  [/\p{Script=Cyrillic}/u, [...'абвгдежзийклмнопрстуфхцчшщъыьэюя']],
  [/[a-z]/, [...'abcdefghijklmnopqrstuvwxyz']]
] as const
const MAX_LENGTH = 16

/** A letter struck that lies nowhere near the right one, or that nobody meant at all. */
const STRANGE = 1.8
/** In short words this would make any word of any other. */
const SHORTEST_STRANGE = 8
/** In a short word people look at the first letter; it may be missing. */
const FIRST = 0.1
const SHORTEST_FIRST = 5
/** A word as short as this may have lost a letter or have two in the wrong order; a wrong one would be half of it. */
const SHORT = 3

/**
 * Every word that may have become this one by a slip of the finger, with what that costs: a letter left out, doubled or struck beside its
 * key, or two in the wrong order (1); in long words any letter. In letters and not in sounds, because a slip inside of "ch" or "ու" makes
 * quite another sound. None for words of other alphabets.
 */
export const slipsOf = (word: string): Map<string, number> => {
  const letters = [...word.toLowerCase()]
  const slips = new Map<string, number>()
  const alphabet = ALPHABETS.find(([script]) => letters.every((letter) => script.test(letter)))?.[1]
  if (!alphabet || letters.length < SHORT || letters.length > MAX_LENGTH) return slips
  const near = NEIGHBOURS[keyScriptOf(word)]
  const isNear = (a: string, b: string | undefined): boolean => b !== undefined && (a === b || near.get(a)?.has(b) === true)
  const isLong = letters.length >= SHORTEST_STRANGE
  const add = (slip: string, cost: number, at: number): void => {
    const isFirst = at === 0 && letters.length < SHORTEST_FIRST
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
