import { LOCALES, type Words } from '#domain/locale.ts'
import { foldWords } from './fold-words.ts'

const folded = (words: Words): string => [...new Set(LOCALES.map((locale) => foldWords(words[locale])))].join(' ')

/** By key, the folded words of departments in three languages: once a file, not once a product. */
export const sectionTexts = (departments: readonly { key: string; name: Words }[]): Map<string, string> =>
  new Map(departments.map(({ key, name }) => [key, folded(name)]))

/**
 * What a product is found by, folded: its names in three languages (`a|b|c`), then `||`, the words of its brand, `|`, and those of its
 * department. The services of search read this form.
 */
export const productSearchText = (name: Words, brand: Words | undefined, section: string | undefined): string =>
  `${LOCALES.map((locale) => foldWords(name[locale])).join('|')}||${brand ? folded(brand) : ''}|${section ?? ''}`
