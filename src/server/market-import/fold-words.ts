import { fold } from '#domain/search/folding.ts'
import { memoize } from '#server/memoize.ts'

/** Words of a market repeat: of a million names a few ten thousand different ones. */
const MAX_WORDS = 50_000
const foldWord = memoize(fold, MAX_WORDS)

/** The same as fold: what stands between spaces is folded by itself, each word once. */
export const foldWords = (text: string): string =>
  text
    .split(' ')
    .map((word) => (word === '' ? '' : foldWord(word)))
    .filter(Boolean)
    .join(' ')
