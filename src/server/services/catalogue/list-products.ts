import { sql } from 'drizzle-orm'
import type { ProductCard } from '#contract/catalogue/calls.ts'
import type { Page } from '#contract/endpoint.ts'
import type { GoodsFilter, ListingQuery } from '#contract/products/calls.ts'
import { MAX_COUNTED } from '#domain/constants.ts'
import { supplierKindOfType } from '#domain/enums.ts'
import { slot } from '#server/cache.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { fail } from '#server/services/core/fail.ts'
import { findTerm, pageOfProducts } from '#server/search-engine/find.ts'
import { marketIndex } from '#server/search-engine/market-index.ts'
import type { Snapshot } from '#server/catalogue-memory/directory.ts'
import { findProducts, type Found } from './find-products.ts'
import { deliveredTo, filterKey, productsOf, inCatalog, inCategory, narrowed, type ProductRequest } from './product-filter.ts'
import { CARD_COLUMNS, productCard, supplierColumns, type CardRow } from './product-card.ts'
import { readProductLists } from '#server/catalogue-memory/product-lists.ts'

interface Paging {
  take: number
  skip: number
}

/** Lists products of all suppliers (GET /products/listing). */
export const listProducts = async (ctx: Context, query: ListingQuery & Paging): Promise<Page<ProductCard>> => {
  const market = await ctx.directory.read()
  const request = await narrowed(ctx.readDb, market, productsOf(market, 'all'), query)
  return pageOf(ctx, market, deliveredTo(market, request, query.city, ctx.now()), query, query)
}

/** Lists products of a category (GET /products/filter/{id}). */
export const filterProducts = async (
  ctx: Context,
  id: number,
  { supplierType, ...query }: GoodsFilter & Paging & { supplierType?: number | undefined }
): Promise<Page<ProductCard>> => {
  const market = await ctx.directory.read()
  const kind = supplierType === undefined ? 'all' : supplierKindOfType(supplierType)
  if (!kind) throw fail('BAD_REQUEST', { field: 'supplierType' })
  const within = await inCategory(ctx.readDb, market, productsOf(market, kind), id)
  const request = await narrowed(ctx.readDb, market, within, query)
  return pageOf(ctx, market, deliveredTo(market, request, query.city, ctx.now()), query, query)
}

/** Lists products of a brand, a catalog or a category, recommended ones first. */
export const brandProducts = async (ctx: Context, brandId: number, query: Paging & { term?: string | undefined }) => {
  const market = await ctx.directory.read()
  return pageOf(ctx, market, { ...productsOf(market, 'all'), brands: new Set([brandId]) }, query, query)
}
export const catalogProducts = async (ctx: Context, key: string, { city, ...query }: Paging & { city?: string | undefined }) => {
  const market = await ctx.directory.read()
  return pageOf(ctx, market, inCatalog(market, deliveredTo(market, productsOf(market, 'all'), city, ctx.now()), key), query)
}
export const categoryProducts = async (ctx: Context, id: number, query: Paging) => {
  const market = await ctx.directory.read()
  return pageOf(ctx, market, await inCategory(ctx.readDb, market, productsOf(market, 'all'), id), query)
}

/** Lists end where counting ends. */
const pageOf = async (
  ctx: Context,
  market: Snapshot,
  request: ProductRequest,
  { take, skip }: Paging,
  { term }: { term?: string | undefined } = {}
): Promise<Page<ProductCard>> => {
  const ids = term ? await idsOf(ctx, request, term) : null
  const found = await foundOf(ctx, market, { ...request, ids }, Math.min(skip + take, MAX_COUNTED))
  const { ids: first, ...count } = found
  const items = await cardsOf(ctx, market, first.slice(skip, skip + take))
  // What sold out meanwhile comes last; leaving it out would make pages shorter than they say.
  const inStock = items.filter(({ stock }) => stock !== 0)
  const rest = items.filter(({ stock }) => stock === 0)
  return { items: request.serving || request.discounted ? [...inStock, ...rest] : items, ...count }
}

/** Limit of products examined for a word. */
const MAX_NAMED = 50_000
/** Returns the products that search finds for a term among these suppliers, with their relevance. Terms without letters or digits find nothing. */
const idsOf = async (ctx: Context, { suppliers }: ProductRequest, term: string): Promise<ReadonlyMap<number, number>> => {
  const index = await marketIndex(ctx)
  const [first, ...rest] = suppliers
  const supplierIds = new Set(suppliers.map(({ id }) => id))
  const { products } = findTerm(index, term, { locale: ctx.locale, ...(first && rest.length === 0 ? { supplierId: first.id } : {}) })
  const ids = pageOfProducts(index, products, ({ id }) => supplierIds.has(id), 0, MAX_NAMED)
  return new Map(ids.map((id, rank) => [id, rank]))
}

/** Returns cards by id, in the order of the ids. */
export const cardsOf = async (ctx: Context, market: Snapshot, ids: readonly number[]): Promise<ProductCard[]> => {
  if (ids.length === 0) return []
  const rows = await rowsOf<CardRow & { supplierId: number }>(
    ctx.readDb,
    sql`select ${CARD_COLUMNS}, supplier_id as "supplierId" from products where id = any(${sql.param([...ids])}::int[]) and withdrawn_at is null`
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    const supplier = row && market.byId.get(row.supplierId)
    return supplier ? [productCard({ ...row, ...supplierColumns(supplier) }, ctx.locale, ctx.isAdult)] : []
  })
}

/** Number of cached selections per market, and of products in each. */
const MAX_CACHED = 500
const CACHED_IDS = 240
const CHOICES = slot<Map<string, { found: Found; serving: ProductRequest['serving'] }>>('found products')

/** Caches a selection for the lifetime of the market, and until a supplier of its city opens or closes; selections by a term are not cached. */
const foundOf = async (ctx: Context, market: Snapshot, request: ProductRequest, limit: number): Promise<Found> => {
  const shelves = await readProductLists(ctx.readDb, market, request.suppliers)
  if (request.ids || limit > CACHED_IDS) return findProducts(shelves, request, limit)
  const choices = market.cache.get(CHOICES, () => new Map())
  const key = filterKey(request)
  const cached = choices.get(key)
  if (cached && cached.serving === request.serving) return cached.found
  const found = findProducts(shelves, request, CACHED_IDS)
  if (choices.size >= MAX_CACHED) choices.clear()
  choices.set(key, { found, serving: request.serving })
  return found
}
