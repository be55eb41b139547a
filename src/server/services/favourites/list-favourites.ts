import { sql, type SQL } from 'drizzle-orm'
import type { Page } from '#contract/endpoint.ts'
import type { Favourite, FavouritesQuery } from '#contract/favourites/calls.ts'
import { SUPPLIER_KINDS, supplierKindOfType, type SupplierKind } from '#domain/enums.ts'
import type { Words } from '#domain/locale.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { productCard, type CardRow } from '#server/services/catalogue/product-card.ts'
import { supplierCard } from '#server/services/catalogue/supplier-card.ts'
import { requireUser } from '#server/services/core/access.ts'
import { marketIndex } from '#server/search-engine/market-index.ts'
import { listedNamed, type Listed } from '#server/search-engine/narrow.ts'

interface Row extends CardRow {
  productId: number | null
  addedAt: string | number
  isGone: boolean
  supplierId: number
  supplierName: Words
  supplierAlias: string
  supplierKind: SupplierKind
  supplierHue: number
  supplierPictures: string[]
}

/** Returns the caller's favourites, newest first (GET /favorites). Withdrawn products and suppliers stay in the list and are marked. */
export const listFavourites = async (ctx: Context, query: FavouritesQuery): Promise<Page<Favourite>> => {
  const { userId } = requireUser(ctx)
  const from = sql`favourites f
    left join products p on p.id = f.product_id
    join suppliers s on s.id = coalesce(f.supplier_id, p.supplier_id)
    where ${sql.join([sql`f.user_id = ${userId}::int`, ...conditionsOf(query), ...(await namedBy(ctx, userId, query))], sql` and `)}`
  const rows = await rowsOf<Row>(
    ctx.db,
    sql`select f.product_id as "productId", (extract(epoch from f.created_at) * 1000)::float8 as "addedAt",
      (s.withdrawn_at is not null or p.withdrawn_at is not null) as "isGone",
      p.id, p.code, p.name, p.picture, p.base_price as "basePrice", p.price, p.discount, p.unit_id as "unitId", p.minimum, p.stock, p.labels,
      p.adult, p.option_group_ids as "optionGroupIds", p.department_id as "departmentId",
      s.id as "supplierId", s.name as "supplierName", s.alias as "supplierAlias", s.kind as "supplierKind", s.hue as "supplierHue",
      s.pictures as "supplierPictures"
      from ${from} order by f.created_at desc nulls last, f.id desc nulls last limit ${query.take} offset ${query.skip}`
  )
  const [counted] = await rowsOf<{ n: number }>(ctx.db, sql`select count(*)::int as n from ${from}`)
  const { byId } = await ctx.directory.read()
  const items = rows.map((row): Favourite => {
    const common = { kind: row.supplierKind, hue: row.supplierHue, addedAt: toIso(Number(row.addedAt)) }
    if (row.productId === null) {
      const { supplierId: id, supplierName, supplierPictures } = row
      const supplier = row.isGone ? undefined : byId.get(id)
      const item = { ...common, id, name: supplierName[ctx.locale], picture: supplierPictures[0] ?? '', isGone: !supplier }
      return { ...item, type: 'supplier', supplier: supplier ? supplierCard(supplier, ctx.locale, ctx.now(), null) : null }
    }
    const card = productCard(row, ctx.locale, ctx.isAdult)
    const item = { ...common, id: row.productId, name: card.name, picture: card.picture, isGone: row.isGone }
    return { ...item, type: 'article', article: row.isGone ? null : card }
  })
  return { items, totalCount: counted?.n ?? 0 }
}

const conditionsOf = ({ type, SupplierType }: FavouritesQuery): SQL[] => {
  const conditions: SQL[] = []
  if (type === 'supplier') conditions.push(sql`f.product_id is null`)
  if (type === 'article') conditions.push(sql`f.product_id is not null`)
  if (SUPPLIER_KINDS.includes(type as SupplierKind)) conditions.push(sql`f.product_id is null and s.kind = ${type}`)
  const kind = SupplierType === undefined ? 'all' : supplierKindOfType(SupplierType)
  if (kind !== 'all') conditions.push(sql`s.kind = ${kind ?? ''}`)
  return conditions
}

/** Filters favourites by a term, matched as search does. */
const namedBy = async (ctx: Context, userId: number, { term }: FavouritesQuery): Promise<SQL[]> => {
  if (!term) return []
  const all = await rowsOf<Listed>(
    ctx.db,
    sql`select f.id, f.supplier_id as "supplierId", coalesce(p.search_text, s.search_text) as "searchText" from favourites f
      left join products p on p.id = f.product_id left join suppliers s on s.id = f.supplier_id where f.user_id = ${userId}::int`
  )
  const named = [sql`f.id = any(${sql.param(listedNamed(await marketIndex(ctx), term, all))}::int[])`]
  // A match on a masked product would reveal its name.
  return ctx.isAdult ? named : [...named, sql`p.adult is distinct from true`]
}
