import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { openPostgres, type Engine } from '#server/db/engine.ts'
import { createListener } from '#server/db/listener.ts'
import { SERVING_LIMITS } from '#server/db/safe-pool.ts'
import { isDatabaseAway } from '#server/db/server-away.ts'
import { codeOf } from '#server/services/core/fail.ts'
import pg from 'pg'
import { createPostgresServer, type PostgresServer } from '#tests/support/postgres-server.ts'
import { postgresTest as test } from '#tests/support/postgres-test.ts'
import { freePort } from '#tests/support/shop-process.ts'

const LIMITS = { connect: 700, lock: 300, statement: 500, idleInTransaction: 500, silence: 900 }
/** Where no limit is meant to be met, a busy machine must not meet it. */
const PATIENT = { connect: 15_000, lock: 15_000, statement: 15_000, idleInTransaction: 15_000, silence: 20_000 }
const POOL = 2

let server: PostgresServer
let engine: Engine
let hasty: Engine
let admin: pg.Client

beforeAll(async () => {
  server = await createPostgresServer({ port: await freePort() })
  engine = await openPostgres(server.url('postgres'), POOL, { migrate: false, limits: PATIENT })
  hasty = await openPostgres(server.url('postgres'), POOL, { migrate: false, limits: LIMITS })
  await connectAdmin()
})
afterAll(async () => {
  await engine.close()
  await hasty.close()
  await admin.end().catch(() => undefined)
  await server.remove()
})
const connectAdmin = async (): Promise<void> => {
  admin = new pg.Client({ connectionString: server.url('postgres'), application_name: 'admin' })
  admin.on('error', () => undefined)
  await admin.connect()
}
const endBackends = () => admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'shuka'`)
const one = () => engine.db.execute(sql`select 1 as one`)
const oneInTime = () => hasty.db.execute(sql`select 1 as one`)
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (cause: unknown) => cause
  )

/** All connections are usable again, as soon as a busy machine gives each its turn. */
const isUsable = () => expect.poll(() => failureOf(Promise.all(Array.from({ length: POOL * 4 }, oneInTime))), { interval: 20 }).toBeNull()

test('a connection that is lost between two queries of a transaction fails the transaction only', async () => {
  for (let round = 0; round < 20; round += 1) {
    const failure = await failureOf(
      engine.db.transaction(async (tx) => {
        await tx.execute(sql`select 1`)
        await endBackends()
        await new Promise((resolve) => setTimeout(resolve, 10))
        await tx.execute(sql`select 2`)
      })
    )
    expect(isDatabaseAway(failure)).toBe(true)
    expect(codeOf(failure)).toBe('DATABASE_AWAY')
  }
  await one()
})

test('a connection that is lost at BEGIN is not kept from the others', async () => {
  // What ends a connection may arrive after the next query was sent on it, which fails.
  const isBack = () => expect.poll(() => failureOf(Promise.all(Array.from({ length: POOL }, one))), { interval: 5 }).toBeNull()
  for (let round = 0; round < POOL * 3; round += 1) {
    await isBack()
    const failures = Array.from({ length: POOL }, () => failureOf(engine.db.transaction(() => Promise.resolve())))
    await endBackends()
    await Promise.all(failures)
  }
  await isBack()
  // Each waits for a connection at most `connect`: all are usable.
  await Promise.all(Array.from({ length: POOL * 4 }, one))
})

describe('a time limit', () => {
  test.each([
    ['of a statement', sql`select pg_sleep(5)`],
    ['of a transaction that asks nothing', null]
  ])('%s fails as a database that is away', async (_, query) => {
    const failure = await failureOf(
      hasty.db.transaction(async (tx) => {
        if (query) return tx.execute(query)
        await new Promise((resolve) => setTimeout(resolve, LIMITS.idleInTransaction + 200))
        return tx.execute(sql`select 1`)
      })
    )
    expect(codeOf(failure)).toBe('DATABASE_AWAY')
    await isUsable()
  })

  test('of a lock, too', async () => {
    await admin.query('begin; select pg_advisory_xact_lock(77)')
    const failure = await failureOf(hasty.db.execute(sql`select pg_advisory_xact_lock(77)`))
    await admin.query('rollback')
    expect(codeOf(failure)).toBe('DATABASE_AWAY')
  })

  test('of the server is below the one of the client, and a call stays below ten seconds', () => {
    const { connect, lock, statement, silence } = SERVING_LIMITS
    expect(lock).toBeLessThan(statement)
    expect(statement).toBeLessThan(silence)
    expect(connect + silence).toBeLessThan(10_000)
  })

  test('is not there for imports and migrations', async () => {
    const patient = await openPostgres(server.url('postgres'), 1, { migrate: false })
    await patient.db.execute(sql`select pg_sleep(${(LIMITS.silence + 300) / 1_000})`)
    const { rows } = (await patient.db.execute(sql`show statement_timeout`)) as unknown as { rows: unknown[] }
    expect(rows).toEqual([{ statement_timeout: '0' }])
    await patient.close()
  })
})

test('a paused server is given up in time by every query, and used again when it goes on', async () => {
  await isUsable()
  const goOn = server.pause()
  const begin = performance.now()
  const failures = await Promise.all(
    Array.from({ length: POOL * 5 }, () => failureOf(hasty.db.transaction((tx) => tx.execute(sql`select 1`))))
  )
  const took = performance.now() - begin
  goOn()
  expect(failures.map(codeOf)).toEqual(failures.map(() => 'DATABASE_AWAY'))
  expect(took).toBeLessThan(10 * (LIMITS.connect + LIMITS.silence))
  await isUsable()
})

test('while a server is silent, most calls fail at once instead of waiting', async () => {
  const goOn = server.pause()
  // The connections that were idle, and one attempt to open another, show that it is silent.
  await Promise.all(Array.from({ length: POOL + 1 }, () => failureOf(oneInTime())))
  await failureOf(oneInTime())
  const begin = performance.now()
  const waits: number[] = []
  const failures = await Promise.all(
    Array.from({ length: 50 }, () => failureOf(oneInTime()).finally(() => waits.push(performance.now() - begin)))
  )
  // Who waits for a connection waits so long at least; those who do not are done long before.
  expect(waits[40]).toBeLessThan(LIMITS.connect)
  expect(new Set(failures.map(codeOf))).toEqual(new Set(['DATABASE_AWAY']))
  goOn()
  await isUsable()
})

test('a listener notices a server that is silent, and hears again afterwards', async () => {
  let connections = 0
  const listener = createListener(
    () => {
      connections += 1
      return new pg.Client({ connectionString: server.url('postgres'), connectionTimeoutMillis: 200, query_timeout: 200 })
    },
    { retryMs: 50, heartbeatMs: 50 }
  )
  let woken = 0
  await listener.listen('a-channel', () => void (woken += 1))
  const goOn = server.pause()
  await expect.poll(() => connections).toBeGreaterThan(1)
  goOn()
  await expect.poll(() => woken).toBeGreaterThan(0)
  const before = woken
  await admin.query(`notify "a-channel"`)
  await expect.poll(() => woken).toBeGreaterThan(before)
  await listener.close()
})

test('a server that is stopped and started again is used at once', async () => {
  await server.crash()
  expect(codeOf(await failureOf(one()))).toBe('DATABASE_AWAY')
  expect(codeOf(await failureOf(engine.db.transaction((tx) => tx.execute(sql`select 1`))))).toBe('DATABASE_AWAY')
  await server.start()
  await Promise.all(Array.from({ length: POOL * 2 }, one))
})
