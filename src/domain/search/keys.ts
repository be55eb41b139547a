import { LAYOUTS, type Layout } from './layouts.ts'

/** Keys of the row above are shifted half a key left: a key touches these of it. */
const ABOVE = [0, 1] as const

const neighboursIn = (layout: Layout): [string, string][] => {
  const rows = LAYOUTS[layout].map((row) => [...row])
  const pairs: [string, string][] = []
  // The upper row begins one key earlier, with the accent key.
  const shiftOf = (row: number): number => (row === 0 ? 1 : 0)
  for (const [row, keys] of rows.entries())
    for (const [at, letter] of keys.entries()) {
      const near = [keys[at + 1]]
      if (row > 0) for (const step of ABOVE) near.push(rows[row - 1]?.[at + step + shiftOf(row - 1)])
      for (const other of near) if (other !== undefined && /\p{L}/u.test(letter) && /\p{L}/u.test(other)) pairs.push([letter, other])
    }
  return pairs
}

/** Adjacent letters on a keyboard, in both directions. */
export const neighbourKeys = (layouts: readonly Layout[]): Map<string, Set<string>> => {
  const near = new Map<string, Set<string>>()
  const add = (a: string, b: string): void => void near.set(a, (near.get(a) ?? new Set()).add(b))
  for (const layout of layouts)
    for (const [a, b] of neighboursIn(layout)) {
      add(a, b)
      add(b, a)
    }
  return near
}

/** By script, in the order latin, russian, armenian. */
export const NEIGHBOURS = {
  latin: neighbourKeys(['latin']),
  russian: neighbourKeys(['russian']),
  armenian: neighbourKeys(['phonetic', 'eastern'])
}
export type KeyScript = keyof typeof NEIGHBOURS

export const keyScriptOf = (word: string): KeyScript =>
  /\p{Script=Armenian}/u.test(word) ? 'armenian' : /\p{Script=Cyrillic}/u.test(word) ? 'russian' : 'latin'
