/** Shortest tax id (spec section 9); the longest leaves room for those of other countries. */
export const TIN_LENGTH = { least: 8, most: 20 } as const

/** The one form tax ids are stored and compared in: no spaces, dashes or dots, capital letters. null: other signs, or too long. */
export const normalizeTin = (text: string): string | null => {
  const tin = text
    .normalize('NFKC')
    .replace(/[\s.\-\u2010-\u2015]/g, '')
    .toUpperCase()
  return /^[0-9A-Z]*$/.test(tin) && tin.length <= TIN_LENGTH.most ? tin : null
}

export const isTinLongEnough = (tin: string): boolean => tin.length >= TIN_LENGTH.least
