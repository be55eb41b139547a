import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { openPostgres, type Engine } from '#server/db/engine.ts'
import { rowsOf } from '#server/db/rows.ts'
import { checkLedger } from '#server/services/ledger/check.ts'
import { describeDifferences } from '#server/services/ledger/describe.ts'
import { takenAtBank } from '#tests/support/bank-books.ts'

/** What a shop's books say of group orders for which everybody paid. */
export interface GroupBooks {
  /** Orders by what became of them. */
  placed: number
  cancelled: number
  /** What must not be. */
  faults: string[]
  /** At the bank less given back, by the ledger, and the totals of paid orders; hundredths. */
  bank: number
  ledger: number
  orders: number
}

/** Reads the books once nothing is on its way, at most for three minutes. */
export const readWhenQuiet = async (databaseUrl: string, dataDir: string): Promise<GroupBooks> => {
  const engine = await openPostgres(databaseUrl)
  try {
    for (let tries = 0; tries < 180; tries += 1) {
      const [open] = await rowsOf<{ count: number }>(
        engine.db,
        sql`select ((select count(*) from payments where state in ('created', 'processing', 'refunding'))
          + (select count(*) from payments p join order_tenders t on t.id = p.tender_id where p.state = 'registered' and t.state = 'held')
          + (select count(*) from payment_refunds where state <> 'done'))::int as count`
      )
      if (!open?.count) break
      await wait(1_000)
    }
    return await readBooks(engine, dataDir)
  } finally {
    await engine.close()
  }
}

const readBooks = async ({ db }: Engine, dataDir: string): Promise<GroupBooks> => {
  const one = async (query: ReturnType<typeof sql>): Promise<number> => Number((await rowsOf<{ n: number }>(db, query))[0]?.n ?? 0)
  const providers = [{ provider: 'arca-simulator', books: async () => takenAtBank(dataDir) }]
  const { differences } = await checkLedger({ db, now: Date.now, providers }, 'command')
  const bank = takenAtBank(dataDir).reduce((sum, { taken, refunded }) => sum + taken - refunded, 0)
  const ledger = await one(sql`select coalesce(-sum(amount), 0)::int8 as n from ledger_entries where account = 'clearing:arca-simulator'`)
  const paid = await one(sql`select coalesce(sum(total), 0)::int8 as n from orders where paid_at is not null`)
  const counts: [string, number][] = [
    [
      'groups placed twice',
      await one(
        sql`select count(*)::int as n from (select 1 from orders where paid_at is not null group by group_order_id having count(*) > 1) x`
      )
    ],
    [
      'paid orders whose tenders are not their total',
      await one(sql`select count(*)::int as n from orders o where o.paid_at is not null and o.total <>
      (select coalesce(sum(t.amount), 0) from order_tenders t where t.order_id = o.id and t.state = 'captured')`)
    ],
    [
      'paid orders whose lines and costs are not their total',
      await one(sql`select count(*)::int as n from orders o where o.total <>
      (select coalesce(sum(i.total_price - i.voucher), 0) from order_items i where i.order_id = o.id) + o.packing_price + o.delivery_price + o.service_fee`)
    ],
    [
      'payments of cancelled orders kept',
      await one(sql`select count(*)::int as n from payments p join orders o on o.id = p.order_id
      where o.status = -1 and p.state in ('captured', 'refunding')`)
    ],
    [
      'payments on their way',
      await one(sql`select count(*)::int as n from payments where state in ('created', 'processing', 'refunding')`)
    ],
    ['baskets still in a group order', await one(sql`select count(*)::int as n from baskets where group_order_id is not null`)],
    ['group orders not ended', await one(sql`select count(*)::int as n from group_orders where status = 0`)],
    [
      'receivables of orders that are not zero',
      await one(sql`select count(*)::int as n from (select 1 from ledger_entries where account like 'receivable:order:%'
      group by account having sum(amount) <> 0) x`)
    ]
  ]
  return {
    placed: await one(sql`select count(*)::int as n from orders where paid_at is not null`),
    cancelled: await one(sql`select count(*)::int as n from orders where status = -1`),
    faults: [
      ...counts.filter(([, count]) => count > 0).map(([what, count]) => `${count} ${what}`),
      ...(await describeDifferences({ db }, differences))
    ],
    bank,
    ledger,
    orders: paid
  }
}
