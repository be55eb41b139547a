import { and, desc, eq, gt, inArray, isNull, notInArray, or, sql } from 'drizzle-orm'
import type { ProductCard } from '#contract/catalogue/calls.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { productCard, productCardColumns } from '#server/services/catalogue/product-card.ts'
import { isOwnedBy, ownerOf } from './owner.ts'

/**
 * Returns products of the same suppliers that are not in the basket: those without options first (one click adds them), then discounted,
 * then cheap.
 */
export const suggestProducts = async (ctx: Context, take: number): Promise<ProductCard[]> => {
  const { baskets, basketItems, products, suppliers } = schema
  const current = await ctx.db
    .select({ productId: basketItems.productId, supplierId: products.supplierId })
    .from(basketItems)
    .innerJoin(baskets, eq(baskets.id, basketItems.basketId))
    .innerJoin(products, eq(products.id, basketItems.productId))
    .where(isOwnedBy(ownerOf(ctx)))
  if (current.length === 0 || take === 0) return []
  const rows = await ctx.db
    .select(productCardColumns)
    .from(products)
    .innerJoin(suppliers, eq(suppliers.id, products.supplierId))
    .where(
      and(
        inArray(products.supplierId, [...new Set(current.map(({ supplierId }) => supplierId))]),
        notInArray(
          products.id,
          current.map(({ productId }) => productId)
        ),
        isNull(products.withdrawnAt),
        isNull(suppliers.withdrawnAt),
        eq(products.adult, false),
        or(isNull(products.stock), gt(products.stock, 0))
      )
    )
    .orderBy(sql`jsonb_array_length(${products.optionGroupIds}) > 0`, desc(products.discount), products.price, products.id)
    .limit(take)
  return rows.map((row) => productCard(row, ctx.locale, ctx.isAdult))
}
