import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { MAX_PROPERTIES } from '#domain/constants.ts'
import { slot } from '#server/cache.ts'
import type { Db } from '#server/db/engine.ts'
import type { ReadDb } from '#server/db/reader.ts'
import { rowsOf } from '#server/db/rows.ts'
import type { DirectorySupplier, Snapshot } from './directory.ts'

/**
 * Data for filtering and sorting products: seven integers per product, 28 MB for a million. Any filter costs one pass over the products
 * of its suppliers. Stock is not included, because it changes with every order: it is read for the products shown.
 */
export type ProductList = Int32Array
export const WIDTH = 7
/** Offsets of a product's numbers; PROPERTIES and MARKS are bit sets. */
export const ID = 0
export const PRICE = 1
export const TURN = 2
export const BRAND = 3
export const DEPARTMENT = 4
export const PROPERTIES = 5
export const MARKS = 6

/** Bits of MARKS: country (10), discount (7), then flags. */
const DISCOUNT_AT = 10
const ADULT = 1 << 17
const NEW = 1 << 18
const SOLD_OUT = 1 << 19
export const countryBits = (code: string): number => ((code.charCodeAt(0) - 64) << 5) | (code.charCodeAt(1) - 64)
export const countryCode = (bits: number): string => String.fromCharCode((bits >> 5) + 64, (bits & 31) + 64)
export const countryOf = (marks: number): number => marks & 1023
export const discountOf = (marks: number): number => (marks >> DISCOUNT_AT) & 127
export const isAdultOnly = (marks: number): boolean => (marks & ADULT) !== 0
export const isNew = (marks: number): boolean => (marks & NEW) !== 0
/** Whether the stock was 0 when the list was loaded. */
export const wasSoldOut = (marks: number): boolean => (marks & SOLD_OUT) !== 0

/** Returns the bit of each property, in the order of the market; properties beyond MAX_PROPERTIES have none. */
export const propertyBits = ({ properties }: Pick<Snapshot, 'properties'>): Map<string, number> =>
  new Map(properties.slice(0, MAX_PROPERTIES).map(({ key }, index) => [key, 1 << index]))

const EMPTY: ProductList = new Int32Array(0)
/** Suppliers per query; the event loop runs in between. */
const BATCH = 100

/** A supplier's list with the properties that its bits are for. */
const LIST = slot<{ list: ProductList; properties: string }>('product list')
const PROPERTY_KEYS = slot<string>('keys of properties')
const LOADING = slot<Promise<void>>('product lists that are loading')
const propertyKeys = ({ cache, properties }: Snapshot): string =>
  cache.get(PROPERTY_KEYS, () => properties.map((property) => property.key).join(' '))

type Cell = number | string[]

const load = async (db: ReadDb, ids: readonly number[], bits: ReadonlyMap<string, number>): Promise<Map<number, ProductList>> => {
  const rows = await rowsOf<{ id: number; text: string }>(
    db,
    sql`select supplier_id as id, string_agg(id || ',' || price || ',' || turn || ',' || coalesce(brand_id, 0) || ',' || department_id || ','
        || case when properties = '[]'::jsonb then '0' else properties::text end || ','
        || (case when country is null then 0 else (ascii(country) - 64) * 32 + ascii(substr(country, 2)) - 64 end + discount * 1024
          + case when adult then 131072 else 0 end + case when labels ? 'new' then 262144 else 0 end
          + case when stock = 0 then 524288 else 0 end), ',' order by id) as text
      from products where supplier_id = any(${sql.param([...ids])}::int[]) and withdrawn_at is null group by supplier_id`
  )
  return new Map(
    rows.map(({ id, text }) => {
      const cells = JSON.parse(`[${text}]`) as Cell[]
      const list = new Int32Array(cells.length)
      for (const [index, cell] of cells.entries())
        list[index] = typeof cell === 'number' ? cell : cell.reduce((sum, key) => sum | (bits.get(key) ?? 0), 0)
      return [id, list]
    })
  )
}

/** Returns the lists of suppliers, in their order; missing ones are loaded. Not inside a transaction. */
export const readProductLists = async (
  db: Db | ReadDb,
  market: Snapshot,
  suppliers: readonly DirectorySupplier[]
): Promise<ProductList[]> => {
  const properties = propertyKeys(market)
  const listOf = ({ cache }: DirectorySupplier): ProductList | null => {
    const cached = cache.peek(LIST)
    return cached?.properties === properties ? cached.list : null
  }
  await market.cache.peek(LOADING)
  const missing = suppliers.filter((supplier) => !listOf(supplier))
  if (missing.length > 0) {
    const bits = propertyBits(market)
    const all = (async () => {
      for (let from = 0; from < missing.length; from += BATCH) {
        const part = missing.slice(from, from + BATCH)
        const loaded = await load(
          db,
          part.map(({ id }) => id),
          bits
        )
        for (const supplier of part) supplier.cache.set(LIST, { list: loaded.get(supplier.id) ?? EMPTY, properties })
        await setImmediate()
      }
    })()
    // Concurrent calls wait for this load instead of repeating it.
    market.cache.set(
      LOADING,
      // The failure reaches this caller.
      all.catch(() => undefined)
    )
    await all.finally(() => market.cache.set(LOADING, Promise.resolve()))
  }
  return suppliers.map((supplier) => listOf(supplier) ?? EMPTY)
}
