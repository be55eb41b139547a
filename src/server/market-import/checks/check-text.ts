import type { Locale } from '#domain/locale.ts'

const ARMENIAN = /[\u0531-\u0556\u0561-\u0587]/
const CYRILLIC = /[\u0400-\u04ff]/
const CONTROL = /\p{Cc}/u
/** Overrides and isolates of direction, which reorder the text around them. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/
const SPLIT_EV = /եւ/
/** Matches words, but not sizes and codes such as XL, 42 or R16. */
const WORDS = /\p{Ll}|\p{L}{5}/u
const BROKEN = /\ufffd/

/**
 * Returns what is expected of a text in a language; null when it is valid. `anyScript`: trade marks may be in any script.
 * Armenian text needs only one Armenian letter, and sizes none, because dishes and makers keep foreign names.
 */
export const textFault = (text: string, locale: Locale, maxLength: number, anyScript = false): string | null => {
  if (text.trim() === '') return 'text'
  if (text.length > maxLength) return `at most ${maxLength} characters (${text.length} here)`
  if (text !== text.trim()) return 'no spaces at the ends'
  if (CONTROL.test(text)) return 'one line without control characters'
  if (DIRECTION.test(text)) return 'no invisible marks of direction'
  if (BROKEN.test(text)) return 'readable letters (the file was once saved in another encoding than UTF-8)'
  if (text !== text.normalize('NFC')) return 'letters in their composed form (Unicode NFC)'
  if (SPLIT_EV.test(text)) return 'և in place of եւ'
  if (anyScript) return null
  if (locale === 'hy') return ARMENIAN.test(text) || !WORDS.test(text) ? null : 'Armenian letters'
  if (ARMENIAN.test(text)) return 'no Armenian letters in this language'
  return locale === 'en' && CYRILLIC.test(text) ? 'no Russian letters in this language' : null
}
