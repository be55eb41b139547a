import { and, desc, eq, gt, isNull, type SQL } from 'drizzle-orm'
import type { Alert } from '#contract/alerts/calls.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { MASK } from '#server/services/catalogue/product-card.ts'
import { requireUser } from '#server/services/core/access.ts'

const { alerts, products, suppliers } = schema

/** Returns what the caller waits to be told of, newest first. */
export const listAlerts = (ctx: Context): Promise<Alert[]> => readAlerts(ctx, requireUser(ctx).userId)

/** Returns those of a person that wait. */
export const readAlerts = async (ctx: Context, userId: number, condition?: SQL): Promise<Alert[]> => {
  const rows = await ctx.db
    .select({ alert: alerts, product: products, supplier: suppliers })
    .from(alerts)
    .innerJoin(suppliers, eq(suppliers.id, alerts.supplierId))
    .leftJoin(products, eq(products.id, alerts.productId))
    .where(and(eq(alerts.userId, userId), isNull(alerts.toldAt), gt(alerts.expiresAt, new Date(ctx.now())), condition))
    .orderBy(desc(alerts.createdAt), desc(alerts.id))
  return rows.map(({ alert, product, supplier }): Alert => {
    const { id, alias, kind } = supplier
    const masked = product?.adult && !ctx.isAdult ? MASK.name : undefined
    return {
      id: alert.id,
      kind: product ? 'product' : alert.windowFrom ? 'window' : 'supplier',
      name: masked ?? (product ?? supplier).name[ctx.locale],
      productId: alert.productId,
      supplier: { id, name: supplier.name[ctx.locale], alias, kind },
      from: alert.windowFrom && toIso(alert.windowFrom.getTime()),
      to: alert.windowTo && toIso(alert.windowTo.getTime()),
      channel: alert.channel,
      createdAt: toIso(alert.createdAt.getTime()),
      until: toIso(alert.expiresAt.getTime())
    }
  })
}
