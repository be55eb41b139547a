const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
const PHONE = /\+\d{8,15}\b/g

/** Removes addresses and numbers, which other servers put into their refusals. */
export const withoutContacts = (text: string): string => text.replace(ADDRESS, '<address>').replace(PHONE, '<phone>')

const SQLSTATE = /^[0-9A-Z]{5}$/

/**
 * What a log may say of an error. Messages of the database and its library carry values, such as a door code: of those only the statement,
 * the code and the names of what refused are returned. Everything else keeps its message; all keep their stack.
 */
export const describeCause = (cause: unknown): string => {
  if (!(cause instanceof Error)) return withoutContacts(String(cause))
  const own = [messageOf(cause), ...framesOf(cause)].join('\n')
  return cause.cause === undefined || cause.cause === null ? own : `${own}\ncaused by ${describeCause(cause.cause)}`
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
  if (typeof query === 'string') return `${cause.name}: failed query: ${query}`
  return withoutContacts(`${cause.name}: ${cause.message}`)
}

/** The stack without the message, which is part of it and may have several lines. */
const framesOf = ({ stack }: Error): string[] => (stack ?? '').split('\n').filter((line) => /^\s+at .*(?::\d+\)?|\))$/.test(line))
