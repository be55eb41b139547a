import type { Locale } from '#domain/locale.ts'
import type { Translate, Variables } from './keys.ts'

/** Text, name of a variable, text, …; null where a message asks for more than its values: nesting or formats, which i18next alone does. */
export type Pattern = readonly string[] | null

export const patternOf = (message: string): Pattern => {
  const parts = message.split(/\{\{\s*(\w+)\s*\}\}/)
  return parts.some((part) => part.includes('{{') || part.includes('$t(')) ? null : parts
}

/** The message with the values put in; the hole of a missing one stays open, as with i18next. */
const fillIn = (pattern: readonly string[], variables: Variables | undefined): string => {
  let text = pattern[0] ?? ''
  for (let index = 1; index < pattern.length; index += 2) {
    const name = pattern[index] ?? ''
    text += (variables?.[name] ?? `{{${name}}}`) + (pattern[index + 1] ?? '')
  }
  return text
}

/** The name a message has for a number, by the rules of its language; i18next has further ones for text as a count and for contexts. */
const formOf = (key: string, variables: Variables | undefined, plurals: Intl.PluralRules): string | null => {
  const count = variables?.['count']
  if (variables?.['context'] !== undefined) return null
  if (count === undefined) return key
  return typeof count === 'number' ? `${key}_${plurals.select(count)}` : null
}

/**
 * Words of i18next's files: values and plural forms, which is all that our messages use (a test holds that, and compares every one of them
 * with i18next). `otherwise` answers for what it does not know. `find` gets `namespace:path`.
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
    const pattern = form === null ? null : read(form)
    return pattern ? fillIn(pattern, variables) : otherwise(key, variables)
  }
}
