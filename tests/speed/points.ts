import { sql } from 'drizzle-orm'
import { createAdapters } from '#server/adapters/create.ts'
import { readConfig } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { openPostgres } from '#server/db/engine.ts'
import { jobContext } from '#server/jobs/context.ts'
import { importMarket } from '#server/market-import/import-market.ts'
import { createKernel } from '#server/process/create-kernel.ts'
import { listHistory } from '#server/services/wallet/history.ts'
import { listWallets } from '#server/services/wallet/wallets.ts'
import { makeLedger } from '#tests/load/make-ledger.ts'
import { createDatabase, withFolder, withPostgres } from '#tests/load/measured-shop.ts'
import { ROOT } from '#tests/support/sources.ts'
import { join } from 'node:path'
import { quantile, type Row } from './rows.ts'

const DEMO = join(ROOT, 'content/market')
const ENTRIES = 1_000_000
const PEOPLE = 500
const FIRST_PERSON = 910_000
const CALLS = 1_000
const MAX_P95_MS = 20
const PAGE = 20

/** People with 2,000 transactions each, half of them points of orders, beside a ledger as large. */
const makeWallets = async ({ db }: Pick<Context, 'db'>): Promise<void> => {
  await db.execute(sql`insert into users (id, first_name, language_id)
    select ${FIRST_PERSON}::int + g, 'Ani', 1 from generate_series(1, ${PEOPLE}::int) g`)
  const each = ENTRIES / PEOPLE / 2
  await db.execute(sql`insert into point_lots (id, user_id, order_id, rule_id, amount, remaining, available_at, expires_at, created_at)
    select (p - 1) * ${each}::int + g, ${FIRST_PERSON}::int + p, 1000000 + g, (select min(id) from reward_rules), 10000, case when g % 10 = 0 then 10000 else 0 end,
      now() - interval '1 day', now() + interval '90 days', now() - make_interval(hours => g)
    from generate_series(1, ${PEOPLE}::int) p, generate_series(1, ${each}::int) g`)
  await db.execute(sql`insert into wallet_entries (user_id, type, amount, order_id, lot_id, reason, created_at)
    select user_id, t.type, case when t.type = 'cashback' then amount else -amount end, order_id, case when t.type = 'cashback' then l.id end,
      '{"why": "spent"}', created_at
    from point_lots l, (values ('cashback'), ('withdrawn')) t (type) order by l.id`)
  await db.execute(sql`analyze`)
}

const measured = async (what: string, call: (userId: number) => Promise<unknown>): Promise<Row> => {
  const times: number[] = []
  for (let index = 0; index < CALLS; index += 1) {
    const started = performance.now()
    await call(FIRST_PERSON + 1 + ((index * 7_919) % PEOPLE))
    times.push(performance.now() - started)
  }
  const p95 = quantile(times, 0.95)
  return {
    what: `${what}, ${ENTRIES} transactions of ${PEOPLE} people, a ledger of as many entries`,
    goal: `p95 <= ${MAX_P95_MS} ms`,
    figure: `p95 ${p95.toFixed(1)} ms, median ${quantile(times, 0.5).toFixed(1)} ms of ${CALLS}`,
    met: p95 <= MAX_P95_MS
  }
}

/** How fast a person's points and their history are read. About two minutes, on PostgreSQL. */
export const measurePoints = async (): Promise<Row[]> =>
  (await withPostgres(async (postgres) =>
    withFolder(async (folder) => {
      const engine = await openPostgres(await createDatabase(postgres, 'points'))
      try {
        await importMarket(engine, DEMO)
        await makeLedger(engine, ENTRIES)
        await makeWallets(engine)
        const config = readConfig({ DATA_DIR: folder, LOG: 'silent' })
        const kernel = createKernel({
          config,
          engine,
          adapters: await createAdapters(engine, config, Date.now),
          now: Date.now,
          log: () => undefined
        })
        const as = (userId: number): Context => ({
          ...jobContext(kernel),
          actor: { kind: 'user', anonymousId: '', userId, sessionId: '', isAdult: null }
        })
        const historyFrom = (skip: number) => (userId: number) => listHistory(as(userId), { skip, take: PAGE, walletType: 0 })
        return [
          await measured('points of a person', (userId) => listWallets(as(userId), null)),
          await measured('first page of their history', historyFrom(0)),
          await measured('last page of their history', historyFrom(ENTRIES / PEOPLE - PAGE))
        ]
      } finally {
        await engine.close()
      }
    })
  )) ?? []
