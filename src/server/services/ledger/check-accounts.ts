import { sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { WALLET_TYPE } from '#domain/rewards/wallet-entry.ts'
import { rowsOf } from '#server/db/rows.ts'
import { MAX_DIFFERENCES, type Difference } from './difference.ts'

interface Row {
  kind: 'balance' | 'lots' | 'cards' | 'wallets' | 'below-zero' | 'left-open'
  account: string
  amount: number | null
  expected: number | null
}

/** As `isNeverBelowZero` says. */
const NEVER_BELOW_ZERO = sql.raw(
  ['receivable:', 'payable:tips:', 'liability:', 'refund:pending:', 'payout:pending:', 'suspense:', 'tax:']
    .map((prefix) => `account like '${prefix}%'`)
    .join(' or ')
)

/**
 * Proves that stored balances are the sums of their entries, and those of points, gift cards and corporate wallets what is left of them, that nothing owed is below zero, and that no order keeps money that neither
 * funded it nor went back, unless it still waits for the rest. One scan of the entries.
 */
export const checkAccounts = async ({ db }: Pick<Context, 'db'>): Promise<Difference[]> => {
  const rows = await rowsOf<Row>(
    db,
    sql`with sums as materialized (
        select account, sum(amount)::int8 as amount from ledger_entries group by account
        having sum(amount) <> 0 or account like 'liability:%'),
      kept as (select account, amount from sums where account like 'liability:%')
      (select 'balance' as kind, coalesce(b.account, k.account) as account, coalesce(b.balance, 0) as amount, coalesce(k.amount, 0) as expected
        from ledger_balances b full join kept k on k.account = b.account where coalesce(b.balance, 0) <> coalesce(k.amount, 0) limit ${MAX_DIFFERENCES})
      union all
      (select 'lots', coalesce(b.account, l.account), coalesce(b.balance, 0), coalesce(l.amount, 0)
        from (select account, balance from ledger_balances where account like 'liability:points:%') b
        full join (select 'liability:points:' || user_id as account, sum(remaining)::int8 as amount from point_lots group by user_id) l
          on l.account = b.account
        where coalesce(b.balance, 0) <> coalesce(l.amount, 0) limit ${MAX_DIFFERENCES})
      union all
      (select 'cards', coalesce(b.account, c.account), coalesce(b.balance, 0), coalesce(c.balance, 0)
        from (select account, balance from ledger_balances where account like 'liability:gift-card:%') b
        full join (select 'liability:gift-card:' || id as account, balance from gift_cards) c on c.account = b.account
        where coalesce(b.balance, 0) <> coalesce(c.balance, 0) limit ${MAX_DIFFERENCES})
      union all
      (select 'wallets', coalesce(b.account, w.account), coalesce(b.balance, 0), coalesce(w.amount, 0)
        from (select account, balance from ledger_balances where account like 'liability:wallet:%') b
        full join (select 'liability:wallet:' || user_id as account, sum(amount)::int8 as amount from wallet_entries
          where wallet_type = ${WALLET_TYPE.CORPORATE}::int2 group by user_id) w on w.account = b.account
        where coalesce(b.balance, 0) <> coalesce(w.amount, 0) limit ${MAX_DIFFERENCES})
      union all
      (select 'below-zero', account, amount, null from sums where amount < 0 and (${NEVER_BELOW_ZERO}) limit ${MAX_DIFFERENCES})
      union all
      (select 'left-open', s.account, s.amount, null from sums s join orders o on o.id = split_part(s.account, ':', 3)::int
        where s.account like 'receivable:order:%' and s.amount > 0 and (o.status = -1 or exists (
          select 1 from ledger_transfers t where t.cause = 'order:' || o.id || ':funded')) limit ${MAX_DIFFERENCES})`
  )
  return rows.map(({ kind, account, amount, expected }) =>
    kind === 'balance' || kind === 'lots' || kind === 'cards' || kind === 'wallets'
      ? { kind, account, amount: amount ?? 0, expected: expected ?? 0 }
      : { kind, account, amount: amount ?? 0 }
  )
}
