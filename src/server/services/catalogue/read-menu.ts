import { and, asc, eq, isNull, like, type SQL } from 'drizzle-orm'
import type { Menu } from '#contract/catalogue.ts'
import { foldedWords } from '#domain/search-folding.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { productCard, productCardColumns } from './product-card.ts'
import { findSupplier, readDepartments } from './read-supplier.ts'

interface MenuQuery {
  supplierId: number
  departmentId?: number | undefined
  term?: string | undefined
  take: number
  skip: number
}

/** The menu of a supplier in the order of its departments (GET /products). */
export const readMenu = async (ctx: Context, query: MenuQuery): Promise<Menu> => {
  await findSupplier(ctx, { id: query.supplierId })
  const { departments, products, suppliers } = schema
  const departmentList = await readDepartments(ctx, query.supplierId)
  const where: SQL[] = [eq(products.supplierId, query.supplierId), isNull(products.withdrawnAt)]
  if (query.departmentId !== undefined) where.push(eq(products.departmentId, query.departmentId))
  for (const word of query.term ? foldedWords(query.term) : []) where.push(like(products.searchText, `%${word}%`))

  const rows = await ctx.db
    .select(productCardColumns)
    .from(products)
    .innerJoin(suppliers, eq(suppliers.id, products.supplierId))
    .innerJoin(departments, eq(departments.id, products.departmentId))
    .where(and(...where))
    .orderBy(asc(departments.position), asc(departments.id), asc(products.position), asc(products.id))
    .limit(query.take)
    .offset(query.skip)
  const known = departmentList.filter(({ id }) => query.departmentId === undefined || id === query.departmentId)
  const totalCount = query.term
    ? await ctx.db.$count(products, and(...where))
    : known.reduce((sum, { productsCount }) => sum + productsCount, 0)
  return { items: rows.map((row) => productCard(row, ctx.locale, ctx.isAdult)), totalCount, departments: departmentList }
}
