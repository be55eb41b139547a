import type { Config } from '#server/config.ts'
import type { Kernel } from '#server/kernel.ts'

const ORDER = { silent: 0, error: 1, info: 2 } as const

/** Returns the log: one line per event on standard error, causes with their stack. Request bodies are never logged. */
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
