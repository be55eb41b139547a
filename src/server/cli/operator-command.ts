import { resolve } from 'node:path'
import { createAdapters } from '#server/adapters/create.ts'
import { BadConfiguration, readConfig, type Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { openPglite, type Engine } from '#server/db/engine.ts'
import { jobContext } from '#server/jobs/context.ts'
import { createKernel } from '#server/process/create-kernel.ts'
import { acquireLock, DataFolderInUse } from '#server/process/lock/lock.ts'
import { openDatabase } from '#server/process/postgres-refusals.ts'
import type { Operated } from '#server/services/payments/books/operate-ledger.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

export interface OperatorCommand {
  /** The name after `npm run`, which the running shop knows it by. */
  program: 'orders' | 'payments' | 'ledger' | 'messages' | 'receipts' | 'gift-cards' | 'rewards' | 'applications' | 'staff'
  usage: string
  /** Whether the words are a command; otherwise the usage is shown. */
  isKnown: (words: readonly string[]) => boolean
  operate: (ctx: Context, words: readonly string[]) => Promise<Operated>
}

const operateOn = async (
  config: Config,
  open: () => Promise<Engine>,
  operate: OperatorCommand['operate'],
  words: readonly string[]
): Promise<Operated> => {
  const engine = await open()
  try {
    const now = Date.now
    const adapters = await createAdapters(engine, config, now)
    return await operate(jobContext(createKernel({ config, engine, adapters, now, log: () => undefined })), words)
  } finally {
    await engine.close()
  }
}

/** Executes a command in the database of DATABASE_URL, else through the running shop, else in the data folder. */
const execute = async (config: Config, { program, operate }: OperatorCommand, words: readonly string[]): Promise<Operated> => {
  const url = config.DATABASE_URL
  if (url) return operateOn(config, () => openDatabase(url, 2, { migrate: false }), operate, words)
  const dataDir = resolve(ROOT, config.DATA_DIR)
  try {
    const lock = await acquireLock(dataDir)
    try {
      return await operateOn(config, () => openPglite(dataDir, undefined, { mayUpgrade: config.DATABASE_MIGRATE }), operate, words)
    } finally {
      await lock.release()
    }
  } catch (cause) {
    if (cause instanceof DataFolderInUse) return cause.operate(program, words)
    throw cause
  }
}

/** Runs a command of an operator. Returns the exit code: 0 when it was done, 1 on a difference or any failure. */
export const runOperatorCommand = async (command: OperatorCommand, args: readonly string[]): Promise<number> => {
  const words = args.filter((arg) => arg !== '--')
  if (!command.isKnown(words)) {
    process.stderr.write(command.usage)
    return 1
  }
  try {
    const { lines, failed } = await execute(readConfig(process.env), command, words)
    process.stdout.write(`${lines.join('\n')}\n`)
    return failed ? 1 : 0
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause)
    process.stderr.write(cause instanceof BadConfiguration ? `${text}\n` : `Nothing was done: ${text.replace(/\.$/, '')}.\n`)
    return 1
  }
}
