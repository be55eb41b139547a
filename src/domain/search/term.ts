/** Maximum length; longer terms add nothing. */
const MAX_TERM = 200

/** Normalises a term for search and display: one line without control characters and broken surrogates, cut to 200 characters. */
export const searchTerm = (text: string): string =>
  [
    ...text
      .slice(0, 4 * MAX_TERM)
      .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .trim()
  ]
    .slice(0, MAX_TERM)
    .join('')
    .trim()
