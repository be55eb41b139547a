import { sql } from 'drizzle-orm'
import type { ProductCard } from '#contract/catalogue.ts'
import type { Page } from '#contract/endpoint.ts'
import type { GoodsFilter, ListingQuery } from '#contract/goods.ts'
import { MOST_COUNTED } from '#domain/constants.ts'
import { supplierKindOfType } from '#domain/enums.ts'
import { foldedWords } from '#domain/search-folding.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { fail } from '#server/services/core/fail.ts'
import type { Snapshot } from './directory.ts'
import { findGoods, type Found } from './find-goods.ts'
import { goodsOf, inCatalog, inCategory, narrowed, type Wanted } from './goods-wanted.ts'
import { CARD_COLUMNS, productCard, supplierColumns, type CardRow } from './product-card.ts'
import { readShelves } from './shelf.ts'

interface Paging {
  take: number
  skip: number
}

/** Goods across suppliers (GET /products/listing). */
export const listProducts = async (ctx: Context, query: ListingQuery & Paging): Promise<Page<ProductCard>> => {
  const market = await ctx.directory.read()
  return pageOf(ctx, market, narrowed(market, goodsOf(market, 'all'), query), query, query)
}

/** Goods of a category (GET /products/filter/{id}). */
export const filterProducts = async (
  ctx: Context,
  id: number,
  { supplierType, ...query }: GoodsFilter & Paging & { supplierType?: number | undefined }
): Promise<Page<ProductCard>> => {
  const market = await ctx.directory.read()
  const kind = supplierType === undefined ? 'all' : supplierKindOfType(supplierType)
  if (!kind) throw fail('BAD_REQUEST', { field: 'supplierType' })
  const within = new Set(inCategory(market, id))
  const all = goodsOf(market, kind)
  const suppliers = all.suppliers.filter((supplier) => within.has(supplier))
  return pageOf(ctx, market, narrowed(market, { ...all, scope: `${kind} in ${id}`, suppliers }, query), query, query)
}

/** Goods of a brand, a catalog or a category, the recommended ones first. */
export const brandProducts = async (ctx: Context, brandId: number, query: Paging & { term?: string | undefined }) => {
  const market = await ctx.directory.read()
  return pageOf(ctx, market, { ...goodsOf(market, 'all'), brands: new Set([brandId]) }, query, query)
}
export const catalogProducts = async (ctx: Context, key: string, query: Paging) => {
  const market = await ctx.directory.read()
  return pageOf(ctx, market, inCatalog(market, goodsOf(market, 'all'), key), query)
}
export const categoryProducts = async (ctx: Context, id: number, query: Paging) => {
  const market = await ctx.directory.read()
  return pageOf(ctx, market, { ...goodsOf(market, 'all'), scope: `in ${id}`, suppliers: inCategory(market, id) }, query)
}

/** Lists reach as far as they are counted. */
const pageOf = async (
  ctx: Context,
  market: Snapshot,
  wanted: Wanted,
  { take, skip }: Paging,
  { term }: { term?: string | undefined } = {}
): Promise<Page<ProductCard>> => {
  const ids = term ? await idsOf(ctx, foldedWords(term)) : null
  const found = await foundOf(ctx, market, { ...wanted, ids }, Math.min(skip + take, MOST_COUNTED))
  const { ids: first, ...count } = found
  const items = await cardsOf(ctx, market, first.slice(skip, skip + take))
  // A bargain that was sold out meanwhile is none.
  return { items: wanted.discounted ? items.filter(({ stock }) => stock !== 0) : items, ...count }
}

/** More goods with a word than this are not looked through. */
const MOST_NAMED = 50_000
const idsOf = async (ctx: Context, words: readonly string[]): Promise<ReadonlySet<number>> => {
  // Signs alone are no word: nothing is called so.
  if (words.length === 0) return new Set()
  const named = words.map((word) => sql`search_text like ${`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`)
  const rows = await rowsOf<{ id: number }>(
    ctx.readDb,
    sql`select id from products where withdrawn_at is null and ${sql.join(named, sql` and `)} limit ${MOST_NAMED}`
  )
  return new Set(rows.map(({ id }) => id))
}

/** Cards by id, in the order of the ids. */
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

/** Choices of a market whose first goods are kept, and how many of each. */
const MOST_KEPT = 500
const FIRST = 240
const kept = new WeakMap<Snapshot, Map<string, Found>>()

const keyOf = ({ suppliers: _, ids: __, brands, countries, ...plain }: Wanted): string =>
  JSON.stringify([plain, brands && [...brands], countries && [...countries]])

/** The same choice is worked out once in the life of a market; one of words is not kept. */
const foundOf = async (ctx: Context, market: Snapshot, wanted: Wanted, most: number): Promise<Found> => {
  const shelves = await readShelves(ctx.readDb, market, wanted.suppliers)
  if (wanted.ids || most > FIRST) return findGoods(shelves, wanted, most)
  const choices = kept.get(market) ?? new Map<string, Found>()
  kept.set(market, choices)
  const key = keyOf(wanted)
  const known = choices.get(key) ?? findGoods(shelves, wanted, FIRST)
  if (choices.size >= MOST_KEPT) choices.clear()
  choices.set(key, known)
  return known
}
