import type { Locale } from '#domain/locale.ts'
import { fold, foldedWords } from '#domain/search/folding.ts'
import { spellingsOf } from '#domain/search/sounds.ts'

/** A house number as typed: 12, 12ա, 24/5. */
export interface House {
  number: number
  /** '' or '/5'. */
  part: string
  /** '' or one letter of any alphabet. */
  letter: string
}
export interface Query {
  /** Folded words without numbers and without words such as "street". */
  words: string[]
  /** Other readings of a folded word typed in Latin letters, as sounds. */
  spellings: ReadonlyMap<string, readonly string[]>
  /** Numbers in the order typed; one of them may be the number of the street itself ("Nor Aresh 11, 5"). */
  houses: House[]
  /** Numbers typed as ordinals: never a house. */
  ordinals: string[]
  zip: string
  /** Whether a kind of street was typed, so that no landmark or district is meant. */
  street: boolean
}

const folded = (text: string): ReadonlySet<string> => new Set(text.split(' ').map(fold))
const KINDS = folded(
  'փողոց փող պողոտա պող խճուղի խճ նրբանցք նրբ улица ул проспект просп пр прт пркт шоссе переулок пер street st str avenue ave av highway hwy lane ln'
)
const SMALL_WORDS = folded('տուն տ շենք շ բնակարան բն дом д корпус кв квартира т ш house building bldg flat apt մարզ область обл province')
const IGNORED: readonly string[] = [...KINDS].filter((word) => word.length > 3)

const ORDINAL = /(?<![\p{L}\p{N}])(\d{1,3})[-\s]?(?:րդ|ին|ая|ой|ый|я|й|st|nd|rd|th)(?![\p{L}\p{N}])/giu
const NUMBER = /(?<![\p{L}\p{N}])(\d{1,3})(\s?\/\s?\d{1,3})?(?:-?(\p{L})|\s(\p{L})(?=\s*(?:,|$)))?(?![\p{L}\p{N}])/gu
const ZIP = /(?<![\p{L}\p{N}/])\d{4}(?![\p{L}\p{N}/])/gu
const MAX_WORDS = 8
const BETWEEN_TYPED = /[^\p{L}\p{M}\p{N}@'’`]+/u

/** Whether a word is a kind of street: complete, declined, or incomplete. */
export const isKindWord = (word: string): boolean =>
  KINDS.has(word) ||
  SMALL_WORDS.has(word) ||
  IGNORED.some((kind) => (word.startsWith(kind) && word.length - kind.length <= 3) || (word.length > 2 && kind.startsWith(word)))

/** Returns the distinctive folded words of a name, and its ordinal ("11" of "Nor Aresh 11th"; '' for none). */
export const nameParts = (name: string): { words: string[]; ordinal: string } => {
  const words = foldedWords(name.replace(ORDINAL, ' $1 '))
  const ordinal = words.find((word) => /^\d+$/.test(word)) ?? ''
  return { words: words.filter((word) => !/^\d+$/.test(word) && !KINDS.has(word)), ordinal }
}

/** Parses a query: the house number may be anywhere; four digits are a postal code. */
export const readQuery = (term: string): Query => {
  const ordinals: string[] = []
  const houses: House[] = []
  const zips: string[] = []
  const text = term
    .normalize('NFKC')
    .replace(ORDINAL, (_, digits: string) => (ordinals.push(digits), ' '))
    .replace(ZIP, (digits) => (zips.push(digits), ' '))
    .replace(NUMBER, (_, digits: string, part?: string, letter?: string, apart?: string) => {
      houses.push({ number: Number(digits), part: (part ?? '').replace(/\s/g, ''), letter: letter ?? apart ?? '' })
      return ' '
    })
  const all = [...new Set(foldedWords(text))].slice(0, MAX_WORDS)
  const telling = all.filter((word) => !KINDS.has(word) && !SMALL_WORDS.has(word))
  return {
    words: telling.length > 0 ? telling : all,
    spellings: new Map(text.split(BETWEEN_TYPED).map((typed) => [fold(typed), spellingsOf(typed)])),
    houses,
    ordinals,
    zip: zips.at(-1) ?? '',
    street: all.some((word) => KINDS.has(word))
  }
}

const LETTER_VARIANTS = ['աaа', 'բbб', 'գgг', 'դdд', 'եeе', 'զzз', 'վvв']
const VARIANT_INDEX: Record<Locale, number> = { hy: 0, en: 1, ru: 2 }

/** Formats a house number: "12ա", "24/5", with the letter in the language's alphabet. */
export const houseText = ({ number, part, letter }: House, locale: Locale): string => {
  const small = letter.toLowerCase()
  const row = LETTER_VARIANTS.find((letters) => letters.includes(small))
  return `${number}${letter && (row?.[VARIANT_INDEX[locale]] ?? small)}${part}`
}
