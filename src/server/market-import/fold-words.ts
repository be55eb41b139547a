import { fold } from '#domain/search/folding.ts'

/** Words of a market repeat: of a million names a few ten thousand different ones. */
const MOST = 50_000
const folded = new Map<string, string>()

const foldWord = (word: string): string => {
  const known = folded.get(word)
  if (known !== undefined) return known
  if (folded.size >= MOST) folded.clear()
  const made = fold(word)
  folded.set(word, made)
  return made
}

/** The same as fold: what stands between spaces is folded by itself, each word once. */
export const foldWords = (text: string): string =>
  text
    .split(' ')
    .map((word) => (word === '' ? '' : foldWord(word)))
    .filter(Boolean)
    .join(' ')
