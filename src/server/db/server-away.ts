/** What drizzle wraps around a fault of the driver is taken off. */
export const rootCause = (cause: unknown): unknown =>
  cause instanceof Error && cause.cause instanceof Error ? rootCause(cause.cause) : cause

/** SQLSTATE of an answer of the server; '' for what is none. */
const stateOf = (cause: unknown): string =>
  cause instanceof Error && 'severity' in cause && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''

/** The server answered, and said no. */
export const isRefusal = (cause: unknown): boolean => stateOf(rootCause(cause)) !== ''

/** No connection, none allowed, out of means, told to stop, broken itself; and what a replica cancels because it has to catch up. */
const AWAY_STATES = /^(08|28|3D|53|57|58)|^40001$/
const AWAY_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (was closed|has encountered a connection error))/

/** Whether a fault says that a database server cannot be asked just now, rather than that the question was wrong. */
export const isServerAway = (cause: unknown): boolean => {
  const root = rootCause(cause)
  if (!(root instanceof Error)) return false
  const state = stateOf(root)
  if (state !== '') return AWAY_STATES.test(state)
  const isSystem = 'syscall' in root || ('code' in root && /^(E[A-Z]+|CERT_|ERR_(SSL|TLS))/.test(String(root.code)))
  return isSystem || AWAY_MESSAGES.test(root.message) || (root instanceof AggregateError && root.errors.some(isServerAway))
}
