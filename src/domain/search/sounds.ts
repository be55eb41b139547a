import { foldedWords } from './folding.ts'

/** Sounds that folding writes with two letters, each as one letter that folding never leaves. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/sh/g, 'w'],
  [/ch/g, 'q'],
  [/ts/g, 'c'],
  [/dz/g, 'x']
]

/** A folded word with one letter a sound, so that one letter missed in any alphabet is one letter here: "horovats" is "horovac". None is doubled. */
export const soundsOf = (folded: string): string =>
  SOUNDS.reduce((word, [letters, sound]) => word.replace(letters, sound), folded).replace(/([a-z])\1+/g, '$1')

/** The words of a text by their sounds, in order. */
export const soundWords = (text: string): string[] => foldedWords(text).map(soundsOf)

/**
 * How people write Armenian and Russian in Latin letters beside what English readers expect: x for խ and х, c for ծ and ц,
 * y for ը and у, 4 for ч, 6 for ш, @ for ը.
 */
const HABITS: readonly (readonly [RegExp, string])[] = [
  [/x/g, 'kh'],
  [/c(?![hkei])/g, 'ts'],
  [/c(?!h)/g, 'ts'],
  [/sch|shh/g, 'sh'],
  [/(?<=[a-z])@|@(?=[a-z])/g, ''],
  [/(?<=[a-z])4|4(?=[a-z])/g, 'ch'],
  [/(?<=[a-z])6|6(?=[a-z])/g, 'sh'],
  [/ph/g, 'p'],
  [/y/g, 'u'],
  [/y/g, ''],
  [/j/g, 'y'],
  [/w/g, 'sh']
]
const MAX_SPELLINGS = 6

/** Other words that a word in Latin letters may stand for, as sounds, the likely ones first; the first is the plain reading. */
export const spellingsOf = (word: string): string[] => {
  const lower = word.toLowerCase()
  const texts = new Set([lower])
  if (/[a-z]/.test(lower))
    for (const [letters, sound] of HABITS)
      for (const text of [...texts]) {
        if (texts.size >= MAX_SPELLINGS) break
        texts.add(text.replace(letters, sound))
      }
  return [...new Set([...texts].map((text) => soundWords(text).join('')))].filter(Boolean)
}
