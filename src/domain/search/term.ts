/** Longer terms say nothing more. */
const MAX_TERM = 200

/** A term as it is searched for and shown: one line without control characters and broken letters, cut to 200 characters. */
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
