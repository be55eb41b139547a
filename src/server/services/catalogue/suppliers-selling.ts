import type { SuppliersQuery } from '#contract/catalogue/calls.ts'
import type { SupplierKind } from '#domain/enums.ts'
import { slot } from '#server/cache.ts'
import type { Snapshot } from '#server/catalogue-memory/directory.ts'
import { readProductLists, WIDTH } from '#server/catalogue-memory/product-lists.ts'
import type { Context } from '#server/context.ts'
import { fits } from './find-products.ts'
import { filterKey, narrowed, productsOf } from './product-filter.ts'

const MAX_CACHED = 300
const SELLING = slot<Map<string, ReadonlySet<number>>>('suppliers that sell what a filter asks for')

/** Ids of suppliers of a kind with at least one product within a price range, of a brand, of a country; null when nothing is asked. */
export const suppliersSelling = async (
  ctx: Context,
  market: Snapshot,
  kind: SupplierKind | 'all',
  { min, max, f, deals }: SuppliersQuery
): Promise<ReadonlySet<number> | null> => {
  if (min === undefined && max === undefined && !f) return null
  const request = await narrowed(ctx.readDb, market, productsOf(market, kind), { min, max, f, dc: deals })
  const cached = market.cache.get(SELLING, () => new Map())
  const key = filterKey(request)
  const known = cached.get(key)
  if (known) return known
  const lists = await readProductLists(ctx.readDb, market, request.suppliers)
  const selling = new Set(
    request.suppliers.flatMap(({ id }, index) => {
      const list = lists[index]
      if (!list) return []
      for (let at = 0; at < list.length; at += WIDTH) if (fits(list, at, request)) return [id]
      return []
    })
  )
  if (cached.size >= MAX_CACHED) cached.clear()
  cached.set(key, selling)
  return selling
}
