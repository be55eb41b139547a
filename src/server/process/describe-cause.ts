/** In any script. Its parts have lengths, so that a long text is searched in linear time. */
const ADDRESS = /[\p{L}\p{N}_.+%'-]{1,64}(?:@|%40)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/giu
/** International with a plus, also as addresses write it, and Armenian ones as people write them: with spaces and dashes, too. */
const PHONE = /(?:\+|%2B|\b00)\d(?:[ ()-]{0,2}\d){7,14}\b|\b374(?:[ ()-]{0,2}\d){8}\b|\b0\d{2}(?:[ -]?\d){6}\b/gi

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
  return asLogged(`${cause.name}: ${withoutQuotes(cause)}`)
}

/** JSON.parse and valibot quote what they could not read. */
const withoutQuotes = ({ name, message }: Error): string => {
  if (name === 'SyntaxError' && message.includes('JSON')) return 'not valid JSON'
  return name === 'ValiError' ? message.replace(/ but received [^]*/, '') : message
}

/** The stack without the message, which is part of it and may have several lines. */
const framesOf = ({ stack = '', message }: Error): string[] => {
  const end = stack.indexOf(message) + message.length
  const frames = stack.slice(Math.max(end, 0)).split('\n')
  return frames.filter((line) => /^\s+at .*(?::\d+\)?|\))$/.test(line))
}
