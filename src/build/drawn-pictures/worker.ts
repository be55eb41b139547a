import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { SIMPLE_PICTURES } from './catalogue.ts'
import { readDemoMarket } from './demo-market.ts'
import { drawCover, type CoverFacts } from './cover-art.ts'
import { createDrawer } from './draw.ts'
import type { Label } from './pack-art.ts'
import { ENCODING, encode, encodeCover } from './encode.ts'
import { COVER_WIDTHS, WIDTHS } from './shapes.ts'

/** Pictures drawn at the same time: sharp has threads of its own. */
const AT_ONCE = 8

/** Changes with everything that a picture is drawn from but its name and its label. */
const sourcesHash = (): string => {
  const sum = createHash('sha256').update(ENCODING)
  for (const name of readdirSync(import.meta.dirname).sort()) sum.update(readFileSync(join(import.meta.dirname, name)))
  return sum.digest('hex')
}

/** Draws a picture in all widths into the cache, unless it is there. */
const drawInto = async (folder: string, name: string, key: string, draw: (name: string) => Promise<Buffer>): Promise<void> => {
  const files = WIDTHS.map((width) => ({ width, path: join(folder, `${key}-${width}.webp`) }))
  const missing = files.filter(({ path }) => !existsSync(path))
  if (missing.length === 0) return
  const pixels = await draw(name)
  for (const { width, path } of missing) {
    writeFileSync(`${path}.new`, await encode(pixels, width))
    renameSync(`${path}.new`, path)
  }
}

const keyOf = (sources: string, name: string, label: Label | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify([sources, name, label]))
    .digest('hex')
    .slice(0, 32)

/** Draws the cover of a supplier in all widths into the cache, unless it is there. Returns its key. */
const coverInto = async (
  folder: string,
  sources: string,
  cover: CoverFacts,
  labels: ReadonlyMap<string, Label>,
  draw: (name: string) => Promise<Buffer>
): Promise<string> => {
  const brands = cover.pictures.map((name) => labels.get(name.split('~')[1] ?? ''))
  const key = createHash('sha256')
    .update(JSON.stringify([sources, cover, brands]))
    .digest('hex')
    .slice(0, 16)
  const missing = COVER_WIDTHS.map((width) => ({ width, path: join(folder, `${key}-${width}.webp`) })).filter(
    ({ path }) => !existsSync(path)
  )
  const drawn = missing.length > 0 ? await drawCover(cover, draw) : null
  if (!drawn) return key
  for (const { width, path } of missing) {
    writeFileSync(`${path}.new`, await encodeCover(drawn, width))
    renameSync(`${path}.new`, path)
  }
  return key
}

/** The keys of what was drawn: files are `<key>-<width>.webp`. */
export interface Drawn {
  pictures: Map<string, string>
  /** By `coverOwner`. */
  covers: Map<string, string>
}

/** Draws what a market needs into a cache. */
export const drawAll = async (market: string, folder: string): Promise<Drawn> => {
  mkdirSync(folder, { recursive: true })
  const { names, labels, covers: facts } = readDemoMarket(market)
  const sources = sourcesHash()
  const draw = createDrawer(labels)
  const keys = new Map<string, string>()
  for (const name of new Set([...SIMPLE_PICTURES, ...names])) keys.set(name, keyOf(sources, name, labels.get(name.split('~')[1] ?? '')))
  const waiting = [...keys]
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await drawInto(folder, next[0], next[1], draw)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const covers = new Map<string, string>()
  for (const [owner, cover] of facts) {
    const key = await coverInto(folder, sources, cover, labels, draw)
    covers.set(owner, key)
  }
  return { pictures: keys, covers }
}

if (parentPort) {
  const { market, folder } = workerData as { market: string; folder: string }
  parentPort.postMessage(await drawAll(market, folder))
}
