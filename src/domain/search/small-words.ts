import { soundWords } from './sounds.ts'

/** Stop words of the three languages, in their own letters. */
const STOP_WORDS =
  'և ու կամ հետ համար մեջ առանց մի and or the with for of from without by in on at to и или с со для из без на по в во от до к за под'

/** Negations among them: "без сахара" asks for no sugar. */
const WITHOUT = 'առանց without free без'

const words = new Set(soundWords(STOP_WORDS))
export const withoutWords: ReadonlySet<string> = new Set(soundWords(WITHOUT))

/** True for a word, as sounds, that a name may lack and still match. */
export const isSmallWord = (sounds: string): boolean => words.has(sounds)
