import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { MarketFaults, type Fault } from './faults.ts'

/** The market that comes with the project. */
const DEMO_MARKET = resolve(import.meta.dirname, '../../../../content/market')
/** Raised when the same files must be read anew because the import makes more of them. */
const FORMAT = 'market-3'
export const MARKET_FILE = 'market.yaml'
/** May be missing. */
export const HOME_FILE = 'home.yaml'
const FILES = ['supplier.yaml', 'products.csv'] as const
/** May be missing, too. */
export const REVIEWS_FILE = 'reviews.csv'

export interface MarketFolder {
  root: string
  /** Aliases of the suppliers, sorted; each is a folder below `suppliers`. */
  aliases: string[]
  /** Aliases of the suppliers that come with reviews. */
  reviewed: ReadonlySet<string>
  totalBytes: number
  /** SHA-256 of the names and bytes of all files that count. */
  contentHash: string
  /** `demo` for the project's own, wherever the project lies; the path of any other. */
  source: string
}

const wholeFileFault = (file: string, problem: string): Fault => ({ file, line: 0, field: '', problem })

const MISSING = 'is missing; expected a file here'

const kindOf = async (path: string): Promise<'folder' | 'file' | 'nothing'> => {
  // A path that is not there is told as a fault of the market.
  const found = await stat(path).catch(() => null)
  return !found ? 'nothing' : found.isDirectory() ? 'folder' : 'file'
}

/** Throws MarketFaults when a path leads nowhere, or to a file. */
export const refusePath = async (path: string): Promise<void> => {
  const kind = await kindOf(path)
  if (kind === 'nothing') throw new MarketFaults([wholeFileFault(path, 'there is no such folder; expected the path of a market folder')])
  if (kind === 'file')
    throw new MarketFaults([wholeFileFault(path, `is a file; expected the folder that holds ${MARKET_FILE} and suppliers`)])
}

/** What a folder holds by name, hidden things aside; links count as what they lead to. */
const contentOf = async (path: string): Promise<Map<string, 'file' | 'folder' | 'nothing'>> => {
  const found = await readdir(path, { withFileTypes: true })
  const visible = found.filter(({ name }) => !name.startsWith('.'))
  const kinds = visible.map(async (entry) => {
    const kind = entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : await kindOf(join(path, entry.name))
    return [entry.name, kind] as const
  })
  return new Map(await Promise.all(kinds))
}

/** Questions to the file system at once: one after the other, thousands of small files take longer than their content. */
const MAX_CONCURRENT = 32

/** Answers in the order of the questions, a few ahead. */
async function* mapInOrder<Item, Result>(items: readonly Item[], map: (item: Item) => Promise<Result>): AsyncGenerator<Result> {
  for (let from = 0; from < items.length; from += MAX_CONCURRENT)
    yield* await Promise.all(items.slice(from, from + MAX_CONCURRENT).map(map))
}

/** The files of the market that count, in the order in which they are hashed, or what is missing. Pictures count: a new one under an old name is a change. */
const filesOf = async (root: string, aliases: readonly string[]): Promise<{ names: string[]; reviewed: Set<string>; missing: Fault[] }> => {
  const reviewed = new Set<string>()
  const names = [MARKET_FILE]
  const missing = (await kindOf(join(root, MARKET_FILE))) === 'file' ? [] : [wholeFileFault(MARKET_FILE, MISSING)]
  if ((await kindOf(join(root, HOME_FILE))) === 'file') names.push(HOME_FILE)
  for await (const { alias, content } of mapInOrder(aliases, async (alias) => ({
    alias,
    content: await contentOf(join(root, 'suppliers', alias))
  }))) {
    for (const name of FILES) if (content.get(name) !== 'file') missing.push(wholeFileFault(`suppliers/${alias}/${name}`, MISSING))
    if (content.get(REVIEWS_FILE) === 'file') reviewed.add(alias)
    const files = [...content].filter(([, kind]) => kind !== 'folder').map(([name]) => name)
    names.push(...files.toSorted().map((name) => `suppliers/${alias}/${name}`))
  }
  return { names, reviewed, missing }
}

/** Files up to here are read whole, which is quicker. */
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

/** Walks a market folder without reading into its files. Throws MarketFaults when it is none. */
export const openFolder = async (path: string): Promise<MarketFolder> => {
  await refusePath(path)
  const root = await realpath(path)
  // A folder that is not there is told as a fault of the market.
  const entries = await contentOf(join(root, 'suppliers')).catch(() => null)
  if (!entries)
    throw new MarketFaults([wholeFileFault(path, `has no folder suppliers; expected a market: ${MARKET_FILE} and suppliers/<alias>/…`)])
  const aliases = [...entries].filter(([, kind]) => kind === 'folder').map(([name]) => name)
  aliases.sort()
  if (aliases.length === 0) throw new MarketFaults([wholeFileFault('suppliers', 'is empty; expected one folder for each supplier')])
  const { names, reviewed, missing } = await filesOf(root, aliases)
  if (missing.length > 0) throw new MarketFaults(missing.slice(0, 200), missing.length > 200)
  return {
    root,
    aliases,
    reviewed,
    ...(await hashFiles(root, names)),
    // Without the demo market nothing is it.
    source: root === (await realpath(DEMO_MARKET).catch(() => '')) ? 'demo' : root
  }
}
