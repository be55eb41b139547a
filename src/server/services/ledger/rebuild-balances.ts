import { sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'

/** Counts stored balances again from their entries, while nobody posts. Returns how many were wrong. */
export const rebuildBalances = async ({ db }: Pick<Context, 'db'>): Promise<number> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`lock table ledger_balances in share row exclusive mode`)
    const changed = await rowsOf(
      tx,
      sql`insert into ledger_balances as b (account, balance)
          select account, sum(amount)::int8 from ledger_entries where account like 'liability:%' group by account order by account
          on conflict (account) do update set balance = excluded.balance where b.balance <> excluded.balance returning account`
    )
    const emptied = await rowsOf(
      tx,
      sql`update ledger_balances b set balance = 0 where balance <> 0 and not exists (select 1 from ledger_entries e where e.account = b.account)
          returning account`
    )
    return changed.length + emptied.length
  })
