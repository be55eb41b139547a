import { DrizzleQueryError } from 'drizzle-orm'

/** No connection to the database could be had; the cause is the driver's. */
export class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable'
  constructor(cause: unknown) {
    super('no connection to the database', { cause })
  }
}

/** Unwraps the driver's error from drizzle's. */
export const rootCause = (cause: unknown): unknown =>
  cause instanceof Error && cause.cause instanceof Error ? rootCause(cause.cause) : cause

/** SQLSTATE of a server error; '' for other errors. */
const stateOf = (cause: unknown): string =>
  cause instanceof Error && 'severity' in cause && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''

/** Whether the server answered with an error. */
export const isRefusal = (cause: unknown): boolean => stateOf(rootCause(cause)) !== ''

/**
 * SQLSTATE classes: connection, authorization, resources, shutdown, system error; and single ones: a transaction ended for idling, a
 * standby that takes no writes (yet), a lock that was not had in time, and conflicts with recovery on a replica.
 */
const AWAY_STATES = /^(08|28|3D|53|57|58)|^(25P03|25006|55P03|40001)$/
/** 55000 stands for other conditions, too. */
const CLOSED_DATABASE = /not (currently|yet) accepting connections/
const AWAY_MESSAGES =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client (was closed|has encountered a connection error))/

/** Whether an error means that the server is unavailable, rather than that the query is wrong. */
export const isServerAway = (cause: unknown): boolean => {
  const root = rootCause(cause)
  if (!(root instanceof Error)) return false
  const state = stateOf(root)
  if (state !== '') return AWAY_STATES.test(state) || (state === '55000' && CLOSED_DATABASE.test(root.message))
  const isSystem = 'syscall' in root || ('code' in root && /^(E[A-Z]+$|EAI_|CERT_|ERR_(SSL|TLS|STREAM))/.test(String(root.code)))
  return isSystem || AWAY_MESSAGES.test(root.message) || (root instanceof AggregateError && root.errors.some(isServerAway))
}

/**
 * The same for an error of any origin: false for the errors of other servers, such as a bank's, and for several errors of which one is
 * something else.
 */
export const isDatabaseAway = (cause: unknown): boolean => {
  for (let error: unknown = cause; error instanceof Error; error = error.cause) {
    if (error instanceof DrizzleQueryError || error instanceof DatabaseUnreachable) return isServerAway(error)
    if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isDatabaseAway)
  }
  return false
}
