import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { MarketFaults, type Fault } from './faults.ts'

/** The project's demo market. */
const DEMO_MARKET = resolve(import.meta.dirname, '../../../content/market')
/** Part of the content hash; raised when unchanged files must be imported again. */
const FORMAT = 'market-4'
export const MARKET_FILE = 'market.yaml'
/** Optional. */
export const HOME_FILE = 'home.yaml'
/** Optional. */
export const RATES_FILE = 'rates.yaml'
/** Optional. */
export const VOUCHERS_FILE = 'vouchers.yaml'
export const REWARDS_FILE = 'rewards.yaml'
const FILES = ['supplier.yaml', 'products.csv'] as const
/** Optional. */
export const REVIEWS_FILE = 'reviews.csv'

export interface MarketFolder {
  root: string
  /** Aliases of the suppliers, sorted; each is a folder below `suppliers`. */
  aliases: string[]
  /** Aliases of the suppliers that come with reviews. */
  reviewed: ReadonlySet<string>
  totalBytes: number
  /** SHA-256 of the names and bytes of all relevant files. */
  contentHash: string
  /** `demo` for the project's demo market, else the path. */
  source: string
}

const wholeFileFault = (file: string, problem: string): Fault => ({ file, line: 0, field: '', problem })

const MISSING = 'is missing; expected a file here'

/** `other`: a pipe, socket or device, which would never end; `outside`: a link that leads out of the market. */
type Kind = 'folder' | 'file' | 'nothing' | 'other' | 'outside'
const REFUSED: Partial<Record<Kind, string>> = {
  other: 'is a pipe, a socket or a device; expected a file',
  outside: 'is a link that leads out of the market folder; expected the file itself'
}

/** The kind of a path; links count as their targets, which must be below `root` when it is given. */
const kindOf = async (path: string, root?: string): Promise<Kind> => {
  // A missing path is reported as a fault of the market.
  const found = await stat(path).catch(() => null)
  if (!found) return 'nothing'
  if (root !== undefined && !(await realpath(path)).startsWith(root + sep)) return 'outside'
  return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other'
}

/** Throws MarketFaults when a path does not exist or is a file. */
export const refusePath = async (path: string): Promise<void> => {
  const kind = await kindOf(path)
  if (kind === 'nothing') throw new MarketFaults([wholeFileFault(path, 'there is no such folder; expected the path of a market folder')])
  if (kind !== 'folder')
    throw new MarketFaults([wholeFileFault(path, `is a file; expected the folder that holds ${MARKET_FILE} and suppliers`)])
}

/** Returns the entries of a folder by name, without hidden ones. */
const contentOf = async (root: string, folder: string): Promise<Map<string, Kind>> => {
  const path = join(root, folder)
  const found = await readdir(path, { withFileTypes: true })
  const visible = found.filter(({ name }) => !name.startsWith('.'))
  const kinds = visible.map(async (entry) => {
    const kind = entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : await kindOf(join(path, entry.name), root)
    return [entry.name, kind] as const
  })
  return new Map(await Promise.all(kinds))
}

/** Suppliers that are left aside without a word because their folders are hidden. */
const hiddenSuppliers = async (root: string): Promise<Fault[]> => {
  const names = (await readdir(join(root, 'suppliers'))).filter((name) => name.startsWith('.'))
  const isSupplier = await Promise.all(names.map(async (name) => (await kindOf(join(root, 'suppliers', name, FILES[0]))) !== 'nothing'))
  const hidden = names.filter((_, index) => isSupplier[index])
  return hidden.map((name) =>
    wholeFileFault(`suppliers/${name}`, 'begins with a dot and would be ignored; rename it, or move it out of suppliers')
  )
}

const refusedOf = (folder: string, content: ReadonlyMap<string, Kind>): Fault[] =>
  [...content].flatMap(([name, kind]) => (REFUSED[kind] ? [wholeFileFault(folder + name, REFUSED[kind])] : []))

/** Concurrent file system calls: sequential ones for thousands of small files take longer than reading them. */
const MAX_CONCURRENT = 32

/** Maps items with bounded concurrency and yields the results in order. */
async function* mapInOrder<Item, Result>(items: readonly Item[], map: (item: Item) => Promise<Result>): AsyncGenerator<Result> {
  for (let from = 0; from < items.length; from += MAX_CONCURRENT)
    yield* await Promise.all(items.slice(from, from + MAX_CONCURRENT).map(map))
}

/** Returns the relevant files in the order of hashing, and those missing. Pictures are included, so that a replaced one is a change. */
const filesOf = async (root: string, aliases: readonly string[]): Promise<{ names: string[]; reviewed: Set<string>; missing: Fault[] }> => {
  const reviewed = new Set<string>()
  const names = [MARKET_FILE]
  const top = new Map([
    [MARKET_FILE, await kindOf(join(root, MARKET_FILE), root)],
    [HOME_FILE, await kindOf(join(root, HOME_FILE), root)],
    [RATES_FILE, await kindOf(join(root, RATES_FILE), root)],
    [VOUCHERS_FILE, await kindOf(join(root, VOUCHERS_FILE), root)],
    [REWARDS_FILE, await kindOf(join(root, REWARDS_FILE), root)]
  ])
  const missing = [...refusedOf('', top), ...(await hiddenSuppliers(root))]
  if (top.get(MARKET_FILE) === 'nothing' || top.get(MARKET_FILE) === 'folder') missing.push(wholeFileFault(MARKET_FILE, MISSING))
  for (const name of [HOME_FILE, RATES_FILE, VOUCHERS_FILE, REWARDS_FILE]) if (top.get(name) === 'file') names.push(name)
  for await (const { alias, content } of mapInOrder(aliases, async (alias) => ({
    alias,
    content: await contentOf(root, `suppliers/${alias}`)
  }))) {
    missing.push(...refusedOf(`suppliers/${alias}/`, content))
    for (const name of FILES)
      if (['folder', 'nothing', undefined].includes(content.get(name))) missing.push(wholeFileFault(`suppliers/${alias}/${name}`, MISSING))
    if (content.get(REVIEWS_FILE) === 'file') reviewed.add(alias)
    const files = [...content].filter(([, kind]) => kind === 'file').map(([name]) => name)
    names.push(...files.toSorted().map((name) => `suppliers/${alias}/${name}`))
  }
  return { names, reviewed, missing }
}

/** Files up to this size are read whole, which is faster than streaming. */
const MAX_BUFFERED_BYTES = 1 << 22

const hashFiles = async (root: string, names: readonly string[]): Promise<{ contentHash: string; totalBytes: number }> => {
  const hash = createHash('sha256').update(FORMAT)
  let totalBytes = 0
  const read = async (name: string): Promise<{ name: string; buffered: Buffer | null }> => {
    const { size } = await stat(join(root, name))
    return { name, buffered: size <= MAX_BUFFERED_BYTES ? await readFile(join(root, name)) : null }
  }
  for await (const { name, buffered } of mapInOrder(names, read)) {
    hash.update(`\0${name}\0`)
    const isData = /\.(yaml|csv)$/.test(name)
    const chunks: Iterable<Buffer> | AsyncIterable<Buffer> = buffered
      ? [buffered]
      : createReadStream(join(root, name), { highWaterMark: 1 << 20 })
    for await (const chunk of chunks) {
      hash.update(chunk)
      if (isData) totalBytes += chunk.length
    }
  }
  return { contentHash: hash.digest('hex'), totalBytes }
}

/** Opens a market folder and hashes its files. Throws MarketFaults when it is not a market. */
export const openFolder = async (path: string): Promise<MarketFolder> => {
  await refusePath(path)
  const root = await realpath(path)
  // A missing folder is reported as a fault of the market.
  const entries = await contentOf(root, 'suppliers').catch(() => null)
  if (!entries)
    throw new MarketFaults([wholeFileFault(path, `has no folder suppliers; expected a market: ${MARKET_FILE} and suppliers/<alias>/…`)])
  const aliases = [...entries].filter(([, kind]) => kind === 'folder').map(([name]) => name)
  aliases.sort()
  const refused = refusedOf('suppliers/', entries)
  if (refused.length > 0) throw new MarketFaults(refused)
  if (aliases.length === 0) throw new MarketFaults([wholeFileFault('suppliers', 'is empty; expected one folder for each supplier')])
  const { names, reviewed, missing } = await filesOf(root, aliases)
  if (missing.length > 0) throw new MarketFaults(missing.slice(0, 200), missing.length > 200)
  return {
    root,
    aliases,
    reviewed,
    ...(await hashFiles(root, names)),
    // The demo market may be missing.
    source: root === (await realpath(DEMO_MARKET).catch(() => '')) ? 'demo' : root
  }
}
