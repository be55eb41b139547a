/** Browsers read a backslash as a slash and drop tabs and line ends inside an address. */
const OWN = /^\/(?![/\\])[^\\\p{Cc}]*$/u
const MAX_LENGTH = 2_000

/** A path of this site with its query, as a redirect parameter may name it; null for other hosts (`//host`, `/\host`), schemes and rubbish. */
export const ownPath = (text: string | null | undefined): string | null =>
  text && text.length <= MAX_LENGTH && OWN.test(text) ? text : null
