/** Minimum length of a password (spec section 9), and the maximum worth hashing. */
export const PASSWORD_LENGTH = { least: 8, most: 128 } as const

/** Requirements of a password (spec section 5). Letter case counts in any script; a symbol is neither letter, digit nor space. */
export type PasswordLack = 'length' | 'digit' | 'symbol' | 'upper' | 'lower'
const NEEDS: [PasswordLack, RegExp][] = [
  ['digit', /\p{Nd}/u],
  ['symbol', /[^\p{L}\p{M}\p{N}\p{Z}\p{C}]/u],
  ['upper', /\p{Lu}/u],
  ['lower', /\p{Ll}/u]
]

/** Normalises a password: half- and full-width characters, composed and decomposed letters are the same. */
export const normalizePassword = (text: string): string => text.normalize('NFKC')

/** Returns the missing requirements in their order; empty when the password is valid. */
export const passwordLacks = (text: string): PasswordLack[] => {
  const password = normalizePassword(text)
  const { length } = [...password]
  const lacks: PasswordLack[] = length < PASSWORD_LENGTH.least || length > PASSWORD_LENGTH.most ? ['length'] : []
  return [...lacks, ...NEEDS.filter(([, need]) => !need.test(password)).map(([lack]) => lack)]
}
