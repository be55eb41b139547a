/** Shortest password (spec section 9), and the longest that is worth hashing. */
export const PASSWORD_LENGTH = { least: 8, most: 128 } as const

/** What a password may lack (spec section 5). A letter case counts in any script; a symbol is neither letter, digit nor space. */
export type PasswordLack = 'length' | 'digit' | 'symbol' | 'upper' | 'lower'
const NEEDS: [PasswordLack, RegExp][] = [
  ['digit', /\p{Nd}/u],
  ['symbol', /[^\p{L}\p{M}\p{N}\p{Z}\p{C}]/u],
  ['upper', /\p{Lu}/u],
  ['lower', /\p{Ll}/u]
]

/** One form whatever keyboard wrote it: half- and full-width signs, composed and decomposed letters are the same password. */
export const normalizePassword = (text: string): string => text.normalize('NFKC')

/** Everything a password lacks, in the order of the rule; empty: it is good. */
export const passwordLacks = (text: string): PasswordLack[] => {
  const password = normalizePassword(text)
  const { length } = [...password]
  const lacks: PasswordLack[] = length < PASSWORD_LENGTH.least || length > PASSWORD_LENGTH.most ? ['length'] : []
  return [...lacks, ...NEEDS.filter(([, need]) => !need.test(password)).map(([lack]) => lack)]
}
