import { isSmallWord, withoutWords } from '#domain/search/small-words.ts'
import { soundsOf } from '#domain/search/sounds.ts'

export const wordsOf = (part: string): string[] => part.split(' ').filter(Boolean)

/** False for words that tell nothing about a group. */
export const isSelective = (folded: string): boolean => !isSmallWord(soundsOf(folded)) || withoutWords.has(soundsOf(folded))

/** Numbers, measures and prepositions do not count as missing words of a name. */
export const isSmall = (word: string): boolean => word.length < 3 || /^\d/.test(word)
