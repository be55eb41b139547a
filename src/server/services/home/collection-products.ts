import { sql, type SQL } from 'drizzle-orm'
import type { ProductCard } from '#contract/catalogue/calls.ts'
import type { Page } from '#contract/endpoint.ts'
import type { ProductLabel } from '#domain/enums.ts'
import { fromAmd } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { countUpTo } from '#server/catalogue-memory/count-up-to.ts'
import { CARD_COLUMNS, productCard, supplierColumns, type CardRow } from '#server/services/catalogue/product-card.ts'
import type { ServingNow } from '#server/services/catalogue/serving-now.ts'
import type { ProductCollection, ProductRule } from './block-content.ts'

type Row = CardRow & { supplierId: number }

export interface ProductChoice {
  rule?: ProductRule | undefined
  /** Only products of suppliers that deliver to the city, of open ones first. */
  serving: ServingNow
  /** Only products of these suppliers. */
  supplierIds?: readonly number[] | undefined
  /** Price range in AMD, both ends included. */
  min?: number | undefined
  max?: number | null | undefined
}

/** Condition: products for everybody that can be bought now. */
const FOR_ALL = sql`withdrawn_at is null and not adult and (stock is null or stock > 0)`

const labelled = (label: ProductLabel): SQL => sql`labels <> '[]'::jsonb and labels @> ${JSON.stringify([label])}::jsonb`

const conditionsOf = ({ rule, min, max }: Omit<ProductChoice, 'serving'>, supplierIds: readonly number[]): SQL =>
  sql.join(
    [
      FOR_ALL,
      ...(rule === 'deals' ? [sql`discount > 0`] : rule ? [labelled(rule)] : []),
      sql`supplier_id = any(${sql.param(supplierIds)}::int[])`,
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

/**
 * Returns a page of the products that match a rule: first of open suppliers, then of closed ones, of each every supplier's best first, then
 * the second. `counted`: also count them.
 */
export const selectProducts = async (
  ctx: Context,
  choice: ProductChoice,
  { skip, take }: { skip: number; take: number },
  counted = true
): Promise<Page<ProductCard>> => {
  const { serving, supplierIds } = choice
  const only = supplierIds && new Set(supplierIds)
  const suppliers = serving.suppliers.filter(({ id }) => !only || only.has(id))
  const { open = [], closed = [] } = Object.groupBy(suppliers, (supplier) => (serving.isOpen(supplier) ? 'open' : 'closed'))
  const conditionsFor = (some: readonly { id: number }[]): SQL =>
    conditionsOf(
      choice,
      some.map(({ id }) => id)
    )
  const pageFor = async (some: readonly { id: number }[], from: number, size: number): Promise<Row[]> =>
    some.length === 0 || size <= 0
      ? []
      : rowsOf<Row>(
          ctx.readDb,
          sql`select ${COLUMNS} from products where ${conditionsFor(some)}
            order by turn, discount desc nulls last, id limit ${size}::int offset ${from}::int`
        )
  const countFor = (some: readonly { id: number }[]) => countUpTo(ctx.readDb, sql`select 1 from products where ${conditionsFor(some)}`)
  const first = await pageFor(open, skip, take)
  const missing = take - first.length
  // Where the page begins behind the products of open suppliers, their number says how far.
  const ofOpen = missing === 0 || skip === 0 || first.length > 0 ? skip + first.length : (await countFor(open)).totalCount
  const items = await cardsOf(ctx, [...first, ...(await pageFor(closed, Math.max(0, skip - ofOpen), missing))])
  return { items, ...(counted ? await countFor(suppliers) : { totalCount: items.length }) }
}

/** Returns products named by an editor that are delivered to the city, in that order, of open suppliers first, without withdrawn ones. */
export const collectionProducts = async (
  ctx: Context,
  collection: readonly ProductCollection[],
  serving: ServingNow
): Promise<ProductCard[]> => {
  if (collection.length === 0) return []
  const rows = await rowsOf<Row>(
    ctx.readDb,
    sql`select ${COLUMNS} from products where withdrawn_at is null and not adult and (supplier_id, code) in
      (select supplier, code from json_to_recordset(${JSON.stringify(collection)}::json) as w (supplier int, code text))`
  )
  const cards = await cardsOf(ctx, rows)
  const isOpen = new Map(serving.suppliers.map((supplier) => [supplier.id, serving.isOpen(supplier)]))
  const isLast = ({ supplier, stock }: ProductCard): number => (stock === 0 ? 2 : 0) + (isOpen.get(supplier.id) ? 0 : 1)
  return collection
    .flatMap(({ supplier, code }) => cards.find((card) => card.supplier.id === supplier && card.code === code) ?? [])
    .filter(({ supplier }) => isOpen.has(supplier.id))
    .sort((a, b) => isLast(a) - isLast(b))
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
