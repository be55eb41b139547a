import type { Config } from '#server/config.ts'
import { isDatabaseAway } from '#server/db/server-away.ts'
import type { Kernel } from '#server/kernel.ts'
import { asLogged, describeCause } from './describe-cause.ts'
import { faultOf } from './refusals.ts'

const ORDER = { silent: 0, error: 1, info: 2 } as const

/** Returns the log: one line per event, causes with their stack. Nobody outside can begin a line. Bodies and queries of requests are never logged. */
export const createLog =
  (config: Pick<Config, 'LOG'>, write: (text: string) => void): Kernel['log'] =>
  (level, text, cause) => {
    if (ORDER[level] > ORDER[config.LOG]) return
    const detail = cause instanceof Error ? `\n${describeCause(cause)}` : cause ? ` ${describeCause(cause)}` : ''
    write(`${new Date().toISOString()} ${level} ${asLogged(text)}${detail}\n`)
  }

const QUIET_MS = 10_000
/** Whatever wraps it: calls, pages and jobs each have errors of their own around the database's. */
const isAway = (cause: unknown): cause is Error => {
  if (!(cause instanceof Error)) return false
  if (isDatabaseAway(cause) || ('type' in cause && cause.type === 'DATABASE_AWAY')) return true
  if (cause instanceof AggregateError && cause.errors.length > 0) return cause.errors.every(isAway)
  return isAway(cause.cause)
}

/** While the database is away every call, page and job fails by it: one short line in ten seconds stands for all. */
export const withoutRepeats = (log: Kernel['log'], now: () => number = () => performance.now()): Kernel['log'] => {
  let quietUntil = -Infinity
  let hidden = 0
  return (level, text, cause) => {
    if (!isAway(cause)) return log(level, text, cause)
    if (now() < quietUntil) return void (hidden += 1)
    const { code, message } = faultOf(cause)
    const reason = asLogged([code, message].filter(Boolean).join(' '))
    log(level, `the database is away (${reason}): ${text}${hidden > 0 ? `; ${hidden} such lines before were left out` : ''}`)
    quietUntil = now() + QUIET_MS
    hidden = 0
  }
}
