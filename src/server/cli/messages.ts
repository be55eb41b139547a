import { resolve } from 'node:path'
import { BadConfiguration, readConfig, type Config } from '#server/config.ts'
import { openPglite, type Engine } from '#server/db/engine.ts'
import { acquireLock, DataFolderInUse } from '#server/process/lock.ts'
import { openDatabase } from '#server/process/postgres-refusals.ts'
import { operateMessages } from '#server/services/messages/operate.ts'
import { readOrder, type MessageOrder } from '#server/services/messages/orders.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

const USAGE = `Usage: npm run messages -- ORDER
dead             messages that were given up or never arrived
requeue ID|all   sends them again
calls            calls that people asked for and somebody has to make
called ID        such a call was made
events           events of orders whose notification failed: given up, or tried again later
retry ID|all     tries those again that were given up
`

const operateOn = async (open: () => Promise<Engine>, order: MessageOrder): Promise<string[]> => {
  const engine = await open()
  try {
    return await operateMessages({ db: engine.db, now: Date.now }, order)
  } finally {
    await engine.close()
  }
}

/** Executes an order in the database of DATABASE_URL, else through the running shop, else in the data folder. */
const operate = async (config: Config, order: MessageOrder): Promise<string[]> => {
  const url = config.DATABASE_URL
  if (url) return operateOn(() => openDatabase(url, 1, { migrate: false }), order)
  const dataDir = resolve(ROOT, config.DATA_DIR)
  try {
    const lock = await acquireLock(dataDir)
    try {
      return await operateOn(() => openPglite(dataDir, undefined, { mayUpgrade: config.DATABASE_MIGRATE }), order)
    } finally {
      await lock.release()
    }
  } catch (cause) {
    if (cause instanceof DataFolderInUse) return cause.operateMessages(order)
    throw cause
  }
}

/** Returns the exit code: 0 when it was done, 1 on any failure. */
const main = async (args: readonly string[]): Promise<number> => {
  const order = readOrder(args.filter((arg) => arg !== '--'))
  if (!order) {
    process.stderr.write(USAGE)
    return 1
  }
  try {
    process.stdout.write(`${(await operate(readConfig(process.env), order)).join('\n')}\n`)
    return 0
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause)
    process.stderr.write(cause instanceof BadConfiguration ? `${text}\n` : `Nothing was done: ${text}\n`)
    return 1
  }
}

process.exitCode = await main(process.argv.slice(2))
