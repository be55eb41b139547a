import { and, eq, gt, isNull, like, or, sql, type SQL } from 'drizzle-orm'
import type { ListingQuery, ProductCard } from '#contract/catalogue.ts'
import type { Page } from '#contract/endpoint.ts'
import { foldedWords } from '#domain/search-folding.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { schema } from '#server/db/schema.ts'
import { countUpTo } from './count-up-to.ts'
import type { Snapshot } from './directory.ts'
import { CARD_COLUMNS, productCard, supplierColumns, type CardRow } from './product-card.ts'

/**
 * Products across suppliers (GET /products/listing): the best discounts first, one of a supplier after the other. That order is a column and
 * an index, so that a page is read and not a market.
 */
export const listProducts = async (ctx: Context, query: ListingQuery): Promise<Page<ProductCard>> => {
  const market = await ctx.directory.read()
  const where = conditionsOf(query)
  const rows = await rowsOf<CardRow & { supplierId: number }>(
    ctx.readDb,
    sql`select ${CARD_COLUMNS}, supplier_id as "supplierId" from products where ${where}
      order by turn, discount desc nulls last, id limit ${query.take} offset ${query.skip}`
  )
  const items = rows.flatMap((row) => {
    const supplier = market.byId.get(row.supplierId)
    return supplier ? [productCard({ ...row, ...supplierColumns(supplier) }, ctx.locale, ctx.isAdult)] : []
  })
  return { items, ...(await countOf(ctx, market, query, where)) }
}

const conditionsOf = (query: ListingQuery): SQL | undefined => {
  const { products } = schema
  const where: (SQL | undefined)[] = [isNull(products.withdrawnAt)]
  if (query.dc) where.push(gt(products.discount, 0), or(isNull(products.stock), gt(products.stock, 0)), eq(products.adult, false))
  if (query.s !== undefined) where.push(eq(products.supplierId, query.s))
  if (query.c !== undefined) where.push(eq(products.departmentId, query.c))
  for (const word of query.term ? foldedWords(query.term) : []) where.push(like(products.searchText, `%${word}%`))
  return and(...where)
}

type Count = Awaited<ReturnType<typeof countUpTo>>
interface KeptCount {
  at: number
  count: Promise<Count>
}

/** A count is this old at most when orders have sold something out meanwhile; an import makes it anew. */
const KEPT_MS = 30_000
const MOST_KEPT = 1_000
const kept = new WeakMap<Snapshot, Map<string, KeptCount>>()

/** How many there are. Counting ten thousand costs more than reading a page, so that it is not done for every page. */
const countOf = async (ctx: Context, market: Snapshot, { dc, s, c, term }: ListingQuery, where: SQL | undefined): Promise<Count> => {
  const counting = () => countUpTo(ctx.readDb, sql`select 1 from products where ${where}`)
  if (term) return counting()
  const counts = kept.get(market) ?? new Map<string, KeptCount>()
  kept.set(market, counts)
  const key = `${dc ? 1 : 0} ${s ?? ''} ${c ?? ''}`
  const known = counts.get(key)
  if (known && performance.now() - known.at < KEPT_MS) return known.count
  const count = counting()
  if (counts.size >= MOST_KEPT) counts.clear()
  counts.set(key, { at: performance.now(), count })
  count.catch(() => counts.delete(key))
  // Whoever asks when it is old waits for the new one no longer than for the page.
  return known ? known.count : count
}
