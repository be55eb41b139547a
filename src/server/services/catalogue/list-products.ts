import { and, asc, desc, eq, gt, isNull, like, or, sql, type SQL } from 'drizzle-orm'
import type { ListingQuery, ProductCard } from '#contract/catalogue.ts'
import type { Page } from '#contract/endpoint.ts'
import { foldedWords } from '#domain/search-folding.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { productCard, productCardColumns } from './product-card.ts'

/** Products across suppliers (GET /products/listing): the best discounts first, one of a supplier after the other. */
export const listProducts = async (ctx: Context, query: ListingQuery): Promise<Page<ProductCard>> => {
  const { products, suppliers } = schema
  const where: (SQL | undefined)[] = [isNull(products.withdrawnAt), isNull(suppliers.withdrawnAt)]
  if (query.dc) where.push(gt(products.discount, 0), or(isNull(products.stock), gt(products.stock, 0)), eq(products.adult, false))
  if (query.s !== undefined) where.push(eq(products.supplierId, query.s))
  if (query.c !== undefined) where.push(eq(products.departmentId, query.c))
  for (const word of query.term ? foldedWords(query.term) : []) where.push(like(products.searchText, `%${word}%`))

  const turn = sql`row_number() over (partition by ${products.supplierId} order by ${products.discount} desc, ${products.id})`
  const rows = await ctx.db
    .select(productCardColumns)
    .from(products)
    .innerJoin(suppliers, eq(suppliers.id, products.supplierId))
    .where(and(...where))
    .orderBy(asc(turn), desc(products.discount), asc(products.id))
    .limit(query.take)
    .offset(query.skip)
  const [total] = await ctx.db
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(products)
    .innerJoin(suppliers, eq(suppliers.id, products.supplierId))
    .where(and(...where))
  return { items: rows.map((row) => productCard(row, ctx.locale, ctx.isAdult)), totalCount: total?.count ?? 0 }
}
