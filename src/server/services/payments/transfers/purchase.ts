import { and, eq, inArray, or, type SQL } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { Purchase } from '../methods.ts'

const { basketItems, baskets, orderParts, products, suppliers, users } = schema

const userIdOf = ({ actor }: Context): number => (actor.kind === 'user' ? actor.userId : 0)
/** The group order that the caller pays for: its suppliers are those of everybody's lines. */
const ownGroup = (ctx: Context) =>
  ctx.db
    .select({ id: baskets.groupOrderId })
    .from(baskets)
    .where(and(eq(baskets.userId, userIdOf(ctx)), eq(baskets.type, 'initiator')))

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
        .where(or(eq(baskets.userId, userIdOf(ctx)), inArray(baskets.groupOrderId, ownGroup(ctx))))
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
  const rows = await ctx.db.select({ refuses: suppliers.refuses, admissions: suppliers.admissions }).from(suppliers).where(where)
  return {
    ...buyer,
    refused: new Set(rows.flatMap(({ refuses }) => refuses)),
    isOfAdmissions: rows.some(({ admissions }) => admissions !== null)
  }
}
