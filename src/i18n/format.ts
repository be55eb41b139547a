import type { Locale } from '#domain/locale.ts'
import type { Translate, Variables } from './keys.ts'

/** Text, variable name, text, …; null for messages with nesting or formats, which only i18next handles. */
export type Pattern = readonly string[] | null

export const patternOf = (message: string): Pattern => {
  const parts = message.split(/\{\{\s*(\w+)\s*\}\}/)
  return parts.some((part) => part.includes('{{') || part.includes('$t(')) ? null : parts
}

/** Counts are written like prices: "2 875". */
const written = (name: string, value: string | number): string =>
  name === 'count' ? String(value).replace(/\B(?=(\d{3})+$)/g, '\u00a0') : String(value)

/** Inserts the values; the placeholder of a missing one stays, as with i18next. */
const fillIn = (pattern: readonly string[], variables: Variables | undefined): string => {
  let text = pattern[0] ?? ''
  for (let index = 1; index < pattern.length; index += 2) {
    const name = pattern[index] ?? ''
    text += written(name, variables?.[name] ?? `{{${name}}}`) + (pattern[index + 1] ?? '')
  }
  return text
}

/** Returns the key with the plural suffix of `count`; null for contexts and counts that are no number, which only i18next handles. */
const formOf = (key: string, variables: Variables | undefined, plurals: Intl.PluralRules): string | null => {
  const count = variables?.['count']
  if (variables?.['context'] !== undefined) return null
  if (count === undefined) return key
  return typeof count === 'number' ? `${key}_${plurals.select(count)}` : null
}

/**
 * Formats messages of i18next's files with values and plural forms, which is all our messages use (a test checks that, and compares each
 * with i18next). `otherwise` handles the rest. `find` gets `namespace:path`.
 */
export const createFormatter = (locale: Locale, find: (key: string) => unknown, otherwise: Translate): Translate => {
  const plurals = new Intl.PluralRules(locale)
  const patterns = new Map<string, Pattern>()
  const read = (form: string): Pattern => {
    const known = patterns.get(form)
    if (known !== undefined) return known
    const message = find(form)
    if (typeof message !== 'string') return null
    const pattern = patternOf(message)
    patterns.set(form, pattern)
    return pattern
  }
  return (key, variables) => {
    const form = formOf(key, variables, plurals)
    // A message without plural forms is the same for every count.
    const pattern = form === null ? null : (read(form) ?? read(key))
    return pattern ? fillIn(pattern, variables) : otherwise(key, variables)
  }
}
