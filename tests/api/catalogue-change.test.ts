import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getTranslator } from '#i18n/translate.ts'
import type { Engine } from '#server/db/engine.ts'
import type { ReadDb } from '#server/db/reader.ts'
import { watchCatalogue } from '#server/process/catalogue-watch.ts'
import { dropChanged } from '#server/process/serve.ts'
import { createDirectory } from '#server/catalogue-memory/directory.ts'
import { importTolmaAs } from '#tests/support/market-copy.ts'
import { openTestEngine, startApi } from '#tests/support/api.ts'
import { loadHome } from '../../src/pages/_data/home.ts'
import { loadListing } from '../../src/pages/_data/listing.ts'
import { loadProduct } from '../../src/pages/_data/product.ts'
import { loadSupplier } from '../../src/pages/_data/supplier.ts'

let engine: Engine
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ engine, drop } = await openTestEngine())
})
afterAll(async () => {
  await engine.close()
  await drop()
})

const HOUR = 3_600_000
/** A watch that counts what it hears of, once it has looked for the first time. */
const watch = async (parts: { engine: Engine; pollMs: number; log?: (text: string) => void }) => {
  const directory = createDirectory(parts.engine)
  const log = (_level: string, text: string): void => parts.log?.(text)
  const changes: (readonly number[] | null)[] = []
  let looked = false
  let isListening = false
  const seeing: Engine = {
    ...parts.engine,
    listen: (...channel) => parts.engine.listen(...channel).finally(() => (isListening = true)),
    reader: { ...parts.engine.reader, follow: (upToDate) => parts.engine.reader.follow(upToDate).finally(() => (looked = true)) }
  }
  const stop = watchCatalogue({ engine: seeing, directory, log }, (supplierIds) => void changes.push(supplierIds), parts.pollMs)
  await expect.poll(() => looked && isListening).toBe(true)
  return { directory, stop, changes: () => changes }
}

test('is heard of by the database’s call alone', async () => {
  const { stop, changes, directory } = await watch({ engine, pollMs: HOUR })
  const before = (await directory.read()).version
  await importTolmaAs(engine, 'Called Tolma')
  await expect.poll(changes).toEqual([[1]])
  // The first reader after the change gets the new market, however lately it looked.
  expect((await directory.read()).version).toBeGreaterThan(before)
  stop()
})

test('is heard of without any call', async () => {
  const deaf: Engine = { ...engine, listen: () => Promise.reject(new Error('no notifications here')) }
  const { stop, changes } = await watch({ engine: deaf, pollMs: 50 })
  await importTolmaAs(engine, 'Polled Tolma')
  await expect.poll(changes).toEqual([[1]])
  stop()
})

test('a change that comes while the market is being read is not slept over', async () => {
  let holdBack: Promise<unknown> = Promise.resolve()
  let followed = 0
  const follow = (): Promise<void> => {
    followed += 1
    return holdBack.then(() => undefined)
  }
  const slow = { db: engine.db, reader: { db: engine.db, follow } }
  const directory = createDirectory(slow)
  await directory.read()
  const release = Promise.withResolvers<undefined>()
  holdBack = release.promise
  await importTolmaAs(engine, 'Overtaken Tolma')
  directory.invalidate()
  const before = followed
  const old = directory.read()
  // The look above has its version already; now the market changes again.
  await expect.poll(() => followed).toBeGreaterThan(before)
  await importTolmaAs(engine, 'Overtaking Tolma')
  holdBack = Promise.resolve()
  directory.invalidate()
  const { version } = await directory.read()
  release.resolve(undefined)
  await old
  const [newest] = (
    (await engine.db.execute(sql`select max(id)::int as id from events where kind = 'catalogue.changed'`)) as unknown as {
      rows: { id: number }[]
    }
  ).rows
  expect(version).toBe(newest?.id)
  expect((await directory.read()).version).toBe(newest?.id)
})

test('a replica is looked at before the new market is shown', async () => {
  const asked: boolean[] = []
  const follow = async (upToDate: (replica: ReadDb) => Promise<boolean>): Promise<void> => void asked.push(await upToDate(engine.db))
  const directory = createDirectory({ db: engine.db, reader: { db: engine.db, follow } })
  await directory.read()
  await importTolmaAs(engine, 'Followed Tolma')
  directory.invalidate()
  await directory.read()
  expect(asked).toEqual([true, true])
})

test('drops the pages of the suppliers it touched and those of many, and leaves the others', async () => {
  const api = await startApi()
  const tagsOf = async (load: (astro: never) => Promise<unknown>, params: Record<string, string> = {}): Promise<string[]> => {
    const { call } = api.guest()
    const headers = new Headers()
    const url = new URL('http://shuka.test/en/restaurants')
    await load({ params, url, locals: { call, locale: 'en', t: getTranslator('en') }, response: { headers } } as never)
    return headers.get('x-cache-tags')?.split(' ') ?? []
  }
  const product = String(await api.product(1, 'PLAIN'))
  const pages = {
    home: await tagsOf(loadHome),
    listing: await tagsOf((astro) => loadListing(astro, 'restaurant')),
    own: await tagsOf((astro) => loadSupplier(astro, 'restaurant'), { alias: 'always-open' }),
    product: await tagsOf(loadProduct, { product }),
    other: await tagsOf((astro) => loadSupplier(astro, 'restaurant'), { alias: 'night-owl' })
  }
  const droppedBy = (supplierIds: number[] | null): string[] => {
    const dropped = new Set<string>()
    dropChanged(
      { drop: (tag) => Object.entries(pages).forEach(([name, tags]) => (tag === '*' || tags.includes(tag)) && dropped.add(name)) },
      supplierIds
    )
    return [...dropped].sort()
  }
  expect(droppedBy([1])).toEqual(['home', 'listing', 'own', 'product'])
  expect(droppedBy([])).toEqual(['home', 'listing'])
  expect(droppedBy(null)).toEqual(['home', 'listing', 'other', 'own', 'product'])
  await api.close()
})

test('a database that goes away is said once', async () => {
  const said: string[] = []
  let away = true
  let looks = 0
  const refuse = (): Promise<never> => {
    looks += 1
    return Promise.reject(new Error('away'))
  }
  const db = new Proxy(engine.db, {
    get: (target, name: keyof Engine['db']) => (name === 'execute' && away ? refuse : target[name])
  })
  const stop = watchCatalogue(
    { engine: { ...engine, db }, directory: createDirectory(engine), log: (_level, text) => void said.push(text) },
    () => undefined,
    20
  )
  await expect.poll(() => looks).toBeGreaterThan(5)
  expect(said).toEqual(['looking for catalogue changes'])
  away = false
  await expect.poll(() => said).toEqual(['looking for catalogue changes', 'the database answers again'])
  stop()
})
