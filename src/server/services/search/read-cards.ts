import { sql } from 'drizzle-orm'
import type { ProductCard } from '#contract/catalogue/calls.ts'
import type { Words } from '#domain/locale.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { CARD_COLUMNS, productCard, supplierColumns, type CardRow } from '#server/services/catalogue/product-card.ts'
import type { MarketIndex } from '#server/search-engine/market-index.ts'

export interface FoundRow extends CardRow {
  supplierId: number
}

/** Returns products by their ids, in that order, without those withdrawn since the search. */
export const readRows = async (ctx: Context, ids: readonly number[]): Promise<FoundRow[]> => {
  if (ids.length === 0) return []
  const rows = await rowsOf<FoundRow>(
    ctx.readDb,
    sql`select ${CARD_COLUMNS}, supplier_id as "supplierId" from products
      where id = any(${sql.param(ids)}::int[]) and withdrawn_at is null`
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export const cardsOf = (ctx: Context, { market }: MarketIndex, rows: readonly FoundRow[]): ProductCard[] =>
  rows.flatMap((row) => {
    const supplier = market.byId.get(row.supplierId)
    return supplier ? [productCard({ ...row, ...supplierColumns(supplier) }, ctx.locale, ctx.isAdult)] : []
  })

/** Condition: names that may be shown to the caller. */
export const openNames = (ctx: Context, rows: readonly FoundRow[]): Words[] =>
  rows.filter(({ adult }) => ctx.isAdult || !adult).map(({ name }) => name)
