import type { Catalog, CatalogCard, SupermarketsPage } from '#contract/products/calls.ts'
import { PAGE } from '#domain/limits/page-sizes.ts'
import { SUPPLIER_KINDS, SUPPLIER_TYPE, type SupplierKind } from '#domain/enums.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import { catalogBy } from './by-key.ts'
import { readCategories } from './category-tree.ts'
import type { CatalogRow } from '#server/catalogue-memory/directory.ts'
import { catalogProducts, listProducts } from './list-products.ts'
import { listSuppliers } from './list-suppliers.ts'

const cardOf = async (ctx: Context, { id, key, name, picture, hue, kind }: CatalogRow, city?: string): Promise<CatalogCard> => {
  const { totalCount } = await catalogProducts(ctx, key, { take: 0, skip: 0, city })
  return { id, key, name: name[ctx.locale], picture, hue, kind, productsCount: totalCount }
}

/** Returns the catalogs of a kind, including those of all kinds; empty ones are left out (GET /catalogs). */
export const listCatalogs = async (ctx: Context, type = 'all', city?: string): Promise<CatalogCard[]> => {
  if (type !== 'all' && !SUPPLIER_KINDS.includes(type as SupplierKind)) throw fail('BAD_REQUEST', { field: 'type' })
  const { catalogs } = await ctx.directory.read()
  const selected = catalogs.filter(({ active, kind }) => active && (type === 'all' || kind === null || kind === type))
  const cards = await Promise.all(selected.map((row) => cardOf(ctx, row, city)))
  return cards.filter(({ productsCount }) => productsCount > 0)
}

/** Returns a catalog with a page of its products (GET /catalogs/{id}). */
export const readCatalog = async (ctx: Context, idOrKey: string, query: { take: number; skip: number }): Promise<Catalog> => {
  const row = catalogBy(await ctx.directory.read(), idOrKey)
  return { ...(await cardOf(ctx, row)), ...(await catalogProducts(ctx, row.key, query)) }
}

const DEALS = 12

/** Returns the content of the supermarkets page (GET /suppliers/supermarkets). */
export const readSupermarkets = async (ctx: Context): Promise<SupermarketsPage> => {
  const [categories, catalogs, suppliers, deals] = await Promise.all([
    readCategories(ctx, 'store'),
    listCatalogs(ctx, 'store'),
    listSuppliers(ctx, { type: SUPPLIER_TYPE.store, skip: 0, take: PAGE.suppliers }),
    listProducts(ctx, { isStore: true, dc: true, skip: 0, take: DEALS })
  ])
  return { categories, catalogs, suppliers, deals: deals.items }
}
