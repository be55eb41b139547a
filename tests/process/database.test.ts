import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/process/postgres-refusals.ts'
import { withoutPostgres } from '#server/cli/steps.ts'
import type { LocalPostgres } from '#tests/support/local-postgres.ts'
import { postgresTest, startPostgres } from '#tests/support/postgres-test.ts'
import { freePort, newDataDir, startShop } from '#tests/support/shop-process.ts'

/** Something that listens and is no PostgreSQL. */
let stranger: Server
let port = 0
let dead = 0
let postgres: LocalPostgres | null = null

beforeAll(async () => {
  dead = await freePort()
  stranger = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  await new Promise<void>((done) => stranger.listen(0, '127.0.0.1', done))
  if (withoutPostgres) return
  postgres = await startPostgres()
  port = Number(new URL(postgres.url('postgres')).port)
  const admin = new pg.Client({ connectionString: postgres.url('postgres') })
  await admin.connect()
  for (const sql of [
    `create role ani login password 'hidden'`,
    'create role aram nologin',
    'create database shop',
    `create database old encoding 'LATIN1' locale 'C' template template0`
  ])
    await admin.query(sql)
  const { rows } = await admin.query<{ hba_file: string }>('show hba_file')
  const rules = rows[0]?.hba_file ?? ''
  writeFileSync(
    rules,
    `host all ani all scram-sha-256\nhost all anush all reject\nhostssl all tigran all trust\n${readFileSync(rules, 'utf8')}`
  )
  writeFileSync(rules, readFileSync(rules, 'utf8').replace(/^host\s+all\s+all\s+127.*$/m, 'host all shuka,ghost,aram 127.0.0.1/32 trust'))
  await admin.query('select pg_reload_conf()')
  await admin.end()
})
afterAll(() => {
  stranger.close()
  postgres?.stop()
})

/** What an address is refused with, on `SERVER`. */
const refusalOf = async (address: string): Promise<string> => {
  const cause: unknown = await openDatabase(address, 1).then(
    (engine) => engine.close(),
    (error: unknown) => error
  )
  return cause instanceof Error ? `${cause.constructor.name}: ${cause.message.replaceAll(String(port), 'PORT')}` : 'it opened'
}

describe('a database that does not open is told with its cure, never with the password', () => {
  postgresTest.each([
    ['shuka:hidden@', 'none', 'The database "none" of DATABASE_URL does not exist', 'createdb -h 127.0.0.1 -p PORT -O shuka none'],
    ['ghost:hidden@', 'shop', 'The user "ghost" of DATABASE_URL does not exist', 'createuser -h 127.0.0.1 -p PORT -P ghost'],
    ['aram:hidden@', 'shop', 'may not sign in', `-c 'ALTER ROLE "aram" LOGIN'`],
    ['ani:hiddenwrong@', 'shop', 'does not take the password', 'Correct the address'],
    ['ani@', 'shop', 'DATABASE_URL has none', 'postgres://USER:PASSWORD@HOST/DATABASE'],
    ['ani:hidden@', 'shop', 'may not make tables', `-d shop -c 'ALTER DATABASE "shop" OWNER TO "ani"'`],
    ['anush:hidden@', 'shop', 'does not let the user "anush"', 'pg_hba.conf'],
    ['tigran:hidden@', 'shop', 'does not let the user "tigran"', 'sslmode=verify-full'],
    ['shuka:hidden@', 'shop?sslmode=verify-full', 'speaks no TLS', 'Take sslmode out'],
    ['shuka:hidden@', 'old', 'keeps texts as LATIN1', '-O shuka -E UTF8 -T template0']
  ])('%s/%s', async (user, database, fault, cure) => {
    const said = await refusalOf(`postgres://${user}127.0.0.1:${port}/${database}`)
    expect(said).toMatch(/^BadConfiguration: /)
    for (const words of [fault, cure]) expect(said).toContain(words)
    expect(said).not.toContain('hidden')
  })

  postgresTest('and nothing was written to it', async () => {
    const client = new pg.Client({ connectionString: postgres?.url('shop') ?? '' })
    await client.connect()
    const { rows } = await client.query(`select 1 from information_schema.schemata where schema_name = 'drizzle'`)
    await client.end()
    expect(rows).toEqual([])
  })
})

test.each([
  ['127.0.0.1:DEAD/shop', 'Nothing listens at 127.0.0.1:DEAD'],
  ['127.0.0.1:STRANGER/shop', 'it may be no PostgreSQL'],
  ['/shop?host=/nowhere', 'Nothing listens at /nowhere']
])('a wrong address (%s) is told as one', async (place, words) => {
  const bound = stranger.address()
  const ports = (text: string): string =>
    text.replace('DEAD', String(dead)).replace('STRANGER', String(typeof bound === 'object' && bound ? bound.port : 0))
  const said = await refusalOf(`postgres://${place.startsWith('/') ? '' : 'shuka:hidden@'}${ports(place)}`)
  expect(said).toContain(ports(words))
  expect(said).toContain('unset DATABASE_URL')
  expect(said).not.toContain('hidden')
})

test.each(['1', '2'])('a start of %s process says just that, once, and ends', async (processes) => {
  const env = { DATABASE_URL: `postgres://shuka:hidden@127.0.0.1:${dead}/shop`, WEB_CONCURRENCY: processes, DATA_DIR: newDataDir() }
  const said: unknown = await startShop({ ...env, PORT: String(await freePort()) }).catch((cause: unknown) => cause)
  expect(String(said)).toBe(
    `Error: ended with 2:\nNothing listens at 127.0.0.1:${dead}, where DATABASE_URL leads. ` +
      'Start PostgreSQL there, correct the address, or unset DATABASE_URL for the embedded database.\n'
  )
})
