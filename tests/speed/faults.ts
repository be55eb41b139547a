import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { buyUnderFaults, type FaultControl, type FaultReport } from '#tests/support/fault-load.ts'
import { createPostgresServer, type PostgresServer } from '#tests/support/postgres-server.ts'
import { freePort, newDataDir, startShop } from '#tests/support/shop-process.ts'
import type { Row } from './rows.ts'

const STOPS = 8
const ENDED_BACKENDS = 40
const PAUSE_MS = 75_000
const BUYERS = 8
const LONGEST_ANSWER_MS = 10_000
const READY_MS = 2_000

const max = (values: readonly number[]): number => Math.max(0, ...values)
const answered500 = ({ requests, pages }: FaultReport): number =>
  requests.filter(({ status }) => status === 500).length + (pages['500'] ?? 0)
const unanswered = ({ requests, pages }: FaultReport): number => requests.filter(({ status }) => status === null).length + (pages['0'] ?? 0)

/** Runs a shop of so many workers on a PostgreSQL of its own, and buys while `faults` runs. */
const underFaults = async (
  workers: number,
  faults: (control: FaultControl, server: PostgresServer) => Promise<void>
): Promise<FaultReport> => {
  const server = await createPostgresServer({ port: await freePort() })
  const dataDir = newDataDir()
  const shop = await startShop(
    {
      DATABASE_URL: server.url('postgres'),
      DATA_DIR: dataDir,
      WEB_CONCURRENCY: String(workers),
      PORT: String(await freePort())
    },
    300_000
  )
  try {
    return await buyUnderFaults({
      shop,
      workers,
      buyers: BUYERS,
      dataDir,
      databaseUrl: () => server.url('postgres'),
      faults: (control) => faults(control, server)
    })
  } finally {
    await shop.end('SIGKILL')
    await server.remove()
  }
}

const endBackends = async ({ moreOrders }: FaultControl, server: PostgresServer): Promise<void> => {
  const admin = new pg.Client({ connectionString: server.url('postgres'), application_name: 'admin' })
  await admin.connect()
  for (let count = 0; count < ENDED_BACKENDS; count += 1) {
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'shuka%'`)
    await sleep(50)
    if (count % 10 === 9) await moreOrders(5)
  }
  await admin.end()
}
const stopAtOnce = async ({ isBack, moreOrders }: FaultControl, server: PostgresServer): Promise<void> => {
  for (let count = 0; count < STOPS; count += 1) {
    await server.crash()
    await sleep(count % 2 ? 0 : 1_000)
    await server.start()
    await isBack()
    await moreOrders(5)
  }
}

const describe = (report: FaultReport): string =>
  `${report.deaths} deaths, ${answered500(report)} answers 500, ${unanswered(report)} unanswered; ready after at most ` +
  `${Math.round(max(report.readyMs))} ms; ${report.orders} orders, ${report.wrong.length} lost or doubled`
const isGood = (report: FaultReport): boolean =>
  report.deaths === 0 && answered500(report) === 0 && report.wrong.length === 0 && max(report.readyMs) < READY_MS
const printWrong = ({ wrong }: FaultReport): void => {
  for (const line of wrong) process.stdout.write(`${line}\n`)
}

/** PostgreSQL stopped, its connections ended, and paused, while people buy. */
export const measureFaults = async (): Promise<Row[]> => {
  const rows: Row[] = []
  for (const workers of [1, 2]) {
    const report = await underFaults(workers, async (control, server) => {
      await control.moreOrders(5)
      await endBackends(control, server)
      await stopAtOnce(control, server)
    })
    printWrong(report)
    rows.push({
      what: `PostgreSQL stopped at once ${STOPS} times, its backends ended ${ENDED_BACKENDS} times, under load, ${workers} worker${workers > 1 ? 's' : ''}`,
      goal: `0 deaths, 0 answers 500, ready within ${READY_MS / 1_000} s, 0 orders lost or doubled`,
      figure: describe(report),
      met: isGood(report)
    })
  }
  const paused = await underFaults(1, async ({ isBack, moreOrders }, server) => {
    await moreOrders(10)
    const goOn = server.pause()
    await sleep(PAUSE_MS)
    goOn()
    await isBack()
    await moreOrders(10)
  })
  printWrong(paused)
  const longest = max(paused.requests.map(({ ms }) => ms))
  rows.push({
    what: `PostgreSQL paused ${PAUSE_MS / 1_000} s under load: longest answer`,
    goal: `<= ${LONGEST_ANSWER_MS / 1_000} s, 0 orders lost or doubled`,
    figure: `${(longest / 1_000).toFixed(1)} s of ${paused.requests.length} requests; ${describe(paused)}`,
    met: longest <= LONGEST_ANSWER_MS && unanswered(paused) === 0 && isGood(paused)
  })
  return rows
}
