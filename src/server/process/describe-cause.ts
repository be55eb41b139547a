const ADDRESS = /[\w.+%-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/gi
/** International with a plus, also as addresses write it, and Armenian ones as people write them. */
const PHONE = /(?:\+|%2B)\d{8,15}\b|\b(?:374|0)\d{8}\b/gi

/** Removes addresses and numbers, which other servers put into their refusals. */
const withoutContacts = (text: string): string => text.replace(ADDRESS, '<address>').replace(PHONE, '<phone>')

/** What begins a new line somewhere, or hides one: control characters and the separators of Unicode. */
const CONTROL = /[\p{Cc}\u2028\u2029]/gu
const escaped = (character: string): string => `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0') ?? ''}`

/** A text from elsewhere as the log may have it: one line, which cannot pass for another, without contacts. */
export const asLogged = (text: string): string => withoutContacts(text.replace(CONTROL, escaped))

/** Of an error that stands for several, so many are described. */
const MAX_PARTS = 3

const SQLSTATE = /^[0-9A-Z]{5}$/

/**
 * What a log may say of an error. Messages of the database and its library carry values, such as a door code: of those only the statement,
 * the code and the names of what refused are returned. Everything else keeps its message, in one line; all keep their stack.
 */
export const describeCause = (cause: unknown): string => {
  if (!(cause instanceof Error)) return asLogged(String(cause))
  const lines = [messageOf(cause), ...framesOf(cause)]
  const parts: unknown[] = cause instanceof AggregateError ? cause.errors : []
  for (const part of parts.slice(0, MAX_PARTS)) lines.push(`caused by ${describeCause(part)}`)
  if (parts.length > MAX_PARTS) lines.push(`caused by ${parts.length - MAX_PARTS} more`)
  if (parts.length === 0 && cause.cause !== undefined && cause.cause !== null) lines.push(`caused by ${describeCause(cause.cause)}`)
  return lines.join('\n')
}

const messageOf = (cause: Error): string => {
  const { code, query, constraint, table, column } = cause as Error & Record<string, unknown>
  // PGlite's errors carry both: the library's, around it, has named the statement already.
  if (typeof code === 'string' && SQLSTATE.test(code)) {
    const names = Object.entries({ table, column, constraint }).flatMap(([name, value]) =>
      typeof value === 'string' ? [`${name} ${value}`] : []
    )
    return [`${cause.name}: database error ${code}`, ...names].join(', ')
  }
  if (typeof query === 'string') return `${cause.name}: failed query: ${query.replace(/\s+/g, ' ')}`
  return asLogged(`${cause.name}: ${cause.message}`)
}

/** The stack without the message, which is part of it and may have several lines. */
const framesOf = ({ stack = '', message }: Error): string[] => {
  const end = stack.indexOf(message) + message.length
  const frames = stack.slice(Math.max(end, 0)).split('\n')
  return frames.filter((line) => /^\s+at .*(?::\d+\)?|\))$/.test(line))
}
