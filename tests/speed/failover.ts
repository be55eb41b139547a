import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { buyUnderFaults } from '#tests/support/fault-load.ts'
import { hasPgbouncer, startPgbouncer, type Bouncer } from '#tests/support/pgbouncer.ts'
import { createPostgresServer, type PostgresServer } from '#tests/support/postgres-server.ts'
import { freePort, newDataDir, startShop } from '#tests/support/shop-process.ts'
import { startRelay } from '#tests/support/tcp-relay.ts'
import type { Row } from './rows.ts'

const BUYERS = 8
const ANSWER_MS = 5_000
const STANDBY = 'standby1'
const SAMPLES = 200

const query = async (server: PostgresServer, text: string): Promise<pg.QueryResult> => {
  const client = new pg.Client({ connectionString: server.url('postgres') })
  await client.connect()
  return client.query(text).finally(() => client.end())
}

/** Median milliseconds of a small commit. */
const commitMs = async (server: PostgresServer): Promise<number> => {
  const client = new pg.Client({ connectionString: server.url('postgres') })
  await client.connect()
  await client.query('create table if not exists commits (n int)')
  const times: number[] = []
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const begin = performance.now()
    await client.query('insert into commits values (1)')
    times.push(performance.now() - begin)
  }
  await client.query('drop table commits')
  await client.end()
  return times.sort((a, b) => a - b)[SAMPLES / 2] ?? Number.NaN
}

/**
 * The recipe of src/server/README.md ("High availability"): a synchronous standby, pgbouncer in front. The primary is killed while people
 * buy, the standby is promoted, and pgbouncer is led to it.
 */
export const measureFailover = async (): Promise<Row[]> => {
  // Commits on the disk of both, as the recipe has it.
  const primary = await createPostgresServer({ port: await freePort(), settings: [] })
  const alone = await commitMs(primary)
  const standby = await createPostgresServer({ port: await freePort(), settings: [], standbyOf: { primary, name: STANDBY } })
  await query(primary, `alter system set synchronous_standby_names = '${STANDBY}'`)
  await query(primary, 'select pg_reload_conf()')
  while ((await query(primary, `select 1 from pg_stat_replication where sync_state = 'sync'`)).rowCount === 0) await sleep(50)
  const synchronous = await commitMs(primary)
  const port = await freePort()
  const front: Bouncer = hasPgbouncer() ? await startPgbouncer(port, primary.port) : await startRelay(port, primary.port)
  const dataDir = newDataDir()
  const shop = await startShop(
    { DATABASE_URL: front.url('postgres'), DATA_DIR: dataDir, WEB_CONCURRENCY: '2', PORT: String(await freePort()) },
    300_000
  )
  try {
    let promotedAt = 0
    let firstOrderMs = 0
    const report = await buyUnderFaults({
      shop,
      workers: 2,
      buyers: BUYERS,
      dataDir,
      databaseUrl: () => standby.url('postgres'),
      faults: async ({ isBack, moreOrders }) => {
        await moreOrders(20)
        await primary.crash()
        await standby.promote()
        promotedAt = performance.now()
        await front.leadTo(standby.port)
        await Promise.all([isBack(), moreOrders(1)])
        firstOrderMs = performance.now() - promotedAt
        await moreOrders(20)
      }
    })
    for (const line of report.wrong) process.stdout.write(`${line}\n`)
    return [
      {
        what: `primary killed, synchronous standby promoted under load, two workers, ${hasPgbouncer() ? 'pgbouncer' : 'a TCP relay (pgbouncer is not installed)'} in front`,
        goal: `0 answered orders lost or doubled, answers within ${ANSWER_MS / 1_000} s of the promotion`,
        figure:
          `${report.wrong.length} of ${report.orders} lost or doubled, ${report.deaths} deaths; ready after ` +
          `${Math.round(Math.max(...report.readyMs))} ms, next order answered after ${Math.round(firstOrderMs)} ms`,
        met: report.wrong.length === 0 && report.deaths === 0 && firstOrderMs <= ANSWER_MS
      },
      {
        what: 'a commit: alone, and confirmed by a standby on the same machine (median)',
        goal: 'reported',
        figure: `${alone.toFixed(2)} ms, ${synchronous.toFixed(2)} ms`,
        met: null
      }
    ]
  } finally {
    await shop.end('SIGKILL')
    front.stop()
    await standby.remove()
    await primary.remove()
  }
}
