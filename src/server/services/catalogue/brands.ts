import type { BrandCard, BrandInfo } from '#contract/products/calls.ts'
import type { Context } from '#server/context.ts'
import { brandBy } from './by-key.ts'
import { productsOf } from './product-filter.ts'
import { brandProducts } from './list-products.ts'
import { MASK } from './product-card.ts'
import { brandCounts } from './read-filters.ts'
import { BRAND, readProductLists, WIDTH } from '#server/catalogue-memory/product-lists.ts'
import { supplierCard } from './supplier-card.ts'

/** A brand with only products for adults is masked like them: such callers learn neither its name nor that it exists. */
const isShown = (ctx: Context, openBrands: ReadonlySet<number>, id: number): boolean => ctx.isAdult || openBrands.has(id)

/** Returns brands with products on the market or delivered to a city, in the order of their keys (GET /brands). */
export const listBrands = async (ctx: Context, city?: string): Promise<BrandCard[]> => {
  const market = await ctx.directory.read()
  const { brands, openBrands } = await brandCounts(ctx, market, city)
  return market.brands.flatMap(({ id, key, name, active }) => {
    const productsCount = brands.get(id) ?? 0
    return active && productsCount > 0 && isShown(ctx, openBrands, id) ? [{ id, key, name: name[ctx.locale], productsCount }] : []
  })
}

/** Number of suppliers shown beside a brand. */
const MAX_SUPPLIERS = 12

/** Returns a brand with its suppliers and a page of its products (GET /brands/basic-info/{id}). */
export const readBrand = async (
  ctx: Context,
  idOrKey: string,
  query: { take: number; skip: number; term?: string | undefined }
): Promise<BrandInfo> => {
  const market = await ctx.directory.read()
  const { id, key, name } = brandBy(market, idOrKey)
  const { brands, openBrands } = await brandCounts(ctx, market)
  const shelves = await readProductLists(ctx.readDb, market, productsOf(market, 'all').suppliers)
  const brandSuppliers = market.suppliers.filter((_, index) => {
    const shelf = shelves[index] ?? []
    for (let at = BRAND; at < shelf.length; at += WIDTH) if (shelf[at] === id) return true
    return false
  })
  return {
    id,
    key,
    name: isShown(ctx, openBrands, id) || !brands.has(id) ? name[ctx.locale] : MASK.name,
    productsCount: brands.get(id) ?? 0,
    suppliers: brandSuppliers.slice(0, MAX_SUPPLIERS).map((supplier) => supplierCard(supplier, ctx.locale, ctx.now(), null)),
    ...(await brandProducts(ctx, id, query))
  }
}
