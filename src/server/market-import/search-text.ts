import { LOCALES, type Words } from '#domain/locale.ts'
import { foldWords } from './fold-words.ts'

const folded = (words: Words): string => [...new Set(LOCALES.map((locale) => foldWords(words[locale])))].join(' ')

/** Folded names of departments in three languages by key; computed once per file. */
export const sectionTexts = (departments: readonly { key: string; name: Words }[]): Map<string, string> =>
  new Map(departments.map(({ key, name }) => [key, folded(name)]))

/**
 * Search text of a product, folded: names in three languages (`a|b|c`), then `||`, the words of its brand, `|`, and of its department.
 * Parsed by search-engine/texts.ts.
 */
export const productSearchText = (name: Words, brand: Words | undefined, section: string | undefined): string =>
  `${LOCALES.map((locale) => foldWords(name[locale])).join('|')}||${brand ? folded(brand) : ''}|${section ?? ''}`
