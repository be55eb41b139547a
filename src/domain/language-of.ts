import type { Locale } from './locale.ts'

const LETTERS = [
  ['hy', /\p{Script=Armenian}/u],
  ['ru', /\p{Script=Cyrillic}/u],
  ['en', /\p{Script=Latin}/u]
] as const satisfies readonly (readonly [Locale, RegExp])[]

/** The language of words that a person wrote, by their letters, for the `lang` of an element; undefined when it is the page's, or cannot be told. */
export const otherLanguage = (words: string, page: Locale): Locale | undefined => {
  const [language] = LETTERS.find(([, letters]) => letters.test(words)) ?? []
  return language === page ? undefined : language
}
