import type { Config } from '#server/config.ts'
import type { Kernel } from '#server/kernel.ts'

const ORDER = { silent: 0, error: 1, info: 2 } as const

/** One line an event on standard error; causes with their stack. Nothing of a request's body is ever logged. */
export const createLog =
  (config: Pick<Config, 'LOG'>): Kernel['log'] =>
  (level, text, cause) => {
    if (ORDER[level] > ORDER[config.LOG]) return
    const detail =
      cause instanceof Error
        ? `\n${cause.stack ?? cause.message}${cause.cause ? `\ncaused by ${String(cause.cause)}` : ''}`
        : cause
          ? ` ${String(cause)}`
          : ''
    process.stderr.write(`${new Date().toISOString()} ${level} ${text}${detail}\n`)
  }
