import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzleLite } from 'drizzle-orm/pglite'
import { migrate as migrateLite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '#server/db/engine.ts'
import { announceUpgrade, migrationState, MIGRATIONS, MigrationRefused } from '#server/db/migrations.ts'
import { IS_FULL } from '#tests/config/full.ts'
import { MIGRATIONS_OF_TODAY, olderMigrations, readRows, readTables, type Query, type Row } from '#tests/support/old-database.ts'
import { fillTables } from '#tests/support/old-rows.ts'
import { postgresTest } from '#tests/support/postgres-test.ts'
import { copyDatabase } from '#tests/support/prepared-data.ts'
import { freePort, startShop } from '#tests/support/shop-process.ts'

interface Change {
  /** Columns that are dropped. */
  columns?: string[]
  /** Which of the rows that were there stay. */
  stays?: Record<string, (row: Row) => boolean>
  /** What a row becomes. */
  becomes?: Record<string, (row: Row) => Row>
  /** Tables that get more rows. */
  adds?: string[]
}
const NEW_STATES: Record<string, string> = { deposited: 'captured', failed: 'expired' }

/** What migrations change on purpose, by tag. Everything else must be as it was. */
const CHANGES: Record<string, Change> = {
  '0008_messages': {
    columns: ['users.notification_channels'],
    // Only the first person has exactly one live session.
    stays: { push_subscriptions: ({ user_id: userId }) => userId === 1 }
  },
  '0015_ledger': { adds: ['payment_refunds'] },
  // The table is dropped.
  '0016_bound_cards': { stays: { simulated_bank: () => false } },
  '0055_max_discount': { columns: ['suppliers.has_discount'] },
  '0012_payments': {
    becomes: { payments: (row) => ({ ...row, state: NEW_STATES[String(row['state'])] ?? row['state'] }) }
  }
}
const states = MIGRATIONS_OF_TODAY.map(({ tag }, index) => [tag, index + 1] as const).slice(0, -1)
/** The first, the last, and those before a migration that changes rows: the others are run by the first, and told apart by `npm run test:full`. */
const telling = states.filter(([tag, count], index) => {
  const next = MIGRATIONS_OF_TODAY[count]
  return tag === states[0]?.[0] || index === states.length - 1 || (next !== undefined && next.tag in CHANGES)
})

const from = IS_FULL ? states : telling

interface Place {
  /** Of a server's database. */
  url?: string
  query: Query
  /** Applies the migrations of a folder. */
  migrate: (folder: string) => Promise<void>
  /** What a start does. */
  upgrade: () => Promise<void>
  close: () => Promise<void>
}

const openLite = async (): Promise<Place> => {
  const client = await PGlite.create()
  const migrate = (migrationsFolder: string) => migrateLite(drizzleLite(client), { migrationsFolder })
  return {
    query: async (text, values) => (await client.query<Row>(text, values)).rows,
    migrate,
    upgrade: () => migrate(MIGRATIONS),
    close: () => client.close()
  }
}
const openServer = async (): Promise<Place> => {
  const url = await copyDatabase('blank')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    url,
    query: async (text, values) => (await client.query<Row>(text, values)).rows,
    migrate: (migrationsFolder) => migratePg(drizzlePg(client), { migrationsFolder }),
    upgrade: async () => (await openPostgres(url, 2)).close(),
    close: () => client.end()
  }
}
/** A database at the state of the first so many migrations, with rows in every table. */
const makeOld = async ({ query, migrate }: Place, count: number): Promise<Map<string, Row[]>> => {
  for (const sql of ['drop schema if exists drizzle cascade', 'drop schema public cascade', 'create schema public']) await query(sql)
  await migrate(olderMigrations(count))
  const tables = await readTables(query)
  await fillTables(query, tables)
  return readRows(query, tables)
}
const sorted = (rows: Row[]): string[] =>
  rows.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => a.localeCompare(b)))).sort()

describe.each([
  ['PGlite', test, openLite],
  ['PostgreSQL', postgresTest, openServer]
] as const)('%s', (_name, it, open) => {
  let place: Place
  beforeAll(async () => {
    place = await open()
  })
  afterAll(() => place.close())

  it.each(from)('a filled database of %s is migrated to today, and nothing is lost', async (_tag, count) => {
    const before = await makeOld(place, count)
    for (const [table, rows] of before) expect(rows.length, `rows of ${table}`).toBeGreaterThan(0)
    await place.upgrade()
    const tables = await readTables(place.query)
    const after = await readRows(place.query, tables)
    const rules = MIGRATIONS_OF_TODAY.slice(count).flatMap(({ tag }) => CHANGES[tag] ?? [])
    for (const [table, rows] of before) {
      const gone = rules
        .flatMap(({ columns = [] }) => columns)
        .flatMap((name) => (name.startsWith(`${table}.`) ? [name.split('.')[1]] : []))
      const columns = Object.keys(rows[0] ?? {}).filter((name) => !gone.includes(name))
      const only = (row: Row): Row => Object.fromEntries(columns.map((name) => [name, row[name]]))
      const staying = rows.filter((row) => rules.every(({ stays }) => stays?.[table]?.(row) ?? true))
      const ids = new Set(rows.map((row) => row['id']))
      const adds = rules.some((rule) => rule.adds?.includes(table))
      const found = (after.get(table) ?? []).filter((row) => !adds || ids.has(row['id']))
      expect(sorted(found.map(only)), table).toEqual(
        sorted(staying.map((row) => only(rules.reduce((old, { becomes }) => becomes?.[table]?.(old) ?? old, row))))
      )
    }
    expect(await place.query('select count(*)::int as applied from drizzle.__drizzle_migrations')).toEqual([
      { applied: MIGRATIONS_OF_TODAY.length }
    ])
  })

  it('0008: a push subscription gets the one live session of its person', async () => {
    await makeOld(place, 8)
    await place.upgrade()
    const rows = await place.query(
      `select p.user_id, s.user_id as owner, s.ended_at from push_subscriptions p join sessions s on s.id = p.session_id`
    )
    expect(rows).toEqual([{ user_id: 1, owner: 1, ended_at: null }])
  })

  it('data of a newer version is refused with the cure, and stays as it is', async () => {
    await makeOld(place, MIGRATIONS_OF_TODAY.length)
    await place.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of tomorrow', 4102444800000)`)
    const refusal: unknown = await migrationState({ query: async (text) => ({ rows: await place.query(text) }) }).catch(
      (cause: unknown) => cause
    )
    expect(refusal).toBeInstanceOf(MigrationRefused)
    expect(String(refusal)).toMatch(
      /newer version of the shop: 1 of its migrations .* Start the newer version again, or restore the backup/
    )
  })
})

describe('PostgreSQL under several starts', () => {
  let place: Place
  beforeAll(async () => {
    place = await openServer()
  })
  afterAll(() => place.close())

  postgresTest('of four that start at once, one migrates and names what changes data', async () => {
    await makeOld(place, 7)
    const lines: string[] = []
    const start = () => openPostgres(place.url ?? '', 2, { log: (line) => void lines.push(line) })
    for (const engine of await Promise.all([start(), start(), start(), start()])) await engine.close()
    expect(lines.filter((line) => line.startsWith('upgrading'))).toHaveLength(1)
    expect(lines[0]).toMatch(/^upgrading the database: 0007_identity, 0008_messages.*; data is changed by 0008_messages/)
    expect(lines[1]).toContain('a dump made before this start')
  })

  postgresTest('a start killed while it migrates leaves the old state, and the next start migrates', async () => {
    const before = await makeOld(place, 7)
    const blocker = new pg.Client({ connectionString: place.url ?? '' })
    await blocker.connect()
    // The last migration but a few waits for this table, after others have written.
    await blocker.query('begin; lock table users in access share mode')
    const env = { DATABASE_URL: place.url ?? '', PORT: String(await freePort()) }
    let kill = (): unknown => undefined
    const killed = startShop({ ...env, LOG: 'info' }, 60_000, (_output, child) => (kill = () => child.kill('SIGKILL'))).catch(String)
    const waiting = `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%alter table "users"%'`
    await expect.poll(() => place.query(waiting), { timeout: 60_000 }).toEqual([{ n: 1 }])
    kill()
    expect(await killed).toContain('ended with null')
    await blocker.query('rollback')
    await blocker.end()
    await expect
      .poll(
        () =>
          place.query(`select count(*)::int as n from pg_stat_activity where application_name = 'shuka' and datname = current_database()`),
        { timeout: 30_000 }
      )
      .toEqual([{ n: 0 }])
    expect(await readRows(place.query, await readTables(place.query))).toEqual(before)
    await place.upgrade()
    const orders = (await readTables(place.query)).filter(({ name }) => name === 'orders')
    const columns = Object.keys(before.get('orders')?.[0] ?? {})
    const after = (await readRows(place.query, orders))
      .get('orders')
      ?.map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])))
    expect(after).toEqual(before.get('orders'))
  })
})

describe('the list of migrations', () => {
  test('is in the order of time, which drizzle applies them by', () => {
    const times = MIGRATIONS_OF_TODAY.map(({ when }) => when)
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
  })

  test('a migration that changes data says so: `-- changes data: <what>`', () => {
    const changes =
      /\b(insert\s+into|delete\s+from|truncate)\b|(?<!on )\bupdate\s+"|\bdrop\s+(table|column|sequence|type|schema)\b|\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i
    const faults = MIGRATIONS_OF_TODAY.filter(
      ({ tag, changesData }) =>
        changes.test(readFileSync(join(MIGRATIONS, `${tag}.sql`), 'utf8').replaceAll(/^--.*$/gm, '')) !== changesData
    )
    expect(faults.map(({ tag }) => tag)).toEqual([])
    expect(MIGRATIONS_OF_TODAY.some(({ changesData }) => changesData)).toBe(true)
  })

  test('an upgrade that is forbidden is refused with the cure; a new database is none', () => {
    const pending = MIGRATIONS_OF_TODAY.slice(-2)
    expect(() => announceUpgrade({ isNew: false, pending }, { mayUpgrade: false })).toThrow(
      /DATABASE_MIGRATE=0 .* start once with DATABASE_MIGRATE=1/
    )
    expect(announceUpgrade({ isNew: true, pending: MIGRATIONS_OF_TODAY }, { mayUpgrade: false })).toBeNull()
  })
})
