import { sql } from 'drizzle-orm'
import type { Department, Menu } from '#contract/catalogue/calls.ts'
import { MAX_COUNTED } from '#domain/constants.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { ReadyJson } from '#server/services/core/ready-json.ts'
import { findTerm, pageOfProducts } from '#server/search-engine/find.ts'
import { marketIndex } from '#server/search-engine/market-index.ts'
import type { DirectorySupplier } from '#server/catalogue-memory/directory.ts'
import { fillStock, menuText } from '#server/catalogue-memory/menus.ts'
import { menuCard, menuColumns, supplierColumns, supplierOf, type MenuRow } from './product-card.ts'
import { findSupplier, readDepartments } from './read-supplier.ts'

interface MenuQuery {
  supplierId: number
  departmentId?: number | undefined
  term?: string | undefined
  take: number
  skip: number
}

/**
 * Returns the menu of a supplier in the order of its departments (GET /products). Imported data is cached as text until an import changes
 * the supplier; the stock is read for every reply.
 */
export const readMenu = async (ctx: Context, query: MenuQuery): Promise<Menu | ReadyJson<Menu>> => {
  const supplier = await findSupplier(ctx, { id: query.supplierId })
  if (query.term) return search(ctx, supplier, query, query.term)
  if (ctx.inside) return readPage(ctx, supplier, query)
  const { departmentId = 0, skip, take } = query
  const key = `${supplier.id} ${departmentId} ${skip} ${take} ${ctx.locale} ${ctx.isAdult ? 1 : 0}`
  const text = await menuText(ctx.directory, key, supplier, () => renderText(ctx, supplier, query))
  return new ReadyJson(await fillStock(ctx.readDb, text))
}

const PLACEHOLDER = '"stock":"#"'

/** Quotes in JSON strings are escaped, so no name can contain the placeholder. */
const renderText = async (ctx: Context, supplier: DirectorySupplier, query: MenuQuery) => {
  const { items, ...rest } = await readPage(ctx, supplier, query)
  const gaps = items.map((card) => (card.stock === null ? card : { ...card, stock: '#' }))
  const pieces = JSON.stringify({ items: gaps, ...rest }).split(PLACEHOLDER)
  return {
    pieces: pieces.map((piece, index) => Buffer.from(`${piece}${index < pieces.length - 1 ? '"stock":' : ''}`)),
    counted: items.filter(({ stock }) => stock !== null).map(({ id }) => id)
  }
}

const readPage = async (ctx: Context, supplier: DirectorySupplier, query: MenuQuery): Promise<Menu> => {
  const departments = await readDepartments(ctx, supplier.id)
  const rows = await readRows(ctx, supplier, departments, query)
  const cardSupplier = supplierOf(supplierColumns(supplier), ctx.locale)
  const selected = departments.filter(({ id }) => query.departmentId === undefined || id === query.departmentId)
  return {
    items: rows.map((row) => menuCard(row, cardSupplier, ctx.isAdult)),
    totalCount: selected.reduce((sum, { productsCount }) => sum + productsCount, 0),
    departments
  }
}

/** Returns the rows of a page. Only the departments it covers are read: a few hundred of thousands of products. */
const readRows = (ctx: Context, supplier: DirectorySupplier, departments: readonly Department[], query: MenuQuery): Promise<MenuRow[]> => {
  const within: number[] = []
  let first = 0
  let before = 0
  for (const { id, productsCount } of departments) {
    if (query.departmentId !== undefined && id !== query.departmentId) continue
    const after = before + productsCount
    if (after > query.skip && before < query.skip + query.take) {
      if (within.length === 0) first = before
      within.push(id)
    }
    before = after
  }
  if (within.length === 0) return Promise.resolve([])
  return rowsOf<MenuRow>(
    ctx.readDb,
    sql`select ${menuColumns(ctx.locale, supplier.kind)} from products
      where supplier_id = ${supplier.id}::int and department_id = any(${sql.param(within)}::int[]) and withdrawn_at is null
      order by array_position(${sql.param(within)}::int[], department_id), position, id limit ${query.take} offset ${query.skip - first}`
  )
}

/** Returns what search finds in the menu, best first. The products of a department are few. */
const search = async (ctx: Context, supplier: DirectorySupplier, query: MenuQuery, term: string): Promise<Menu> => {
  const departments = await readDepartments(ctx, supplier.id)
  const { departmentId, skip, take } = query
  const index = await marketIndex(ctx)
  const { products } = findTerm(index, term, { supplierId: supplier.id, typing: true, locale: ctx.locale })
  const found = pageOfProducts(index, products, ({ id }) => id === supplier.id, 0, Infinity)
  const ids = departmentId === undefined ? found : await within(ctx, found, departmentId)
  const rows = await rowsOf<MenuRow>(
    ctx.readDb,
    sql`select ${menuColumns(ctx.locale, supplier.kind)} from products where id = any(${sql.param(ids.slice(skip, skip + take))}::int[]) and withdrawn_at is null`
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const cardSupplier = supplierOf(supplierColumns(supplier), ctx.locale)
  const items = ids.slice(skip, skip + take).flatMap((id) => {
    const row = byId.get(id)
    return row ? [menuCard(row, cardSupplier, ctx.isAdult)] : []
  })
  return { items, totalCount: Math.min(ids.length, MAX_COUNTED), ...(ids.length > MAX_COUNTED && { isMore: true }), departments }
}

/** Filters products to those of a department, keeping their order. */
const within = async (ctx: Context, ids: readonly number[], departmentId: number): Promise<number[]> => {
  const rows = await rowsOf<{ id: number }>(
    ctx.readDb,
    sql`select id from products where id = any(${sql.param(ids)}::int[]) and department_id = ${departmentId}::int`
  )
  const inDepartment = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => inDepartment.has(id))
}
