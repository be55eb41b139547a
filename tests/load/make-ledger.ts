import { sql } from 'drizzle-orm'
import type { Engine } from '#server/db/engine.ts'

/** Entries of one order by card: two of its capture, five of its funding. */
const ENTRIES_AN_ORDER = 7

/**
 * Fills the books of a shop that has a market with orders paid by card, until the ledger has so many entries. Written by a few statements,
 * with the triggers off, because it is the check that is measured.
 */
export const makeLedger = async ({ db, exec }: Pick<Engine, 'db' | 'exec'>, entries: number): Promise<void> => {
  const orders = Math.ceil(entries / ENTRIES_AN_ORDER)
  await exec('alter table ledger_entries disable trigger all')
  await db.execute(sql`insert into users (id, first_name, language_id) values (900001, 'Ani', 1)`)
  await db.execute(sql`with n as (select 1000000 + g as g from generate_series(1, ${orders}::int) g)
    insert into orders (id, number, user_id, basket_id, status, steps, payment_id, paid_at, address, delivery_now, delivery_from, delivery_to, base_price,
      discount, items_price, packing_price, delivery_price, service_fee, total)
    select g, 'm' || g, 900001, 1, 7, '[]', 8, now(), '{}', true, now(), now(), 400000, 0, 400000, 10000, 50000, 12300, 472300 from n`)
  await db.execute(sql`insert into order_parts (order_id, supplier_id, branch_id, status, items_price, packing_price, delivery_price, commission)
    select o.id, b.supplier_id, b.id, 7, 400000, 10000, 50000, 1800 from orders o, (select id, supplier_id from branches order by id limit 1) b
    where o.user_id = 900001`)
  await db.execute(sql`insert into order_tenders (id, order_id, payer_id, method_id, amount, state)
    select id, id, user_id, payment_id, total, 'captured' from orders where user_id = 900001`)
  await db.execute(sql`insert into payments (id, order_id, tender_id, provider, bank_number, bank_ref, amount, captured_amount, state)
    select id, id, id, 'simulator', number || '-1', 'ref-' || id, total, total, 'captured' from orders where user_id = 900001`)
  await db.execute(sql`insert into ledger_transfers (id, kind, cause)
    select 2 * id, 'payment.captured', 'payment:' || id || ':captured' from orders where user_id = 900001
    union all select 2 * id + 1, 'order.funded', 'order:' || id || ':funded' from orders where user_id = 900001`)
  await db.execute(sql`insert into ledger_entries (transfer_id, account, amount)
    select 2 * id, 'clearing:simulator', -total from orders where user_id = 900001
    union all select 2 * id, 'receivable:order:' || id, total from orders where user_id = 900001
    union all select 2 * id + 1, 'receivable:order:' || id, -total from orders where user_id = 900001
    union all select 2 * order_id + 1, 'payable:supplier:' || supplier_id, 338000 from order_parts where order_id > 1000000
    union all select 2 * id + 1, 'revenue:commission', 72000 from orders where user_id = 900001
    union all select 2 * id + 1, 'revenue:delivery', delivery_price from orders where user_id = 900001
    union all select 2 * id + 1, 'revenue:service-fee', service_fee from orders where user_id = 900001`)
  await exec('alter table ledger_entries enable trigger all')
}
