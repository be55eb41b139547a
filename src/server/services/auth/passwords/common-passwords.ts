import { normalizePassword } from '#domain/password.ts'
import { COMMON_WORDS } from './common-words.ts'

/** Signs and digits that stand for letters. `1` and `!` may stand for two, so both readings are tried. */
const LOOKALIKES: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '€': 'e',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
  '8': 'b'
}
const LETTERS_OF_ONE = ['i', 'l'] as const

/** A word with lookalikes as letters, then whatever people add to satisfy a rule: signs, a year, digits in a row or repeated. */
const SIGNS = String.raw`[^\p{L}\p{M}\p{N}]*`
const RUNS = '0?1?2?3?4?5?6?7?8?9?0?'
const DIGITS = String.raw`(?:(?:19|20)\d\d|\d{1,2}|(\d)\1*|${RUNS}|9?8?7?6?5?4?3?2?1?0?|(?:12|123|01)+)`
const ADDED = new RegExp(`^${SIGNS}${DIGITS}${SIGNS}$`, 'u')
const MIN_WORD = 3
/** Longer ones are in no list. The bounds also keep the search short. */
const MAX_COMMON = 40
const MAX_BEFORE = 4
const MAX_AFTER = 12

const foldWord = (text: string, one: string): string =>
  [...text].map((sign) => (sign === '1' || sign === '!' || sign === '|' ? one : (LOOKALIKES[sign] ?? sign))).join('')

/** Same signs over and over ("Aa1!Aa1!Aa1!"). */
const isRepeated = (text: string): boolean => /^(.{1,4})\1{2,}$/u.test(text)

/** Whether a password that meets the rule is a common word with what people add to it: "Password1!", "P@ssw0rd", "Qwerty123!". */
export const isCommonPassword = (password: string): boolean => {
  const text = normalizePassword(password).toLowerCase()
  if (isRepeated(text)) return true
  if (text.length > MAX_COMMON) return false
  for (let start = 0; start <= MAX_BEFORE && ADDED.test(text.slice(0, start)); start += 1) {
    for (let end = text.length; end - start >= MIN_WORD && end >= text.length - MAX_AFTER; end -= 1) {
      if (ADDED.test(text.slice(end)) && isCommonWord(text.slice(start, end))) return true
    }
  }
  return false
}

/** The word itself, or twice the same. */
const isCommonWord = (text: string): boolean =>
  LETTERS_OF_ONE.map((one) => foldWord(text, one)).some(
    (word) => COMMON_WORDS.has(word) || (/^(.+)\1$/u.test(word) && COMMON_WORDS.has(word.slice(0, word.length / 2)))
  )
