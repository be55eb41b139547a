/** Minimum length of a tax id (spec section 9); the maximum allows foreign ones. */
export const TIN_LENGTH = { least: 8, most: 20 } as const

/** Normalises a tax id for storage and comparison: no spaces, dashes or dots, capital letters. null: other characters, or too long. */
export const normalizeTin = (text: string): string | null => {
  const tin = text
    .normalize('NFKC')
    .replace(/[\s.\-\u2010-\u2015]/g, '')
    .toUpperCase()
  return /^[0-9A-Z]*$/.test(tin) && tin.length <= TIN_LENGTH.most ? tin : null
}

export const isTinLongEnough = (tin: string): boolean => tin.length >= TIN_LENGTH.least

/** An Armenian tax id (ՀՎՀՀ) has eight digits; those of other countries are stored too. */
export const isArmenianTin = (tin: string | null): tin is string => tin !== null && /^(?!0{8})\d{8}$/.test(tin)
