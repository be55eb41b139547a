/** Parses 'ա a բ b …' to a table; '-' marks a letter that is dropped. */
const table = (pairs: string): Map<string, string> => {
  const parts = pairs.split(' ')
  return new Map(parts.flatMap((letter, i) => (i % 2 === 0 ? [[letter, (parts[i + 1] ?? '').replace('-', '')] as const] : [])))
}

/** Rough common Latin of both alphabets: kh and h become h, gh and g become g, zh and j become j, where spellings of a name differ. */
const LETTERS = new Map([
  ...table('ա a բ b գ g դ d ե e զ z է e ը - թ t ժ zh ի i լ l խ h ծ ts կ k հ h ձ dz ղ g ճ ch մ m յ i ն n շ sh ո o'),
  ...table('չ ch պ p ջ j ռ r ս s վ v տ t ր r ց ts ւ v փ p ք k օ o ֆ f'),
  ...table('а a б b в v г g д d е e ж zh з z и i к k л l м m н n о o п p р r с s т t у u ф f х h ц ts ч ch ш sh'),
  ...table('щ sh ъ - ы i ь - э e ю iu я ia')
])

/** Stress, question and exclamation marks inside Armenian words; apostrophes and modifier letters in Latin ones. */
const INSIDE_WORDS = /[\u055a-\u055c\u055e'`´\u2018\u2019\u201b\p{Lm}\p{M}]/gu
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/gu
const FOREIGN = /[\u0430-\u044f\u0561-\u0586]/g

/** Spellings of one sound in Latin letters. Each rule shortens the word or consumes a letter, so repetition terminates. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/y/g, 'i'],
  [/w/g, 'v'],
  [/q/g, 'k'],
  [/x/g, 'ks'],
  [/tch/g, 'ch'],
  [/shch/g, 'sh'],
  [/dzh|dj|zh/g, 'j'],
  [/kh/g, 'h'],
  [/gh/g, 'g'],
  [/tz/g, 'ts'],
  [/ou/g, 'u'],
  [/c(?=[ei])/g, 's'],
  [/c(?!h)/g, 'k'],
  [/ie/g, 'e'],
  [/([a-z])\1+/g, '$1']
]

const respelled = (text: string): string => {
  const next = SPELLINGS.reduce((word, [spelling, sound]) => word.replace(spelling, sound), text)
  return next === text ? text : respelled(next)
}

/**
 * Folds a name typed in Armenian, Russian or English to one form: "Աբովյան", "Абовян", "Abovyan", "Abovian" are "abovian". Lower case, no
 * marks, single spaces, other scripts unchanged; idempotent. For comparison, not display.
 */
export const fold = (text: string): string => {
  const words = text.normalize('NFKD').toLowerCase().normalize('NFKD').replace(INSIDE_WORDS, '').replace(BETWEEN_WORDS, ' ').trim()
  const latin = words
    .replace(/ու/g, 'u')
    .replace(/(^| )ո(?!վ)/g, '$1vo')
    .replace(FOREIGN, (letter) => LETTERS.get(letter) ?? letter)
  return respelled(latin.replace(/ +/g, ' ').trim())
}

/** Returns the folded words of a text, in order. */
export const foldedWords = (text: string): string[] => fold(text).split(' ').filter(Boolean)
