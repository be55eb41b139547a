import { and, eq, inArray, isNull } from 'drizzle-orm'
import { optionsKey, validateOptions, type OptionGroup } from '#domain/basket.ts'
import type { NewBasketItem } from '#contract/baskets.ts'
import { WEIGHED_UNIT, type SupplierKind, type UnitId } from '#domain/enums.ts'
import type { Context } from '#server/context.ts'
import type { Overload } from '#server/db/schema/catalogue.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'
import { loadOptionGroups } from './options.ts'

/** A product on the market, as the rules of adding need it. */
export interface WantedProduct {
  id: number
  kind: SupplierKind
  overload: Overload | null
  adult: boolean
  unitId: UnitId
  weighed: boolean
  minimum: number
  stock: number | null
  optionGroupIds: number[]
}

/** One line somebody wants, its product and options known to exist and to fit. */
export interface WantedLine {
  product: WantedProduct
  quantity: number
  optionIds: number[]
  optionsKey: string
}

/** Finds the products of new lines and checks their options; ARTICLE_NOT_FOUND, FORBIDDEN (adults only) or BAD_REQUEST (options). */
export const findWanted = async (ctx: Context, items: readonly NewBasketItem[]): Promise<WantedLine[]> => {
  const products = await findProducts(ctx, [...new Set(items.map(({ productId }) => productId))])
  const groups = await loadOptionGroups(
    ctx.db,
    [...products.values()].flatMap(({ optionGroupIds }) => optionGroupIds)
  )
  return items.map(({ productId, quantity, selectedOptions = [] }) => {
    const product = products.get(productId)
    if (!product) throw fail('ARTICLE_NOT_FOUND', { field: 'productId' })
    if (product.adult && !ctx.isAdult) throw fail('FORBIDDEN', { field: 'isAdult' })
    checkOptions(product, groups, selectedOptions)
    return { product, quantity, optionIds: [...selectedOptions].sort((a, b) => a - b), optionsKey: optionsKey(selectedOptions) }
  })
}

/** Options must be the product's own and as many as its groups ask for. */
const checkOptions = (product: Pick<WantedProduct, 'optionGroupIds'>, groups: Map<number, OptionGroup>, selected: number[]): void => {
  const own = product.optionGroupIds.flatMap((id) => groups.get(id) ?? [])
  const result = validateOptions(own, selected)
  if (!result.ok) throw fail('BAD_REQUEST', { field: 'selectedOptions', data: { groupId: result.groupId, problem: result.problem } })
}

const findProducts = async (ctx: Context, ids: number[]): Promise<Map<number, WantedProduct>> => {
  if (ids.length === 0) return new Map()
  const { products, suppliers } = schema
  const rows = await ctx.db
    .select({
      id: products.id,
      kind: suppliers.kind,
      overload: suppliers.overload,
      adult: products.adult,
      unitId: products.unitId,
      minimum: products.minimum,
      stock: products.stock,
      optionGroupIds: products.optionGroupIds
    })
    .from(products)
    .innerJoin(suppliers, eq(suppliers.id, products.supplierId))
    .where(and(inArray(products.id, ids), isNull(products.withdrawnAt), isNull(suppliers.withdrawnAt)))
  return new Map(rows.map((row) => [row.id, { ...row, unitId: row.unitId as UnitId, weighed: row.unitId === WEIGHED_UNIT }]))
}
