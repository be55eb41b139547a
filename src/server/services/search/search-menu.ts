import type { MenuFound } from '#contract/search/calls.ts'
import type { Context } from '#server/context.ts'
import { findSupplier } from '#server/services/catalogue/read-supplier.ts'
import { findTerm, pageOfProducts } from '#server/search-engine/find.ts'
import { marketIndex } from '#server/search-engine/market-index.ts'
import { cardsOf, readRows } from './read-cards.ts'
import { meantBy } from './meant-by.ts'

interface MenuQuery {
  supplierId: number
  term: string
  categoryId?: number | undefined
  take: number
  skip: number
}

/** Searches the menu of a supplier (GET /search/supplier). All results are read before filtering by department: a menu is never long. */
export const searchMenu = async (ctx: Context, { supplierId, term, categoryId, take, skip }: MenuQuery): Promise<MenuFound> => {
  await findSupplier(ctx, { id: supplierId })
  const index = await marketIndex(ctx)
  const findings = findTerm(index, term, { supplierId, locale: ctx.locale })
  const ids = pageOfProducts(index, findings.products, ({ id }) => id === supplierId, 0, Infinity)
  const pageIds = categoryId === undefined ? ids.slice(skip, skip + take) : ids
  const rows = await readRows(ctx, pageIds)
  const within = categoryId === undefined ? rows : rows.filter(({ departmentId }) => departmentId === categoryId)
  const page = categoryId === undefined ? within : within.slice(skip, skip + take)
  return {
    items: cardsOf(ctx, index, page),
    totalCount: categoryId === undefined ? ids.length : within.length,
    didYouMean: await meantBy(ctx, index, findings, page)
  }
}
