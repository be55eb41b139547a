import { join, relative, resolve } from 'node:path'
import { BadConfiguration, readConfig, type Config } from '#server/config.ts'
import { openPglite, type Engine } from '#server/db/engine.ts'
import { acquireLock, DataFolderInUse } from '#server/process/lock/lock.ts'
import { openDatabase } from '#server/process/postgres-refusals.ts'
import { formatFault, MarketFaults } from '#server/market-import/faults.ts'
import { refusePath } from '#server/market-import/folder.ts'
import { importMarket, type ImportProgress, type ImportResult } from '#server/market-import/import-market.ts'
import { picturesFolder } from '#server/market-import/pictures.ts'
import { createProgress, describeImport } from '#server/market-import/progress.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
type OnProgress = (progress: ImportProgress) => void

const USAGE = `Usage: npm run market:import -- PATH
PATH is a market folder: market.yaml, and suppliers/<alias>/ with supplier.yaml and products.csv (see content/market/README.md).
It is checked whole and taken in whole or not at all; suppliers and products that are no longer in it are withdrawn.
`

const importInto = async (open: () => Promise<Engine>, path: string, config: Config, onProgress: OnProgress): Promise<ImportResult> => {
  const engine = await open()
  try {
    return await importMarket(engine, path, { onProgress, picturesFolder: picturesFolder(resolve(ROOT, config.DATA_DIR)) })
  } finally {
    await engine.close()
  }
}

/** Imports into the server of DATABASE_URL, else through the running shop, else into the data folder. */
const importToTarget = async (
  path: string,
  config: Config,
  onProgress: OnProgress,
  print: (text: string) => void
): Promise<ImportResult> => {
  const url = config.DATABASE_URL
  const upgrade = { mayUpgrade: config.DATABASE_MIGRATE, log: (line: string) => print(`${line}\n`) }
  if (url) return importInto(() => openDatabase(url, 4, upgrade), path, config, onProgress)
  try {
    const dataDir = resolve(ROOT, config.DATA_DIR)
    const lock = await acquireLock(dataDir)
    try {
      return await importInto(() => openPglite(dataDir, undefined, upgrade), path, config, onProgress)
    } finally {
      await lock.release()
    }
  } catch (cause) {
    if (!(cause instanceof DataFolderInUse)) throw cause
    const { holder } = cause
    print(
      `The shop is running${holder?.address ? ` at ${holder.address}` : ''}${holder ? ` (process ${holder.pid})` : ''}: it takes the market in.\n`
    )
    return cause.importMarket(path, onProgress)
  }
}

const reportFault = ({ faults, more }: MarketFaults, path: string): string => {
  const shownPath = relative(process.cwd(), path) || '.'
  const lines = faults.map((fault) => formatFault({ ...fault, file: fault.file === path ? fault.file : join(shownPath, fault.file) }))
  const count = `${faults.length}${more ? ' faults or more (only the first are shown)' : faults.length === 1 ? ' fault' : ' faults'}`
  return `${lines.join('\n')}\n${count}; nothing was changed.\n`
}

/** Returns the exit code: 0 when the market was imported, 1 on any failure. */
const main = async (args: readonly string[]): Promise<number> => {
  const [pathArgument, ...others] = args.filter((arg) => arg !== '--')
  if (!pathArgument || others.length > 0 || pathArgument.startsWith('-')) {
    process.stderr.write(USAGE)
    return 1
  }
  // npm runs scripts in the project's folder; the path is relative to the caller's.
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), pathArgument)
  const progress = createProgress(process.stdout)
  try {
    const config = readConfig(process.env)
    await refusePath(path)
    const result = await importToTarget(path, config, progress.show, (text) => void process.stdout.write(text))
    progress.end()
    process.stdout.write(`${describeImport(result)}\n`)
    return 0
  } catch (cause) {
    progress.end()
    if (cause instanceof MarketFaults) process.stderr.write(reportFault(cause, path))
    else if (cause instanceof BadConfiguration) process.stderr.write(`${cause.message}\n`)
    else process.stderr.write(`The import failed and changed nothing: ${cause instanceof Error ? cause.message : String(cause)}\n`)
    return 1
  }
}

process.exitCode = await main(process.argv.slice(2))
