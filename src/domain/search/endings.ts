import { soundsOf } from './sounds.ts'
import { fold } from './folding.ts'

/** Endings in which a word of a menu and a typed word may differ, in their own letters. */
/** Bits of the languages in the order of LOCALES: hy, en, ru. */
export const ALL_LANGUAGES = 7
const [ARMENIAN_BIT, ENGLISH_BIT, RUSSIAN_BIT] = [1, 2, 4] as const

/** Returns the language of a word's letters. */
export const languageOfLetters = (word: string): number =>
  /\p{Script=Armenian}/u.test(word) ? ARMENIAN_BIT : /\p{Script=Cyrillic}/u.test(word) ? RUSSIAN_BIT : ENGLISH_BIT

const ARMENIAN =
  'ն ի ին ով ում ից եր երը երի երն երին երով երից երում ներ ները ների ներն ներին ներով ներից ներում յի յին յով յից յում յան ու ուն ս դ'
const RUSSIAN =
  'а я у ю ы и е о ой ей ою ею ом ем ам ям ами ями ах ях ов ев ья ьи ьев ие ию ия ии ием ий ый ая яя ое ее ую юю ого его ому ему ым им ых их ыми ими ые'
const ENGLISH = 's es ies'
/** Endings that derive another word of the same family. */
const ENGLISH_FAMILY = 'ed d ing y er'

const ENGLISH_AT = 1

/** Endings as sounds, each with the bits of its languages; the empty ending belongs to all. */
const tableOf = (languages: readonly string[]): Map<string, number> => {
  const table = new Map([['', ALL_LANGUAGES]])
  for (const [language, endings] of languages.entries())
    for (const ending of endings.split(' ')) {
      // "ո" has a leading sound only at the beginning of a word.
      const sounds = soundsOf(fold(ending).replace(/^vo/, 'o'))
      table.set(sounds, (table.get(sounds) ?? 0) | (1 << language))
    }
  return table
}
const ENDINGS = tableOf([ARMENIAN, ENGLISH, RUSSIAN])
const FAMILY = tableOf([ARMENIAN, ENGLISH, RUSSIAN].map((endings, at) => (at === ENGLISH_AT ? `${endings} ${ENGLISH_FAMILY}` : endings)))
const MAX_LENGTH = Math.max(...[...FAMILY.keys()].map(({ length }) => length))
const MIN_STEM_LENGTH = 3
/** Endings allowed after stems of two sounds: "egg" and "eggs", "ձու" and "ձուն". */
export const SHORT_ENDINGS = ['s', 'n', 'i', 'er']

/** Languages whose endings are written in such letters: for Latin letters all of them. */
export const endingsIn = (letters: number): number => (letters === ENGLISH_BIT ? ALL_LANGUAGES : letters)

/** Bits of the languages in which a word may have both endings. `family`: derived words count too. */
export const languagesOf = (ending: string, other: string, family = false): number => {
  const table = family ? FAMILY : ENDINGS
  return (table.get(ending) ?? 0) & (table.get(other) ?? 0)
}

/** Languages in which such a stem may take an ending: in Russian a final vowel is itself the ending ("рыба" has no "рыбай"). */
export const languagesAfter = (stem: string): number => (/[aeou]$/.test(stem) ? ALL_LANGUAGES & ~RUSSIAN_BIT : ALL_LANGUAGES)

/** Returns the stems of a word without its endings, longest first, including the word itself. */
export const stemsOf = (word: string): string[] => {
  const stems: string[] = []
  for (let length = word.length; length >= Math.max(MIN_STEM_LENGTH, word.length - MAX_LENGTH); length -= 1)
    if (FAMILY.has(word.slice(length))) stems.push(word.slice(0, length))
  return stems
}

const FLEETING = ['i', 'u', 'e', 'o']

/** Languages whose words lose vowels. */
export const FLEETING_LANGUAGES = ARMENIAN_BIT | RUSSIAN_BIT

/**
 * Returns alternative stems: with a vowel lost before an ending, "srq" (սրճի) is "surq" (սուրճ), "ogurc" (огурцы) is "ogurec" (огурец), or
 * changed, "katv" (կատվի) is "katu" (կատու).
 */
export const withFleetingVowel = (stem: string): string[] => {
  const stems: string[] = []
  for (let at = stem.length - 1; at >= Math.max(1, stem.length - 3); at -= 1)
    if (/^[^aeiou]{2}$/.test(stem.slice(at - 1, at + 1)))
      for (const vowel of FLEETING) stems.push(stem.slice(0, at) + vowel + stem.slice(at))
  if (stem.endsWith('v')) stems.push(`${stem.slice(0, -1)}u`)
  return stems
}

/**
 * Returns other forms of a whole word that changes inside: without its last vowel, "ogurec" (огурец) is "ogurc" (огурцы), and with f for v,
 * "loaves" is "loaf".
 */
export const changedStems = (word: string): string[] => [
  ...(/[^aeiou][eo][^aeiou]$/.test(word) && word.length >= 5 ? [word.slice(0, -2) + word.slice(-1)] : []),
  ...(word.endsWith('ves') ? [`${word.slice(0, -3)}f`, `${word.slice(0, -3)}fe`] : [])
]

/** Returns the stem of two consonants, possible only in Armenian: "ms" (մսի) is "mis" (միս). */
export const barestStems = (word: string): string[] =>
  /^[^aeiou\d]{2}./.test(word) && ((ENDINGS.get(word.slice(2)) ?? 0) & ARMENIAN_BIT) !== 0 ? [word.slice(0, 2)] : []
