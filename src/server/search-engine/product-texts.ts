import { sql } from 'drizzle-orm'
import { setImmediate } from 'node:timers/promises'
import type { ReadDb } from '#server/db/reader.ts'
import { rowsOf } from '#server/db/rows.ts'
import type { Texts } from './texts.ts'

/** Products and suppliers of each text, in typed arrays: two numbers per product. */
export interface ProductTexts {
  /** Products of text n are at starts[n] to starts[n + 1]. */
  starts: Uint32Array
  products: Int32Array
  suppliers: Int32Array
}

export const NO_PRODUCTS: ProductTexts = { starts: new Uint32Array(1), products: new Int32Array(0), suppliers: new Int32Array(0) }
/** Suppliers per query; the event loop runs in between. */
const BATCH = 200

interface Entry {
  text: number
  product: number
  supplier: number
}

/** Reads the products of suppliers and adds their texts. */
const readEntries = async (db: ReadDb, texts: Texts, supplierIds: readonly number[]): Promise<Entry[]> => {
  const entries: Entry[] = []
  for (let from = 0; from < supplierIds.length; from += BATCH) {
    const rows = await rowsOf<{ text: string; entries: string }>(
      db,
      sql`select search_text as text, string_agg(id || ' ' || supplier_id, ' ' order by id) as entries from products
        where supplier_id = any(${sql.param(supplierIds.slice(from, from + BATCH))}::int[]) and withdrawn_at is null
        group by search_text order by min(id)`
    )
    for (const row of rows) {
      const text = texts.add(row.text)
      const numbers = row.entries.split(' ')
      for (let at = 0; at < numbers.length; at += 2) entries.push({ text, product: Number(numbers[at]), supplier: Number(numbers[at + 1]) })
    }
    await setImmediate()
  }
  return entries
}

/** Returns the previous products with those of the changed suppliers replaced. */
export const updateProductTexts = async (
  db: ReadDb,
  texts: Texts,
  previous: ProductTexts,
  changedIds: ReadonlySet<number>,
  supplierIds: readonly number[]
): Promise<ProductTexts> => {
  const entries = await readEntries(db, texts, supplierIds)
  const isUnchanged = (at: number): boolean => !changedIds.has(previous.suppliers[at] ?? 0)
  const starts = new Uint32Array(texts.count + 2)
  const count = (text: number): void => void (starts[text + 2] = (starts[text + 2] ?? 0) + 1)
  const eachUnchanged = (visit: (text: number, at: number) => void): void => {
    for (let text = 0; text + 1 < previous.starts.length; text += 1)
      for (let at = previous.starts[text] ?? 0; at < (previous.starts[text + 1] ?? 0); at += 1) if (isUnchanged(at)) visit(text, at)
  }
  eachUnchanged(count)
  for (const { text } of entries) count(text)
  for (let text = 1; text < starts.length; text += 1) starts[text] = (starts[text] ?? 0) + (starts[text - 1] ?? 0)
  const total = starts.at(-1) ?? 0
  const result: ProductTexts = { starts, products: new Int32Array(total), suppliers: new Int32Array(total) }
  const put = (text: number, product: number, supplier: number): void => {
    const at = starts[text + 1] ?? 0
    starts[text + 1] = at + 1
    result.products[at] = product
    result.suppliers[at] = supplier
  }
  eachUnchanged((text, at) => put(text, previous.products[at] ?? 0, previous.suppliers[at] ?? 0))
  for (const { text, product, supplier } of entries) put(text, product, supplier)
  return { ...result, starts: starts.subarray(0, texts.count + 1) }
}
