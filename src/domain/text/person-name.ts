/** Characters that leave no trace on a screen: joiners, fillers, marks of direction; the empty braille cell is one in all but name. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\u2800]/gu

/** Whether a name can be read: it has a letter or a digit that is seen. First and last names alike. */
export const isPersonName = (text: string): boolean => /[\p{L}\p{N}]/u.test(text.replace(INVISIBLE, ''))
/** The same for a name that may be left out. */
export const isNameOrNone = (text: string): boolean => text === '' || isPersonName(text)
