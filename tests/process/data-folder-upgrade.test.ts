import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as baskets from '#contract/baskets/calls.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import * as orders from '#contract/orders/calls.ts'
import type { OrderDetails } from '#contract/orders/calls.ts'
import { backUpFolder } from '#server/db/backup.ts'
import { MigrationRefused } from '#server/db/migrations.ts'
import {
  countOn,
  MIGRATIONS_OF_TODAY,
  olderMigrations,
  readRows,
  readTables,
  writeRows,
  type Query,
  type Row
} from '#tests/support/old-database.ts'
import { copyDataFolder } from '#tests/support/prepared-data.ts'
import { buyAtShop, newPerson, type ShopClient } from '#tests/support/shop-client.ts'
import { freePort, newDataDir, startShop, type Shop } from '#tests/support/shop-process.ts'
import { ROOT } from '#tests/support/sources.ts'

const FIRST_CHANGE = MIGRATIONS_OF_TODAY.find(({ changesData }) => changesData)?.tag ?? ''

const inFolder = async <T>(folder: string, work: (query: Query, client: PGlite) => Promise<T>): Promise<T> => {
  const client = await PGlite.create({ dataDir: folder })
  try {
    return await work(async (text, values) => (await client.query<Row>(text, values)).rows, client)
  } finally {
    await client.close()
  }
}
const rowsIn = (folder: string) => inFolder(folder, async (query) => readRows(query, await readTables(query)))
const backupsOf = (folder: string): string[] => (existsSync(join(folder, 'backups')) ? readdirSync(join(folder, 'backups')) : [])

/** A folder as the first build of all left it, with what a person did in a shop: the rows of today, without what came later. */
let old: string
let url = ''
let person: ShopClient
let numbers: string[]
let before: OrderDetails[]

beforeAll(async () => {
  const today = copyDataFolder()
  const shop = await startShop({ DATA_DIR: today, PORT: String(await freePort()) })
  url = shop.url
  person = await newPerson(() => url, '+37491001122')
  const menu = await person.call(catalogue.products, { query: { supplierId: 902 } })
  const product = menu.items.find(({ code }) => code === 'WATER')
  if (!product) throw new Error('no WATER in the test market')
  numbers = [(await buyAtShop(person, product.id, 3)).orderNumber, (await buyAtShop(person, product.id, 8)).orderNumber]
  before = await Promise.all(numbers.map((orderNumber) => person.call(orders.details, { query: { orderNumber } })))
  await person.call(baskets.add, { body: { productId: product.id, quantity: 4 } })
  await shop.end()
  const rows = await rowsIn(today)
  old = copyDataFolder('blank')
  await inFolder(old, async (query, client) => {
    await migrate(drizzle(client), { migrationsFolder: olderMigrations(1) })
    const tables = await readTables(query)
    for (const table of tables) await writeRows(query, table, rows.get(table.name) ?? [])
    await countOn(query, tables)
    await query(`select setval('order_numbers', (select max(number::int) from orders))`)
  })
}, 120_000)

/** A copy of the old folder at `<new folder>/.data`. */
const copyOld = (): string => {
  const folder = join(dirname(newDataDir()), '.data')
  cpSync(old, folder, { recursive: true })
  return folder
}
const running: Shop[] = []
afterEach(async () => {
  for (const shop of running.splice(0)) await shop.end('SIGKILL')
})
const start = async (folder: string, env: Record<string, string> = {}): Promise<Shop> => {
  const shop = await startShop({ DATA_DIR: folder, PORT: String(await freePort()), LOG: 'info', ...env })
  running.push(shop)
  return shop
}

/** Opens the folder in a process that is killed as soon as it says so; answers the signal it ended by. */
const killedAt = (folder: string, line: string): Promise<NodeJS.Signals | null> => {
  const open = `import { openPglite } from '#server/db/engine.ts'
    await openPglite(process.argv[1], undefined, { log: console.log })
    setInterval(() => undefined, 1_000)`
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', open, folder], { cwd: ROOT })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    if (output.includes(line)) child.kill('SIGKILL')
  })
  return new Promise((done) => child.once('exit', (_code, signal) => done(signal)))
}

/** What the person sees of what they did. */
const assertAllThere = async (): Promise<void> => {
  const seen = await Promise.all(numbers.map((orderNumber) => person.call(orders.details, { query: { orderNumber } })))
  expect(seen).toEqual(before)
  expect(seen.map(({ payment }) => payment)).toEqual(['none', 'awaiting'])
  const basket = await person.call(baskets.get, { query: { addressId: person.addressId } })
  expect(
    basket.basketList.sessionBaskets.flatMap(({ entries }) => entries.flatMap(({ items }) => items.map(({ quantity }) => quantity)))
  ).toEqual([4])
}

describe('a data folder of the first build', () => {
  test('opens; a person is still signed in and has their orders and basket; the copy made before restores the old state', async () => {
    const folder = copyOld()
    const shop = await start(folder)
    url = shop.url
    await assertAllThere()
    const again = await buyAtShop(person, null, 3)
    expect(numbers).not.toContain(again.orderNumber)
    expect((await fetch(`${url}/`)).status).toBe(200)
    expect(await shop.end()).toBe(0)
    const [backup = '', ...more] = backupsOf(folder)
    expect(more).toEqual([])
    expect(backup).toMatch(new RegExp(String.raw`^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-before-${FIRST_CHANGE}$`))
    expect(shop.output()).toMatch(new RegExp(`upgrading the database: 0001_.*; data is changed by ${FIRST_CHANGE}`))
    expect(shop.output()).toContain(`was copied to ${join(folder, 'backups', backup)}`)

    // The commands of the operations guide, word for word.
    const commands = readFileSync(join(ROOT, 'src/server/README.md'), 'utf8').match(/^ {4}mv \.data .*\n(?: {4}.*\n){2}/m)?.[0] ?? ''
    execFileSync('sh', ['-ec', commands.replaceAll('BACKUP', backup)], { cwd: dirname(folder), stdio: 'pipe' })
    expect(await rowsIn(folder)).toEqual(await rowsIn(old))
    expect(statSync(`${folder}-upgraded`).isDirectory()).toBe(true)
  })

  test('killed while it is copied and while it is migrated, it opens at the third start, with one whole copy', async () => {
    const folder = copyOld()
    for (const line of ['upgrading the database', 'was copied to']) expect(await killedAt(folder, line)).toBe('SIGKILL')
    const shop = await start(folder)
    url = shop.url
    await assertAllThere()
    await shop.end('SIGKILL')
    expect(backupsOf(folder).map((name) => name.replace(/^.*-before-/, ''))).toEqual([FIRST_CHANGE])
    const copy = newDataDir()
    cpSync(join(folder, 'backups', backupsOf(folder)[0] ?? ''), copy, { recursive: true })
    expect(await rowsIn(copy)).toEqual(await rowsIn(old))
  })

  test('with DATABASE_MIGRATE=0, or with data of a newer version, a start says so in words and changes nothing', async () => {
    const folder = copyOld()
    const refusal = (env: Record<string, string>) => start(folder, env).catch(String)
    expect(await refusal({ DATABASE_MIGRATE: '0' })).toMatch(
      /ended with 2:\nThe database lacks migrations \(0001_.*start once with DATABASE_MIGRATE=1\.\n$/
    )
    await inFolder(folder, (query) =>
      query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of tomorrow', 4102444800000)`)
    )
    expect(await refusal({})).toMatch(/ended with 2:\nThe database was last used by a newer version.*\n$/)
    expect(backupsOf(folder)).toEqual([])
    expect(await rowsIn(folder)).toEqual(await rowsIn(old))
  })
})

describe('copies of a folder', () => {
  test('three stay, the newest of each migration; half copies go; pictures and the lock are not copied', () => {
    const folder = copyOld()
    const at = (day: number): Date => new Date(Date.UTC(2026, 0, day))
    for (const name of ['pictures', 'lock', 'backups/2025-01-01T00-00-00-before-x.partial'])
      execFileSync('mkdir', ['-p', join(folder, name)])
    for (const [index, tag] of ['a', 'b', 'a', 'c', 'd', 'd'].entries()) backUpFolder(folder, tag, { now: at(index + 1) })
    expect(backupsOf(folder)).toEqual(['2026-01-03T00-00-00-before-a', '2026-01-04T00-00-00-before-c', '2026-01-06T00-00-00-before-d'])
    expect(readdirSync(join(folder, 'backups', '2026-01-06T00-00-00-before-d')).sort()).toEqual(
      readdirSync(old)
        .filter((name) => name !== 'lock')
        .sort()
    )
  })

  test('a disk without room is named, and nothing is half there', () => {
    const folder = copyOld()
    const copy = () => backUpFolder(folder, '0010_x', { freeBytes: () => 1_000_000 })
    expect(copy).toThrow(MigrationRefused)
    expect(copy).toThrow(/needs \d+ MB of disk, and 1 MB are free .* Free some, or move DATA_DIR/)
    expect(backupsOf(folder)).toEqual([])
  })
})
