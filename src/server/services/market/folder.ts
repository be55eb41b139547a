import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { MarketFaults, type Fault } from './faults.ts'

/** The market that comes with the project. */
const DEMO_MARKET = resolve(import.meta.dirname, '../../../../content/market')
/** Raised when the same files must be read anew because the import makes more of them. */
const FORMAT = 'market-1'
export const MARKET_FILE = 'market.yaml'
const FILES = ['supplier.yaml', 'products.csv'] as const

export interface MarketFolder {
  root: string
  /** Aliases of the suppliers, sorted; each is a folder below `suppliers`. */
  aliases: string[]
  totalBytes: number
  /** SHA-256 of the names and bytes of all files that count. */
  contentHash: string
  /** `demo` for the project's own, wherever the project lies; the path of any other. */
  source: string
}

const whole = (file: string, problem: string): Fault => ({ file, line: 0, field: '', problem })

const kindOf = async (path: string): Promise<'folder' | 'file' | 'nothing'> => {
  const found = await stat(path).catch(() => null)
  return !found ? 'nothing' : found.isDirectory() ? 'folder' : 'file'
}

/** Throws MarketFaults when a path leads nowhere, or to a file. */
export const refusePath = async (path: string): Promise<void> => {
  const kind = await kindOf(path)
  if (kind === 'nothing') throw new MarketFaults([whole(path, 'there is no such folder; expected the path of a market folder')])
  if (kind === 'file') throw new MarketFaults([whole(path, `is a file; expected the folder that holds ${MARKET_FILE} and suppliers`)])
}

const missingFiles = async (root: string, aliases: readonly string[]): Promise<Fault[]> => {
  const wanted = [MARKET_FILE, ...aliases.flatMap((alias) => FILES.map((name) => `suppliers/${alias}/${name}`))]
  const faults: Fault[] = []
  for (const name of wanted) {
    if ((await kindOf(join(root, name))) !== 'file') faults.push(whole(name, 'is missing; expected a file here'))
  }
  return faults
}

/** Pictures count too: a new picture under an old name is a change. */
const countedFiles = async (root: string, aliases: readonly string[]): Promise<string[]> => {
  const names = [MARKET_FILE]
  for (const alias of aliases) {
    const found = await readdir(join(root, 'suppliers', alias), { withFileTypes: true })
    const files = found.filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.')).map((entry) => entry.name)
    names.push(...files.toSorted().map((name) => `suppliers/${alias}/${name}`))
  }
  return names
}

/** Walks a market folder without reading into its files. Throws MarketFaults when it is none. */
export const openFolder = async (path: string): Promise<MarketFolder> => {
  await refusePath(path)
  const root = await realpath(path)
  const entries = await readdir(join(root, 'suppliers'), { withFileTypes: true }).catch(() => null)
  if (!entries) throw new MarketFaults([whole(path, `has no folder suppliers; expected a market: ${MARKET_FILE} and suppliers/<alias>/…`)])
  const aliases: string[] = []
  for (const { name } of entries) {
    if (!name.startsWith('.') && (await kindOf(join(root, 'suppliers', name))) === 'folder') aliases.push(name)
  }
  aliases.sort()
  if (aliases.length === 0) throw new MarketFaults([whole('suppliers', 'is empty; expected one folder for each supplier')])
  const missing = await missingFiles(root, aliases)
  if (missing.length > 0) throw new MarketFaults(missing.slice(0, 200), missing.length > 200)

  const hash = createHash('sha256').update(FORMAT)
  let totalBytes = 0
  for (const name of await countedFiles(root, aliases)) {
    hash.update(`\0${name}\0`)
    for await (const chunk of createReadStream(join(root, name), { highWaterMark: 1 << 20 })) {
      hash.update(chunk as Buffer)
      if (/\.(yaml|csv)$/.test(name)) totalBytes += (chunk as Buffer).length
    }
  }
  return {
    root,
    aliases,
    totalBytes,
    contentHash: hash.digest('hex'),
    source: root === (await realpath(DEMO_MARKET).catch(() => '')) ? 'demo' : root
  }
}
