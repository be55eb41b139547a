import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { largePictureUrl } from '#domain/pictures.ts'
import type { Engine } from '#server/db/engine.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { ensureDemoMarket } from '#server/market-import/ensure-demo.ts'
import { importMarket } from '#server/market-import/import-market.ts'
import { openEmptyDatabase } from '#tests/support/empty-database.ts'
import { edit, goodMarket, removeMarkets, writeMarket } from '#tests/support/market-files.ts'

const YAML = 'suppliers/first/supplier.yaml'
const CSV = 'suppliers/first/products.csv'

let engine: Engine
beforeAll(async () => {
  engine = await openEmptyDatabase()
})
afterAll(async () => {
  await engine.close()
  removeMarkets()
})

describe('the market a start takes in', () => {
  it('is taken once, renewed when its files change, and never over a market from elsewhere', async () => {
    const root = writeMarket(goodMarket())
    expect(await ensureDemoMarket(engine, root)).toMatchObject({ added: 6 })
    expect(await ensureDemoMarket(engine, root)).toBeNull()
    writeFileSync(join(root, CSV), String(goodMarket()[CSV]).replace('2500,10', '2700,10'))
    expect(await ensureDemoMarket(engine, root)).toMatchObject({ changed: 1 })
    const other = writeMarket(edit(goodMarket(), CSV, '2500,10', '2600,10'))
    expect(await ensureDemoMarket(engine, other)).toBeNull()
    expect(await importMarket(engine, other)).toMatchObject({ changed: 1 })
    expect(await ensureDemoMarket(engine, root)).toBeNull()
    expect(await ensureDemoMarket(engine, other)).toBeNull()
  })
})

const cheese = async (): Promise<string> => {
  const found = await engine.db.select().from(products).where(eq(products.code, 'A-2')).orderBy(products.supplierId).limit(1)
  return found[0]?.picture ?? ''
}

describe('pictures of the folder', () => {
  it('are made servable once, and anew when their bytes change', async () => {
    const target = writeMarket({})
    const picture = (background: string) =>
      sharp({ create: { width: 600, height: 400, channels: 3, background } })
        .png()
        .toBuffer()
    const files = edit(edit(goodMarket(), CSV, '🧀', 'cheese.png'), YAML, '[🍕, 🛒]', '[cover.png]')
    const at = (bytes: Buffer) => ({ ...files, 'suppliers/first/cheese.png': bytes, 'suppliers/first/cover.png': bytes })
    const red = await picture('red')
    await importMarket(engine, writeMarket(at(red)), { picturesFolder: target })
    const stored = await cheese()
    expect(stored).toMatch(/^\/pictures\/market\/[0-9a-f]{32}\.webp$/)
    const made = join(target, stored.split('/').at(-1) ?? '')
    expect(await sharp(made).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
    expect(await importMarket(engine, writeMarket(at(red)), { picturesFolder: target })).toMatchObject({ changed: 0, otherChanges: 0 })
    expect(await importMarket(engine, writeMarket(at(await picture('blue'))), { picturesFolder: target })).toMatchObject({ changed: 1 })
    expect(await cheese()).not.toBe(stored)
    expect(readdirSync(target).filter((name) => name.endsWith('.webp'))).toHaveLength(6)
  })

  it('of a product may be several: all are kept, and each stored one in a large size too', async () => {
    const target = writeMarket({})
    const bytes = await sharp({ create: { width: 2000, height: 1000, channels: 3, background: 'green' } })
      .png()
      .toBuffer()
    const files = { ...edit(goodMarket(), CSV, '🧀', '🧀|cut.png'), 'suppliers/first/cut.png': bytes }
    await importMarket(engine, writeMarket(files), { picturesFolder: target })
    const found = await engine.db.select().from(products).where(eq(products.supplierId, 101)).orderBy(products.code)
    expect(found.map(({ picture, pictures }) => ({ picture, pictures }))).toEqual([
      { picture: 'pizza.cheese.tomato', pictures: null },
      { picture: 'plate.cheese', pictures: ['plate.cheese', expect.stringMatching(/^\/pictures\/market\/[0-9a-f]{32}\.webp$/)] },
      { picture: 'wine-red', pictures: null }
    ])
    const address = found[1]?.pictures?.[1] ?? ''
    const sizeOf = async (url: string) => {
      const { width, height } = await sharp(join(target, url.split('/').at(-1) ?? '')).metadata()
      return { width, height }
    }
    expect(await sizeOf(address)).toEqual({ width: 256, height: 256 })
    expect(await sizeOf(largePictureUrl(address))).toEqual({ width: 1024, height: 512 })
    expect(await importMarket(engine, writeMarket(files), { picturesFolder: target })).toMatchObject({ changed: 0, otherChanges: 0 })
    const single = edit(files, CSV, '🧀|cut.png', '🧀')
    expect(await importMarket(engine, writeMarket(single), { picturesFolder: target })).toMatchObject({ changed: 1 })
    const [after] = await engine.db
      .select()
      .from(products)
      .where(eq(products.id, found[1]?.id ?? 0))
    expect(after?.pictures).toBeNull()
  })
})
