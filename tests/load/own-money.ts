import { sql } from 'drizzle-orm'
import { openPostgres } from '#server/db/engine.ts'
import { checkLedger } from '#server/services/ledger/check.ts'

/** What everybody has, in hundredths of a dram: less than any order costs. */
const [CARD, POINTS] = [20_000, 10_000]

/** Gives everybody in a database a gift card and points that can be spent, as staff and a delivered order would. */
export const giveOwnMoney = async (databaseUrl: string): Promise<void> => {
  const engine = await openPostgres(databaseUrl)
  try {
    const { db } = engine
    await db.execute(sql`with c as (
        insert into gift_cards (code_hash, last_four, status, value, balance, owner_id, recipient, issued_by, expires_at, activated_at, created_at)
        select 'load-' || id, 'LOAD', 3, ${CARD}::int8, ${CARD}::int8, id, '', 'load', now() + interval '1 year', now(), now() from users returning id),
      t as (insert into ledger_transfers (kind, cause) select 'gift-card.issued', 'gift-card:' || id || ':issued' from c returning id, split_part(cause, ':', 2) as card),
      e as (insert into ledger_entries (transfer_id, account, amount)
        select id, 'cost:goodwill', -${CARD}::int8 from t union all select id, 'liability:gift-card:' || card, ${CARD}::int8 from t)
      insert into ledger_balances (account, balance) select 'liability:gift-card:' || card, ${CARD}::int8 from t`)
    await db.execute(sql`with r as (
        insert into reward_rules (key, content_hash, active, position, title, type, points, starts_on, ends_on, minimum, suppliers, kinds, methods, labelled)
        values ('load', 'load', false, 99, '{"hy":"","en":"","ru":""}', 1, ${POINTS}::int8, '2020-01-01', '2020-01-02', 0, '[]', '[]', '[]', false) returning id),
      l as (insert into point_lots (user_id, order_id, rule_id, amount, remaining, available_at, expires_at, created_at)
        select u.id, (select min(id) from orders), r.id, ${POINTS}::int8, ${POINTS}::int8, now(), now() + interval '90 days', now() from users u, r returning id, user_id),
      t as (insert into ledger_transfers (kind, cause) select 'points.earned', 'lot:' || id || ':earned' from l returning id, split_part(cause, ':', 2)::int as lot),
      e as (insert into ledger_entries (transfer_id, account, amount)
        select t.id, 'cost:points', -${POINTS}::int8 from t
        union all select t.id, 'liability:points:' || l.user_id, ${POINTS}::int8 from t join l on l.id = t.lot)
      insert into ledger_balances (account, balance) select 'liability:points:' || user_id, ${POINTS}::int8 from l`)
    await db.execute(sql`analyze`)
  } finally {
    await engine.close()
  }
}

/** How many differences the ledger of a database has. */
export const ledgerFaultsOf = async (databaseUrl: string): Promise<number> => {
  const engine = await openPostgres(databaseUrl)
  try {
    return (await checkLedger({ db: engine.db, now: Date.now, providers: [] }, 'command')).differences.length
  } finally {
    await engine.close()
  }
}
