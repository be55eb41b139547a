import { sql } from 'drizzle-orm'
import type { CategoryNode } from '#contract/catalogue/calls.ts'
import type { SiteOverview } from '#contract/sitemap/calls.ts'
import { LISTING_PATH, SUPPLIER_KINDS, supplierPath, type SupplierKind } from '#domain/enums.ts'
import { APP_BAR, appBarPath, brandPath, sectionPath } from '#domain/home.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { readCategories } from '#server/services/catalogue/category-tree.ts'
import { loadBrands } from '#server/services/home/read-brands.ts'
import type { Campaign } from './campaigns.ts'

/** Ids per piece; a sitemap may list 50,000 addresses. Pieces are ranges of ids, so a new product never moves another one. */
const PIECE = 40_000
const TEXTS = [
  '/categories',
  '/brands',
  '/catalogs',
  '/campaigns',
  '/about-us',
  '/contact-us',
  '/become-a-courier',
  '/become-a-partner',
  '/tv-and-internet',
  '/delivery-and-payment',
  '/privacy-policy',
  '/public-offer'
]
/** A personal page: left out of the sitemap. */
const PERSONAL = '/picks/buy-it-again'

/** Returns every page for search engines except products (GET /sitemap). */
export const readSite = async (ctx: Context, campaigns: readonly Campaign[]): Promise<SiteOverview> => {
  const { suppliers } = await ctx.directory.read()
  const categories = await Promise.all(SUPPLIER_KINDS.map(async (kind) => categoryPaths(kind, await readCategories(ctx, kind))))
  const brands = (await loadBrands(ctx)).map(({ key }) => brandPath(key))
  const shelves = await rowsOf<{ key: string }>(ctx.readDb, sql`select key from catalogs where active order by position, id`)
  const appBarPages = APP_BAR.map(appBarPath).filter((path) => path !== PERSONAL && path !== LISTING_PATH.giftCard)
  const pages = [
    '/',
    ...SUPPLIER_KINDS.map((kind) => LISTING_PATH[kind]),
    ...categories.flat(),
    ...appBarPages,
    ...brands,
    ...shelves.map(({ key }) => sectionPath(key)),
    ...TEXTS
  ]
  return {
    pages: [...new Set(pages)],
    suppliers: suppliers.map(({ kind, alias }) => supplierPath(kind, alias)),
    campaigns: campaigns.filter(({ locale }) => locale === ctx.locale).map(({ slug }) => `/campaigns/${slug}`),
    productPieces: await readPieces(ctx)
  }
}

/** Returns the paths of categories with suppliers, subcategories included: the listing and the products. */
const categoryPaths = (kind: SupplierKind, nodes: readonly CategoryNode[]): string[] =>
  nodes.flatMap(({ key, suppliersCount, children }) => [
    ...(suppliersCount > 0 ? [`${LISTING_PATH[kind]}?category=${key}`, `/categories/${key}`] : []),
    ...categoryPaths(kind, children)
  ])

/** Uses the highest id instead of counting the table; a piece may be empty. */
const readPieces = async (ctx: Context): Promise<number[]> => {
  const [row] = await rowsOf<{ last: number | null }>(ctx.readDb, sql`select max(id) as last from products`)
  return Array.from({ length: Math.ceil((row?.last ?? 0) / PIECE) }, (_, index) => index + 1)
}

/** Returns ids of the products of a piece that are on the market, without products for adults (GET /sitemap/products/{piece}). */
export const readProductPiece = async (ctx: Context, piece: number): Promise<{ ids: number[] }> => {
  const { byId } = await ctx.directory.read()
  const rows = await rowsOf<{ id: number; supplier: number }>(
    ctx.readDb,
    sql`select id, supplier_id as supplier from products where id > ${(piece - 1) * PIECE}::bigint and id <= ${piece * PIECE}::bigint
      and withdrawn_at is null and not adult order by id`
  )
  return { ids: rows.filter(({ supplier }) => byId.has(supplier)).map(({ id }) => id) }
}
