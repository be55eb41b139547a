import { eq, inArray, type SQL } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { Purchase } from '../methods.ts'

const { basketItems, baskets, orderParts, products, suppliers, users } = schema

/** Who the caller is and what the suppliers of the caller's basket refuse; null for a guest. */
export const purchaseOfBasket = (ctx: Context): Promise<Purchase | null> =>
  purchaseOf(
    ctx,
    inArray(
      suppliers.id,
      ctx.db
        .select({ id: products.supplierId })
        .from(baskets)
        .innerJoin(basketItems, eq(basketItems.basketId, baskets.id))
        .innerJoin(products, eq(products.id, basketItems.productId))
        .where(eq(baskets.userId, ctx.actor.kind === 'user' ? ctx.actor.userId : 0))
    )
  )

/** The same of an order's suppliers. */
export const purchaseOfOrder = (ctx: Context, orderId: number): Promise<Purchase | null> =>
  purchaseOf(
    ctx,
    inArray(suppliers.id, ctx.db.select({ id: orderParts.supplierId }).from(orderParts).where(eq(orderParts.orderId, orderId)))
  )

const purchaseOf = async (ctx: Context, where: SQL): Promise<Purchase | null> => {
  if (ctx.actor.kind !== 'user') return null
  const { tin, companyName, phoneVerified } = users
  const [buyer] = await ctx.db.select({ tin, companyName, phoneVerified }).from(users).where(eq(users.id, ctx.actor.userId))
  if (!buyer) return null
  // Suppliers refuse ways of businesses only.
  const rows = buyer.tin === null ? [] : await ctx.db.select({ refuses: suppliers.refuses }).from(suppliers).where(where)
  return { ...buyer, refused: new Set(rows.flatMap(({ refuses }) => refuses)) }
}
