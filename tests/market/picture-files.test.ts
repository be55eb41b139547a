import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '#server/db/engine.ts'
import { formatFault, MarketFaults } from '#server/market-import/faults.ts'
import { importMarket } from '#server/market-import/import-market.ts'
import { storePicture } from '#server/market-import/pictures.ts'
import { openEmptyDatabase } from '#tests/support/empty-database.ts'
import { edit, goodMarket, removeMarkets, writeMarket } from '#tests/support/market-files.ts'

const CSV = 'suppliers/first/products.csv'
let engine: Engine
beforeAll(async () => {
  engine = await openEmptyDatabase()
})
afterAll(async () => {
  await engine.close()
  removeMarkets()
})

const picture = (width = 16, height = width) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 9, b: 9, alpha: 1 } } })
/** 3 KB that take a renderer of SVG half a minute. */
const filters = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="f">${'<feGaussianBlur stdDeviation="90"/><feTurbulence baseFrequency=".9" numOctaves="9"/>'.repeat(40)}</filter><rect width="4000" height="4000" filter="url(#f)"/></svg>`
)

/** What an import says of a product's picture of this name. */
const faultsOf = async (name: string, bytes: Buffer): Promise<string[]> => {
  const files = edit({ ...goodMarket(), [`suppliers/first/${name}`]: bytes }, CSV, '🧀', name)
  const cause: unknown = await importMarket(engine, writeMarket(files)).then(
    () => null,
    (error: unknown) => error
  )
  return cause instanceof MarketFaults ? cause.faults.map(formatFault) : []
}

test.each([
  ['an SVG', 'a.png', 'png', () => Promise.resolve(filters)],
  ['an SVG', 'a.jpeg', 'jpg', () => Promise.resolve(filters)],
  ['a PNG', 'a.jpg', 'jpg', () => picture().png().toBuffer()],
  ['a JPEG', 'a.PNG', 'png', () => picture().jpeg().toBuffer()],
  ['a GIF', 'a.webp', 'webp', () => picture().gif().toBuffer()],
  ['a TIFF', 'a.png', 'png', () => picture().tiff().toBuffer()],
  ['an empty file', 'a.webp', 'webp', () => Promise.resolve(Buffer.alloc(0))]
])('%s named %s is refused as no %s, before it is decoded', async (_, name, format, bytes) => {
  const file = await bytes()
  const began = performance.now()
  expect(await faultsOf(name, file)).toEqual([`${CSV}:3: picture: is no ${format}, although its name says so; expected jpg, png or webp`])
  // A second on a machine of its own, ten times that beside other work.
  expect(performance.now() - began).toBeLessThan(10_000)
})

test('what its name says is taken, and what breaks off is said', async () => {
  expect(await faultsOf('a.jpg', await picture().jpeg().toBuffer())).toEqual([])
  expect(await faultsOf('a.webp', await picture().webp().toBuffer())).toEqual([])
  const png = await picture(200).png({ compressionLevel: 0 }).toBuffer()
  expect(await faultsOf('a.PNG', png)).toEqual([])
  expect(await faultsOf('b.png', png.subarray(0, 60))).toEqual([expect.stringContaining('cannot be read as a picture')])
})

test('a picture that takes longer than it may is given up', async () => {
  // The passes of an interlaced picture are kept in memory until the last one.
  const slow = await picture(7000).toColourspace('rgb16').png({ progressive: true, compressionLevel: 1 }).toBuffer()
  const folder = mkdtempSync(join(tmpdir(), 'shuka-pictures-'))
  try {
    const path = join(folder, 'slow.png')
    writeFileSync(path, slow)
    const began = performance.now()
    expect(await storePicture(path, 'product', undefined, 1)).toEqual({
      problem: expect.stringContaining('takes longer than 1 s') as string
    })
    expect(performance.now() - began).toBeLessThan(10_000)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
