import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/engine.ts'
import { rowsOf } from '#server/db/rows.ts'
import { writeCounted, type Touched } from './merge.ts'

export interface ProductCounts {
  added: number
  changed: number
  withdrawn: number
  unchanged: number
}

/** Resolves keys of the file to ids; evaluated only for rows that are written. */
const resolvedProducts = (schema: string): string => `(
  select s.*, t.turn, d.id as department_id, b.id as brand_id, t.id as product_id, coalesce((
    select jsonb_agg(g.id order by o.n)
    from jsonb_array_elements_text(s.options) with ordinality o (key, n)
    join option_groups g on g.supplier_id = s.supplier_id and g.key = o.key), '[]'::jsonb) as option_group_ids
  from "${schema}".touched t
  join "${schema}".products s on s.supplier_id = t.supplier_id and s.code = t.code
  join departments d on d.supplier_id = s.supplier_id and d.key = s.department
  left join brands b on b.key = s.brand
  where t.id is null or t.back or t.differs)`

const COPIED_COLUMNS = [
  'department_id',
  'name',
  'description',
  'base_price',
  'price',
  'discount',
  'unit_id',
  'minimum',
  'labels',
  'brand_id',
  'country',
  'adult',
  'picture',
  'pictures',
  'option_group_ids',
  'properties',
  'content',
  'gifts',
  'tiers',
  'admission_at',
  'position',
  'turn',
  'search_text',
  'content_hash'
]

/**
 * The file sets the stock only when its cell or unit changed since the last import; otherwise the stock that orders have reserved
 * stays reserved.
 */
const STOCK = `stock = case when p.imported_stock is distinct from s.stock or p.unit_id <> s.unit_id then s.stock else p.stock end,
  imported_stock = s.stock`

/** Finds the rows that differ. A repeated import finds none and costs only this comparison. */
const findTouched = (schema: string): string => `create unlogged table "${schema}".touched as
  select s.supplier_id, s.code, s.turn, p.id, p.withdrawn_at is not null as back, p.content_hash is distinct from s.content_hash as differs
  from (select supplier_id, code, content_hash, row_number() over (partition by supplier_id order by discount desc, position, code)::int as turn
    from "${schema}".products) s
  left join products p on p.supplier_id = s.supplier_id and p.code = s.code
  where p.id is null or p.content_hash <> s.content_hash or p.turn <> s.turn or p.withdrawn_at is not null`

/** Updates rows whose rank changed by another product's discount; they are otherwise unchanged. */
const moveTurns = (schema: string): string => `update products p set turn = t.turn from "${schema}".touched t
  where p.id = t.id and not t.back and not t.differs`

/** Locks in id order, like orders do when they reserve stock, which avoids deadlocks. */
const lockTouched = (schema: string): string =>
  `select count(*) from (select p.id from products p join "${schema}".touched t on t.id = p.id order by p.id for no key update of p) l`

/** Merges products: ids belong to (supplier, code), also when a withdrawn product returns. */
export const mergeProducts = async (tx: Db, schema: string, now: Date, touched: Touched): Promise<ProductCounts> => {
  await tx.execute(sql.raw(findTouched(schema)))
  await tx.execute(sql.raw(`analyze "${schema}".touched`))
  await tx.execute(sql.raw(lockTouched(schema)))
  for (const { id } of await rowsOf<{ id: number }>(tx, sql.raw(`select distinct supplier_id as id from "${schema}".touched`)))
    touched.ids.add(id)
  const [counted] = await rowsOf<{ all: number; added: number; changed: number }>(
    tx,
    sql.raw(`select (select count(*)::int from "${schema}".products) as all, count(*) filter (where id is null or back)::int as added,
      count(*) filter (where id is not null and not back and differs)::int as changed from "${schema}".touched`)
  )
  const { all = 0, added = 0, changed = 0 } = counted ?? {}
  const withdrawn = await writeCounted(
    tx,
    sql`update products p set withdrawn_at = ${now.toISOString()}::timestamptz where p.withdrawn_at is null
      and not exists (select 1 from ${sql.raw(`"${schema}".products`)} s where s.supplier_id = p.supplier_id and s.code = p.code)`,
    touched,
    'p.supplier_id'
  )
  await tx.execute(sql.raw(moveTurns(schema)))
  if (added + changed > 0) {
    const set = COPIED_COLUMNS.map((name) => `"${name}" = s."${name}"`).join(', ')
    await tx.execute(
      sql.raw(`update products p set ${set}, ${STOCK}, withdrawn_at = null from ${resolvedProducts(schema)} s where p.id = s.product_id`)
    )
    const names = ['supplier_id', 'code', 'stock', ...COPIED_COLUMNS].map((name) => `"${name}"`).join(', ')
    await tx.execute(
      sql.raw(`insert into products (${names}, imported_stock) select ${names}, s.stock from ${resolvedProducts(schema)} s
        where s.product_id is null order by s.supplier_id, s.department_id, s.position`)
    )
  }
  return { added, changed, withdrawn, unchanged: all - added - changed }
}
