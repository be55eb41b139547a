import { and, eq, isNull, like, sql, type SQL } from 'drizzle-orm'
import type { Department, Menu } from '#contract/catalogue.ts'
import { foldedWords } from '#domain/search-folding.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { schema } from '#server/db/schema.ts'
import { ReadyJson } from '#server/services/core/ready-json.ts'
import { countUpTo } from './count-up-to.ts'
import type { DirectorySupplier } from './directory.ts'
import { fillStock, menuText } from './menu-memory.ts'
import { CARD_COLUMNS, productCard, supplierColumns, type CardRow } from './product-card.ts'
import { findSupplier, readDepartments } from './read-supplier.ts'

interface MenuQuery {
  supplierId: number
  departmentId?: number | undefined
  term?: string | undefined
  take: number
  skip: number
}

/**
 * The menu of a supplier in the order of its departments (GET /products). What an import wrote is kept as text until the next one changes the
 * supplier; the stock is read anew for every answer.
 */
export const readMenu = async (ctx: Context, query: MenuQuery): Promise<Menu | ReadyJson<Menu>> => {
  const supplier = await findSupplier(ctx, { id: query.supplierId })
  if (query.term) return search(ctx, supplier, query, query.term)
  if (ctx.inside) return readPage(ctx, supplier, query)
  const { departmentId = 0, skip, take } = query
  const key = `${supplier.id} ${departmentId} ${skip} ${take} ${ctx.locale} ${ctx.isAdult ? 1 : 0}`
  const text = await menuText(ctx.directory, key, supplier, () => makeText(ctx, supplier, query))
  return new ReadyJson(await fillStock(ctx.readDb, text))
}

const GAP = '"stock":"#"'

/** Inside of a text every quote is escaped, so that nobody's name can look like the gap. */
const makeText = async (ctx: Context, supplier: DirectorySupplier, query: MenuQuery) => {
  const { items, ...rest } = await readPage(ctx, supplier, query)
  const gaps = items.map((card) => (card.stock === null ? card : { ...card, stock: '#' }))
  const pieces = JSON.stringify({ items: gaps, ...rest }).split(GAP)
  return {
    pieces: pieces.map((piece, index) => Buffer.from(`${piece}${index < pieces.length - 1 ? '"stock":' : ''}`)),
    counted: items.filter(({ stock }) => stock !== null).map(({ id }) => id)
  }
}

const readPage = async (ctx: Context, supplier: DirectorySupplier, query: MenuQuery): Promise<Menu> => {
  const departments = await readDepartments(ctx, supplier.id)
  const rows = await readRows(ctx, supplier, departments, query)
  const columns = supplierColumns(supplier)
  const known = departments.filter(({ id }) => query.departmentId === undefined || id === query.departmentId)
  return {
    items: rows.map((row) => productCard(Object.assign(row, columns), ctx.locale, ctx.isAdult)),
    totalCount: known.reduce((sum, { productsCount }) => sum + productsCount, 0),
    departments
  }
}

/** The rows of a page. Only the departments that lie in it are read: of thousands of products a few hundred. */
const readRows = (ctx: Context, supplier: DirectorySupplier, departments: readonly Department[], query: MenuQuery): Promise<CardRow[]> => {
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
  return rowsOf<CardRow>(
    ctx.readDb,
    sql`select ${CARD_COLUMNS} from products
      where supplier_id = ${supplier.id}::int and department_id = any(${sql.param(within)}::int[]) and withdrawn_at is null
      order by array_position(${sql.param(within)}::int[], department_id), position, id limit ${query.take} offset ${query.skip - first}`
  )
}

const search = async (ctx: Context, supplier: DirectorySupplier, query: MenuQuery, term: string): Promise<Menu> => {
  const departments = await readDepartments(ctx, supplier.id)
  const { products } = schema
  const conditions: SQL[] = [eq(products.supplierId, supplier.id), isNull(products.withdrawnAt)]
  if (query.departmentId !== undefined) conditions.push(eq(products.departmentId, query.departmentId))
  const words = foldedWords(term)
  // A term without letters or digits finds nothing, where no condition at all would find everything.
  if (words.length === 0) conditions.push(sql`false`)
  for (const word of words) conditions.push(like(products.searchText, `%${word}%`))
  const where = and(...conditions)
  const ids = departments.map(({ id }) => id)
  const rows = await rowsOf<CardRow>(
    ctx.readDb,
    sql`select ${CARD_COLUMNS} from products where ${where}
      order by array_position(${sql.param(ids)}::int[], department_id), position, id limit ${query.take} offset ${query.skip}`
  )
  const columns = supplierColumns(supplier)
  const items = rows.map((row) => productCard({ ...row, ...columns }, ctx.locale, ctx.isAdult))
  return { items, ...(await countUpTo(ctx.readDb, sql`select 1 from products where ${where}`)), departments }
}
