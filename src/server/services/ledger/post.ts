import { sql } from 'drizzle-orm'
import { hasBalance } from '#domain/ledger/accounts.ts'
import { sizeOf, type Transfer } from '#domain/ledger/transfer.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'

const ENTRY = sql.raw('n int, kind text, cause text, account text, amount int8, kept bool')

/**
 * Writes transfers to the ledger, in the transaction of the change that causes them. A cause that was posted before moves nothing more;
 * with another amount it is an error. Balances are locked in the order of their accounts; one that would fall below zero fails the
 * constraint `ledger_balances_not_below_zero`. Transfers of nothing are left out.
 */
export const postTransfers = async (tx: Context, transfers: readonly Transfer[]): Promise<void> => {
  if (!tx.inTransaction) throw new Error('money moves in the transaction of what moves it')
  const moving = transfers.filter(({ entries }) => entries.length > 0)
  if (moving.length === 0) return
  const rows = moving.flatMap(({ kind, cause, entries }, n) =>
    entries.map(({ account, amount }) => ({ n, kind, cause, account, amount: String(amount), kept: hasBalance(account) }))
  )
  const at = new Date(tx.now()).toISOString()
  const posted = await rowsOf<{ cause: string }>(
    tx.db,
    sql`with r as materialized (select * from json_to_recordset(${JSON.stringify(rows)}::json) as r (${ENTRY})),
      t as (
        insert into ledger_transfers (kind, cause, at) select kind, cause, ${at}::timestamptz from r group by n, kind, cause order by n
        on conflict (cause) do nothing returning id, cause),
      e as (insert into ledger_entries (transfer_id, account, amount) select t.id, r.account, r.amount from r join t using (cause)),
      b as (
        insert into ledger_balances as b (account, balance)
        select r.account, sum(r.amount)::int8 from r join t using (cause) where r.kept group by r.account order by r.account
        on conflict (account) do update set balance = b.balance + excluded.balance)
      select cause from t`
  )
  if (posted.length < moving.length)
    await requireSame(
      tx,
      moving.filter(({ cause }) => !posted.some((one) => one.cause === cause))
    )
}

const requireSame = async (tx: Context, repeated: readonly Transfer[]): Promise<void> => {
  for (const transfer of repeated) {
    const [row] = await rowsOf<{ size: number | null }>(
      tx.db,
      sql`select sum(amount)::int8 as size from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
          where t.cause = ${transfer.cause} and e.amount > 0`
    )
    if (BigInt(row?.size ?? 0) !== sizeOf(transfer))
      throw new Error(`${transfer.cause} is in the ledger with ${row?.size ?? 0}, and is now to move ${sizeOf(transfer)}`)
  }
}
