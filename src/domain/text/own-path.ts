/** Browsers read a backslash as a slash and remove tabs and line breaks inside an address. */
const OWN = /^\/(?![/\\])[^\\\p{Cc}]*$/u
const MAX_LENGTH = 2_000

/** Returns a path of this site with its query, for redirect parameters; null for other hosts (`//host`, `/\host`), schemes and invalid values. */
export const ownPath = (text: string | null | undefined): string | null =>
  text && text.length <= MAX_LENGTH && OWN.test(text) ? text : null
