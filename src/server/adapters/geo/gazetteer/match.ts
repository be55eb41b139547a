/** Scores how well a typed word matches a word of a name, 0 to 1. Both are folded. */
export const wordScore = (typed: string, word: string): number => {
  if (typed === word) return 1
  if (word.startsWith(typed)) return typed.length > 1 ? 0.8 + (0.15 * typed.length) / word.length : 0.5
  // The typed word has an additional ending: "Abovianin", "Pushkinskaia".
  if (word.length > 4 && typed.startsWith(word) && typed.length - word.length <= 3) return 0.8
  if (typed.length < 4 || word.length < 4) return 0
  if (oneSlip(typed, word)) return 0.7
  return word.length > typed.length && [0, 1, -1].some((more) => oneSlip(typed, word.slice(0, typed.length + more))) ? 0.6 : 0
}

/** Single letters of Armenian and Russian that folding writes with two. */
const PAIRS = /[csz]h|ts|dz/g
const sounds = (piece: string): number => piece.replace(PAIRS, '1').length

/** Whether words differ by one substitution, deletion, insertion, or transposition. */
const oneSlip = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > 2) return false
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (sounds(left) <= 1 && sounds(right) <= 1) return true
  // A letter missing between two equal ones: folding joins those ("Amiian" is "amian").
  if (left === '' && right.length === 2 && start > 0) return right[1] === a[start - 1] || right[0] === a[start]
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}
