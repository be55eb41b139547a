import { foldedWords } from './folding.ts'

/** Sounds that folding writes with two letters, each mapped to a letter that folding never produces. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/sh/g, 'w'],
  [/ch/g, 'q'],
  [/ts/g, 'c'],
  [/dz/g, 'x']
]

/**
 * Converts a folded word to one letter per sound, so that one wrong letter in any alphabet is one letter here: "horovats" is "horovac".
 * Doubles are removed.
 */
export const soundsOf = (folded: string): string =>
  SOUNDS.reduce((word, [letters, sound]) => word.replace(letters, sound), folded).replace(/([a-z])\1+/g, '$1')

/** Returns the words of a text as sounds, in order. */
export const soundWords = (text: string): string[] => foldedWords(text).map(soundsOf)

/** Informal Latin spellings of Armenian and Russian: x for խ and х, c for ծ and ц, y for ը and у, 4 for ч, 6 for ш, @ for ը. */
const HABITS: readonly (readonly [RegExp, string])[] = [
  [/(?<=.)x/g, 'gh'],
  [/x/g, 'kh'],
  [/oo/g, 'u'],
  [/ee/g, 'i'],
  [/š/g, 'sh'],
  [/č/g, 'ch'],
  [/ž/g, 'zh'],
  [/th/g, 't'],
  [/c(?![hkei])/g, 'ts'],
  [/c(?!h)/g, 'ts'],
  [/sch|shh/g, 'sh'],
  [/(?<=[a-z])@|@(?=[a-z])/g, ''],
  [/(?<=[a-z])4|4(?=[a-z])/g, 'ch'],
  [/(?<=[a-z])6|6(?=[a-z])/g, 'sh'],
  [/ph/g, 'p'],
  [/y/g, 'u'],
  [/y/g, ''],
  [/j$/g, 'ch'],
  [/j/g, 'y'],
  [/w/g, 'sh']
]
const MAX_SPELLINGS = 6

/** Returns alternative readings of a word in Latin letters, as sounds, most likely first; the first is the standard reading. */
export const spellingsOf = (word: string): string[] => {
  const lower = word.toLowerCase()
  const texts = new Set([lower])
  // ղ and խ are both х in Cyrillic: "цахик" is ծաղիկ.
  if (/(?<=.)х/.test(lower)) texts.add(lower.replace(/(?<=.)х/g, 'г'))
  if (/[a-z]/.test(lower))
    for (const [letters, sound] of HABITS)
      for (const text of [...texts]) {
        if (texts.size >= MAX_SPELLINGS) break
        texts.add(text.replace(letters, sound))
      }
  return [...new Set([...texts].map((text) => soundWords(text).join('')))].filter(Boolean)
}
