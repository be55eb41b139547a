import { sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import type { Difference } from './difference.ts'

/** Proves that what each provider holds is its payments less its refunds; what it settled or kept does not count here. */
export const checkClearing = async ({ db }: Pick<Context, 'db'>): Promise<Difference[]> => {
  const rows = await rowsOf<{ provider: string; amount: number; expected: number }>(
    db,
    sql`with booked as (
        select substr(e.account, 10) as provider, -sum(e.amount)::int8 as amount
        from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
        where e.account like 'clearing:%' and t.kind in ('payment.captured', 'refund.sent') group by e.account),
      given as (
        select p.provider, sum(r.amount) as amount from payment_refunds r join payments p on p.id = r.payment_id
        where r.refunded_at is not null group by p.provider),
      taken as (select provider, sum(captured_amount) as amount from payments where captured_amount > 0 group by provider),
      facts as (select t.provider, (t.amount - coalesce(g.amount, 0))::int8 as amount from taken t left join given g on g.provider = t.provider)
      select coalesce(b.provider, f.provider) as provider, coalesce(b.amount, 0) as amount, coalesce(f.amount, 0) as expected
      from booked b full join facts f on f.provider = b.provider where coalesce(b.amount, 0) <> coalesce(f.amount, 0)`
  )
  return rows.map((row) => ({ kind: 'clearing', ...row }))
}
