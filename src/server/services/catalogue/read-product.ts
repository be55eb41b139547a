import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Configurator, Product } from '#contract/catalogue.ts'
import { toAmd } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'
import { productCard, productCardColumns, VEIL } from './product-card.ts'

/** One product with its options; ARTICLE_NOT_FOUND when it or its supplier left the market. */
export const readProduct = async (ctx: Context, id: number): Promise<Product> => {
  const { products, suppliers, brands } = schema
  const [row] = await ctx.readDb
    .select({
      ...productCardColumns,
      description: products.description,
      country: products.country,
      brandKey: brands.key,
      brandName: brands.name
    })
    .from(products)
    .innerJoin(suppliers, eq(suppliers.id, products.supplierId))
    .leftJoin(brands, eq(brands.id, products.brandId))
    .where(and(eq(products.id, id), isNull(products.withdrawnAt), isNull(suppliers.withdrawnAt)))
  if (!row) throw fail('ARTICLE_NOT_FOUND')
  const card = productCard(row, ctx.locale, ctx.isAdult)
  const veiled = card.name === VEIL.name && row.adult
  return {
    ...card,
    description: veiled ? '' : (row.description?.[ctx.locale] ?? ''),
    country: row.country,
    brand: row.brandKey && row.brandName && !veiled ? { key: row.brandKey, name: row.brandName[ctx.locale] } : null,
    configurators: await readConfigurators(ctx, row.optionGroupIds),
    variants: [{ orderNumber: `${row.supplierId}-${row.code}`, price: card.price, stock: row.stock }]
  }
}

/** Options of a product by its id (GET /products/{id}/configurators). */
export const configuratorsOf = async (ctx: Context, productId: number): Promise<Configurator[]> =>
  (await readProduct(ctx, productId)).configurators

const readConfigurators = async (ctx: Context, groupIds: number[]): Promise<Configurator[]> => {
  if (groupIds.length === 0) return []
  const { optionGroups, optionValues } = schema
  const rows = await ctx.readDb
    .select({ group: optionGroups, value: optionValues })
    .from(optionGroups)
    .innerJoin(optionValues, and(eq(optionValues.groupId, optionGroups.id), isNull(optionValues.withdrawnAt)))
    .where(inArray(optionGroups.id, groupIds))
    .orderBy(asc(optionValues.position), asc(optionValues.id))
  const byGroup = Map.groupBy(rows, ({ group }) => group.id)
  return groupIds.flatMap((groupId) => {
    const own = byGroup.get(groupId)
    if (!own?.[0]) return []
    const { group } = own[0]
    return [
      {
        id: group.id,
        key: group.key,
        name: group.name[ctx.locale],
        type: group.type,
        min: group.min,
        max: group.max,
        values: own.map(({ value }) => ({ id: value.id, name: value.name[ctx.locale], price: toAmd(value.price) }))
      }
    ]
  })
}
