import { sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'

/**
 * Adds up the ratings of real orders by supplier, from their rows, and announces the suppliers whose sums changed, so that every process reads
 * them again. Returns how many changed. Safe in several processes.
 */
export const rateSuppliers = async (ctx: Context): Promise<number> => {
  const [row] = await rowsOf<{ n: number }>(
    ctx.db,
    sql`with sums as (select supplier_id, count(*)::int as count, sum(stars)::int as stars from order_reviews group by supplier_id),
      written as (
        insert into supplier_ratings as r (supplier_id, count, stars) select * from sums
        on conflict (supplier_id) do update set count = excluded.count, stars = excluded.stars
          where (r.count, r.stars) is distinct from (excluded.count, excluded.stars)
        returning supplier_id),
      gone as (delete from supplier_ratings r where not exists (select 1 from sums s where s.supplier_id = r.supplier_id) returning supplier_id),
      changed as (select supplier_id from written union select supplier_id from gone),
      event as (
        insert into events (kind, payload, created_at)
        select 'catalogue.changed', jsonb_build_object('supplierIds', jsonb_agg(supplier_id)), ${new Date(ctx.now()).toISOString()}::timestamptz
        from changed having count(*) > 0 returning id)
    select count(*)::int as n from changed left join event on true`
  )
  return row?.n ?? 0
}
