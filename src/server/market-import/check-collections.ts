import { sql } from 'drizzle-orm'
import type { Engine } from '#server/db/engine.ts'
import { rowsOf } from '#server/db/rows.ts'
import type { ProductCollection } from '#server/services/home/block-content.ts'
import type { HomeFile } from './checks/check-home.ts'

interface Collections {
  suppliers?: number[]
  products?: ProductCollection[]
}

/** Checks that suppliers and products listed in home.yaml are in the staged market. Throws MarketFaults with all that are not. */
export const checkCollections = async (engine: Engine, stage: string, { rows, yaml, faults }: HomeFile): Promise<void> => {
  const blocks = rows
    .map((row) => ({ row, ...(row.content as Collections) }))
    .filter(({ suppliers, products }) => suppliers?.length || products?.length)
  if (!yaml || blocks.length === 0) return
  const suppliers = new Set<number>()
  const products = new Set<string>()
  const requested = JSON.stringify(blocks.flatMap((block) => block.products ?? []))
  const ids = JSON.stringify(blocks.flatMap((block) => block.suppliers ?? []))
  const foundSuppliers = sql`select id from ${sql.raw(`"${stage}".suppliers`)} where id in (select value::int from json_array_elements_text(${ids}::json))`
  const foundProducts = sql`select p.supplier_id as id, p.code from ${sql.raw(`"${stage}".products`)} p
    join json_to_recordset(${requested}::json) as w (supplier int, code text) on w.supplier = p.supplier_id and w.code = p.code`
  for (const { id } of await rowsOf<{ id: number }>(engine.db, foundSuppliers)) suppliers.add(id)
  for (const { id, code } of await rowsOf<{ id: number; code: string }>(engine.db, foundProducts)) products.add(`${id} ${code}`)
  for (const { row, ...collections } of blocks) {
    const at = [row.section, row.position]
    collections.suppliers?.forEach((id, index) => {
      if (!suppliers.has(id)) yaml.report([...at, 'suppliers', index], `is ${id}, expected the id of a supplier of this market`)
    })
    collections.products?.forEach(({ supplier, code }, index) => {
      if (!products.has(`${supplier} ${code}`))
        yaml.report([...at, 'products', index], `there is no product ${code} of supplier ${supplier} in this market`)
    })
  }
  faults.throwIfAny()
}
