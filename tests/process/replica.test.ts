import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import { createCaller } from '#client/call.ts'
import { openPostgres, type Engine } from '#server/db/engine.ts'
import { importTolmaAs } from '#tests/support/market-copy.ts'
import { createDatabaseAt } from '#tests/support/local-postgres.ts'
import { postgresTest as test } from '#tests/support/postgres-test.ts'
import { copyDatabase, databaseIn, sharedServer } from '#tests/support/prepared-data.ts'
import { freePort, startShop, type Shop } from '#tests/support/shop-process.ts'

/** The replica is a second database that says other words, so that everybody sees who answered. */
const COPIED = 'Copied Tolma'
let admin: Engine
let main: Engine
let copy: Engine
let shop: Shop
let mainUrl = ''
let copyUrl = ''
const openCopy = () => openPostgres(copyUrl, 1, { migrate: false })

beforeAll(async () => {
  mainUrl = await copyDatabase()
  const prepared = await openPostgres(mainUrl, 2)
  await importTolmaAs(prepared, 'Main Tolma')
  await prepared.close()
  copyUrl = await createDatabaseAt(mainUrl, `${databaseIn(mainUrl)}_copy`, databaseIn(mainUrl))
  admin = await openPostgres(sharedServer(), 1, { migrate: false })
  main = await openPostgres(mainUrl, 2)
  copy = await openCopy()
  await copy.exec(`update products set name = jsonb_set(name::jsonb, '{en}', '"${COPIED}"') where code = 'PLAIN'`)
  shop = await startShop({ DATABASE_URL: mainUrl, DATABASE_READ_URL: copyUrl, PORT: String(await freePort()), LOG: 'info' }, 120_000)
}, 180_000)
afterAll(async () => {
  await shop.end()
  for (const engine of [main, copy, admin]) await engine.close()
})

const call = createCaller({
  fetch: (input, init) => fetch(`${shop.url}${input}`, init),
  locale: 'en',
  sessionId: () => 'a-guest-of-the-replica'
})
const listed = async (): Promise<string | undefined> =>
  (await call(catalogue.listing, { query: { s: 1, take: 50, skip: 0 } })).items.find(
    ({ price, supplier }) => supplier.id === 1 && price === 1000
  )?.name
const says = (word: string) => expect.poll(listed, { timeout: 10_000, interval: 50 }).toBe(word)

test('lists, products and pages are read from the replica, baskets from the main database', async () => {
  await says(COPIED)
  const [row] = (
    (await main.db.execute(sql`select id from products where supplier_id = 1 and code = 'PLAIN'`)) as unknown as { rows: { id: number }[] }
  ).rows
  const productId = row?.id ?? 0
  expect((await call(catalogue.product, { params: { id: productId } })).name).toBe(COPIED)
  expect(await (await fetch(`${shop.url}/en/products/${productId}`)).text()).toContain(COPIED)
  await call(baskets.add, { body: { productId, quantity: 1 } })
  const basket = await call(baskets.get, { query: {} })
  expect(JSON.stringify(basket)).toContain('Main Tolma')
  expect(JSON.stringify(basket)).not.toContain(COPIED)
})

test('a replica that goes away is not missed, and is asked again when it is back', async () => {
  const asking = new AbortController()
  const wrong: unknown[] = []
  const readers = Array.from({ length: 4 }, async () => {
    while (!asking.signal.aborted) await listed().catch((cause: unknown) => wrong.push(cause))
  })
  await copy.close()
  await admin.exec(`alter database ${databaseIn(copyUrl)} allow_connections false`)
  await admin.exec(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${databaseIn(copyUrl)}'`)
  await says('Main Tolma')
  await admin.exec(`alter database ${databaseIn(copyUrl)} allow_connections true`)
  await says(COPIED)
  asking.abort()
  await Promise.all(readers)
  expect(wrong).toEqual([])
  copy = await openCopy()
  expect(shop.output()).toContain('the replica is not asked: away, or behind')
})

test('a replica that lags behind an import is not asked until it has caught up', async () => {
  await importTolmaAs(main, 'Newest Tolma')
  await says('Newest Tolma')
  const seen = new Set<string | undefined>()
  for (let look = 0; look < 30; look += 1) {
    seen.add(await listed())
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
  expect(seen).toEqual(new Set(['Newest Tolma']))
  await copy.exec(`insert into events (id, kind, payload) select (select max(id) + 1000 from events), 'catalogue.changed', '{}'`)
  await says(COPIED)
})

test('whoever listens for calls hears again after the connection was cut, and is woken for what was missed', async () => {
  let woken = 0
  const forget = await main.listen('a-channel', () => void (woken += 1))
  await admin.exec(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'shuka listener' and datname = '${databaseIn(mainUrl)}'`
  )
  await expect.poll(() => woken, { timeout: 10_000 }).toBe(1)
  await main.exec(`select pg_notify('a-channel', '')`)
  await expect.poll(() => woken, { timeout: 10_000 }).toBe(2)
  await forget()
})
