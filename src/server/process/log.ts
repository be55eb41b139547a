import type { Config } from '#server/config.ts'
import type { Kernel } from '#server/kernel.ts'
import { describeCause, withoutContacts } from './describe-cause.ts'

const ORDER = { silent: 0, error: 1, info: 2 } as const

const toStandardError = (line: string): void => void process.stderr.write(line)

/** Returns the log: one line per event, causes with their stack. Request bodies and values of queries are never logged. */
export const createLog =
  (config: Pick<Config, 'LOG'>, write = toStandardError): Kernel['log'] =>
  (level, text, cause) => {
    if (ORDER[level] > ORDER[config.LOG]) return
    const detail = cause instanceof Error ? `\n${describeCause(cause)}` : cause ? ` ${describeCause(cause)}` : ''
    write(`${new Date().toISOString()} ${level} ${withoutContacts(text)}${detail}\n`)
  }
