import { sql, type SQL } from 'drizzle-orm'
import type { ProductCard } from '#contract/catalogue/calls.ts'
import type { Page } from '#contract/endpoint.ts'
import type { ProductLabel } from '#domain/enums.ts'
import { fromAmd } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { countUpTo } from '#server/catalogue-memory/count-up-to.ts'
import { CARD_COLUMNS, productCard, supplierColumns, type CardRow } from '#server/services/catalogue/product-card.ts'
import type { ProductCollection, ProductRule } from './block-content.ts'

type Row = CardRow & { supplierId: number }

export interface ProductChoice {
  rule?: ProductRule | undefined
  /** Only products of these suppliers. */
  supplierIds?: readonly number[] | undefined
  /** Price range in AMD, both ends included. */
  min?: number | undefined
  max?: number | null | undefined
}

/** Condition: products for everybody that can be bought now. */
const FOR_ALL = sql`withdrawn_at is null and not adult and (stock is null or stock > 0)`

const labelled = (label: ProductLabel): SQL => sql`labels <> '[]'::jsonb and labels @> ${JSON.stringify([label])}::jsonb`

const conditionsOf = ({ rule, supplierIds, min, max }: ProductChoice): SQL =>
  sql.join(
    [
      FOR_ALL,
      ...(rule === 'deals' ? [sql`discount > 0`] : rule ? [labelled(rule)] : []),
      ...(supplierIds ? [sql`supplier_id = any(${sql.param(supplierIds)}::int[])`] : []),
      ...(min ? [sql`price >= ${fromAmd(min)}::int8`] : []),
      ...(max == null ? [] : [sql`price <= ${fromAmd(max)}::int8`])
    ],
    sql` and `
  )

const cardsOf = async (ctx: Context, rows: readonly Row[]): Promise<ProductCard[]> => {
  const market = await ctx.directory.read()
  return rows.flatMap((row) => {
    const supplier = market.byId.get(row.supplierId)
    return supplier ? [productCard({ ...row, ...supplierColumns(supplier) }, ctx.locale, ctx.isAdult)] : []
  })
}

const COLUMNS = sql`${CARD_COLUMNS}, supplier_id as "supplierId"`

/** Returns a page of the products that match a rule: every supplier's best first, then the second of each. `counted`: also count them. */
export const selectProducts = async (
  ctx: Context,
  choice: ProductChoice,
  { skip, take }: { skip: number; take: number },
  counted = true
): Promise<Page<ProductCard>> => {
  const conditions = conditionsOf(choice)
  const rows = await rowsOf<Row>(
    ctx.readDb,
    sql`select ${COLUMNS} from products where ${conditions} order by turn, discount desc nulls last, id limit ${take}::int offset ${skip}::int`
  )
  const items = await cardsOf(ctx, rows)
  return {
    items,
    ...(counted ? await countUpTo(ctx.readDb, sql`select 1 from products where ${conditions}`) : { totalCount: items.length })
  }
}

/** Returns products named by an editor, in that order, without withdrawn ones. */
export const collectionProducts = async (ctx: Context, collection: readonly ProductCollection[]): Promise<ProductCard[]> => {
  if (collection.length === 0) return []
  const rows = await rowsOf<Row>(
    ctx.readDb,
    sql`select ${COLUMNS} from products where withdrawn_at is null and not adult and (supplier_id, code) in
      (select supplier, code from json_to_recordset(${JSON.stringify(collection)}::json) as w (supplier int, code text))`
  )
  const cards = await cardsOf(ctx, rows)
  return collection.flatMap(({ supplier, code }) => cards.find((card) => card.supplier.id === supplier && card.code === code) ?? [])
}

/** Returns products the person ordered, most frequent first, without withdrawn ones. */
export const orderedProducts = async (
  ctx: Context,
  userId: number,
  { skip, take }: { skip: number; take: number }
): Promise<Page<ProductCard>> => {
  const ordered = sql`select i.product_id, count(distinct o.id) as times, max(o.id) as last from orders o join order_items i on i.order_id = o.id
    where o.user_id = ${userId}::int and o.status <> -1 and i.modus = 0 group by i.product_id`
  const found = sql`from (${ordered}) b join products on products.id = b.product_id where ${FOR_ALL}`
  const rows = await rowsOf<Row>(
    ctx.db,
    sql`select ${COLUMNS} ${found} order by b.times desc, b.last desc, products.id limit ${take}::int offset ${skip}::int`
  )
  return { items: await cardsOf(ctx, rows), ...(await countUpTo(ctx.db, sql`select 1 ${found}`)) }
}
