import type { Engine } from '#server/db/engine.ts'
import { acquireLock, DataFolderInUse, type LockHandlers } from '#server/process/lock/lock.ts'

// A process that holds a data folder until it is told to stop; with `database` it serves imports like the shop does.
const [folder = '', ...options] = process.argv.slice(2)
let engine: Engine | null = null
const takeIn: LockHandlers['importMarket'] = async (path, onProgress) => {
  const { importMarket } = await import('#server/market-import/import-market.ts')
  if (!engine) throw new Error('the database is not open yet')
  return importMarket(engine, path, { onProgress })
}
const finish = async (release: () => Promise<void>): Promise<void> => {
  await engine?.close()
  await release()
  process.stdin.destroy()
}

try {
  const lock = await acquireLock(folder, { address: () => 'http://127.0.0.1:4321', importMarket: takeIn })
  if (options.includes('database')) engine = await (await import('#server/db/engine.ts')).openPglite(folder)
  process.stdout.write('held\n')
  process.stdin.once('data', () => void finish(lock.release))
} catch (cause) {
  if (!(cause instanceof DataFolderInUse)) throw cause
  process.stdout.write(`${cause.message}\n`)
}
