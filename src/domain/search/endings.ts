import { soundsOf } from './sounds.ts'
import { fold } from './folding.ts'

/** Endings by which a word of a menu and the word somebody types differ, in their own letters. */
/** Bits of the languages in the order of LOCALES: hy, en, ru. */
export const ALL_LANGUAGES = 7
const [ARMENIAN_BIT, ENGLISH_BIT, RUSSIAN_BIT] = [1, 2, 4] as const

/** The language that the letters of a word belong to. */
export const languageOfLetters = (word: string): number =>
  /\p{Script=Armenian}/u.test(word) ? ARMENIAN_BIT : /\p{Script=Cyrillic}/u.test(word) ? RUSSIAN_BIT : ENGLISH_BIT

const ARMENIAN =
  'ն ի ին ով ում ից եր երը երի երն երին երով երից երում ներ ները ների ներն ներին ներով ներից ներում յի յին յով յից յում յան ու ուն ս դ'
const RUSSIAN =
  'а я у ю ы и е о ой ей ою ею ом ем ам ям ами ями ах ях ов ев ья ьи ьев ие ию ия ии ием ий ый ая яя ое ее ую юю ого его ому ему ым им ых их ыми ими ые'
const ENGLISH = 's es ies'
/** These make another word of the same family. */
const ENGLISH_FAMILY = 'ed d ing y er'

const ENGLISH_AT = 1

/** Each as sounds, with a bit for every language that has it; no ending at all belongs to all of them. */
const tableOf = (languages: readonly string[]): Map<string, number> => {
  const table = new Map([['', ALL_LANGUAGES]])
  for (const [language, endings] of languages.entries())
    for (const ending of endings.split(' ')) {
      // Only at the beginning of a word "ո" has a sound before it.
      const sounds = soundsOf(fold(ending).replace(/^vo/, 'o'))
      table.set(sounds, (table.get(sounds) ?? 0) | (1 << language))
    }
  return table
}
const ENDINGS = tableOf([ARMENIAN, ENGLISH, RUSSIAN])
const FAMILY = tableOf([ARMENIAN, ENGLISH, RUSSIAN].map((endings, at) => (at === ENGLISH_AT ? `${endings} ${ENGLISH_FAMILY}` : endings)))
const MAX_LENGTH = Math.max(...[...FAMILY.keys()].map(({ length }) => length))
const SHORTEST_STEM = 3
/** What words of two sounds may have after them: "egg" and "eggs", "ձու" and "ձուն". */
export const SHORT_ENDINGS = ['s', 'n', 'i', 'er']

/** Languages whose endings people write in such letters: in Latin ones those of all. */
export const endingsIn = (letters: number): number => (letters === ENGLISH_BIT ? ALL_LANGUAGES : letters)

/** Languages, as bits, in which a word may have the one ending here and the other there. `family`: or make a kindred word of it. */
export const languagesOf = (ending: string, other: string, family = false): number => {
  const table = family ? FAMILY : ENDINGS
  return (table.get(ending) ?? 0) & (table.get(other) ?? 0)
}

/** Languages whose words may change behind such a stem: in Russian a vowel is itself the ending, "рыба" has no "рыбай". */
export const languagesAfter = (stem: string): number => (/[aeou]$/.test(stem) ? ALL_LANGUAGES & ~RUSSIAN_BIT : ALL_LANGUAGES)

/** What may be left of a word without its ending, the longest first; the word itself is one. */
export const stemsOf = (word: string): string[] => {
  const stems: string[] = []
  for (let length = word.length; length >= Math.max(SHORTEST_STEM, word.length - MAX_LENGTH); length -= 1)
    if (FAMILY.has(word.slice(length))) stems.push(word.slice(0, length))
  return stems
}

const FLEETING = ['i', 'u', 'e', 'o']

/** Languages whose words lose vowels. */
export const FLEETING_LANGUAGES = ARMENIAN_BIT | RUSSIAN_BIT

/**
 * Stems that lose a vowel before an ending, with it: "srq" (սրճի) is "surq" (սուրճ), "ogurc" (огурцы) is "ogurec" (огурец), and those that
 * change it: "katv" (կատվի) is "katu" (կատու).
 */
export const withFleetingVowel = (stem: string): string[] => {
  const made: string[] = []
  for (let at = stem.length - 1; at >= Math.max(1, stem.length - 3); at -= 1)
    if (/^[^aeiou]{2}$/.test(stem.slice(at - 1, at + 1)))
      for (const vowel of FLEETING) made.push(stem.slice(0, at) + vowel + stem.slice(at))
  if (stem.endsWith('v')) made.push(`${stem.slice(0, -1)}u`)
  return made
}

/** A stem of two consonants, which only Armenian words have: "ms" (մսի) is "mis" (միս). */
export const barestStems = (word: string): string[] =>
  /^[^aeiou\d]{2}./.test(word) && ((ENDINGS.get(word.slice(2)) ?? 0) & ARMENIAN_BIT) !== 0 ? [word.slice(0, 2)] : []
