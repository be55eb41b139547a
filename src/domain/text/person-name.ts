/** Invisible characters: joiners, fillers, direction marks and the empty braille cell. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\u2800]/gu

/** True for a name with a visible letter or digit. Same rule for first and last names. */
export const isPersonName = (text: string): boolean => /[\p{L}\p{N}]/u.test(text.replace(INVISIBLE, ''))
/** The same for an optional name. */
export const isNameOrNone = (text: string): boolean => text === '' || isPersonName(text)
