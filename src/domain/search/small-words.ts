import { soundWords } from './sounds.ts'

/** Words of the three languages that say nothing about goods, in their own letters. */
const SMALL =
  'և ու կամ հետ համար մեջ առանց մի and or the with for of from without by in on at to и или с со для из без на по в во от до к за под'

/** Those of them that turn what follows into its opposite: who asks for "без сахара" wants no sugar. */
const WITHOUT = 'առանց without free без'

const words = new Set(soundWords(SMALL))
export const withoutWords: ReadonlySet<string> = new Set(soundWords(WITHOUT))

/** Whether a word, by its sounds, is one that a name may lack and still be meant. */
export const isSmallWord = (sounds: string): boolean => words.has(sounds)
