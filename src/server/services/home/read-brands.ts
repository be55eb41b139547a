import { sql } from 'drizzle-orm'
import { brandPath } from '#domain/home.ts'
import type { Words } from '#domain/locale.ts'
import { slot } from '#server/cache.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'

const MAX = 24
interface BrandRow {
  key: string
  name: Words
}

/** Brands on the market, cached for the lifetime of a snapshot. */
const BRANDS = slot<Promise<BrandRow[]>>('brands with products for everybody')

/** Returns brands with products for everybody. */
export const loadBrands = async (ctx: Context): Promise<BrandRow[]> => {
  const market = await ctx.directory.read()
  return market.cache.load(BRANDS, () =>
    rowsOf<BrandRow>(
      ctx.readDb,
      sql`select key, name from brands b where active
      and exists (select 1 from products p where p.brand_id = b.id and p.withdrawn_at is null and not p.adult) order by key`
    )
  )
}

/** Returns brands named by an editor, in that order, or the first ones of all; null when none has products. */
export const readBrands = async (ctx: Context, keys: readonly string[]) => {
  const all = await loadBrands(ctx)
  const selected = keys.length > 0 ? keys.flatMap((key) => all.find((brand) => brand.key === key) ?? []) : all.slice(0, MAX)
  return selected.length > 0 ? { brands: selected.map(({ key, name }) => ({ key, name: name[ctx.locale], href: brandPath(key) })) } : null
}
