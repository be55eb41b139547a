/** Words of a command that cannot be understood; the message names the one that is wrong, and the cure. */
export class BadWords extends Error {}

const WHOLE = /^[1-9]\d{0,8}$/

/** Reads a whole number above zero. */
export const readNumber = (name: string, word: string | undefined): number => {
  if (word === undefined) throw new BadWords(`${name} is missing; give a whole number`)
  if (!WHOLE.test(word)) throw new BadWords(`${name} is a whole number above zero, not "${word}"`)
  return Number(word)
}

const NAME = /^[a-z0-9-]{1,40}$/
/** Whether a word may name a member of staff or a courier. */
export const isName = (word: string): boolean => NAME.test(word)

/** Reads the name of a member of staff. `does`: what that person does, for the message. */
export const readName = (does: string, word = ''): string => {
  if (!isName(word)) throw new BadWords(`NAME is who ${does}, in small letters, digits and "-", not "${word}"`)
  return word
}

export const requireEnd = (rest: readonly string[]): void => {
  if (rest.length > 0) throw new BadWords(`"${rest.join(' ')}" is too much; leave it out`)
}
