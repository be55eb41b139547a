/** Words of a command that cannot be understood; the message names the one that is wrong, and the cure. */
export class BadWords extends Error {}

const WHOLE = /^[1-9]\d{0,8}$/

/** Reads a whole number above zero. */
export const readNumber = (name: string, word: string | undefined): number => {
  if (word === undefined) throw new BadWords(`${name} is missing; give a whole number`)
  if (!WHOLE.test(word)) throw new BadWords(`${name} is a whole number above zero, not "${word}"`)
  return Number(word)
}

export const requireEnd = (rest: readonly string[]): void => {
  if (rest.length > 0) throw new BadWords(`"${rest.join(' ')}" is too much; leave it out`)
}
