import { and, asc, count, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm'
import { HEAD_START_MS } from '#domain/alerts/alert.ts'
import { supplierPath } from '#domain/enums.ts'
import { DAY_MINUTES, MINUTE } from '#domain/time/yerevan-time.ts'
import { isOpenNow } from '#server/catalogue-memory/branch-schedule.ts'
import type { DirectorySupplier } from '#server/catalogue-memory/directory.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { placesIn, takenIn } from '#server/services/bookings/places.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { alertNoticeWords, alertTemplate } from '#server/services/notifications/notification-words.ts'
import { notifyQuietly } from '#server/services/notifications/notify-quietly.ts'

const { alerts, products } = schema
type AlertRow = typeof alerts.$inferSelect
type Product = typeof products.$inferSelect
/** What people wait for: rows of one target differ only in who waits. */
type Target = Pick<AlertRow, 'supplierId' | 'productId' | 'windowFrom' | 'windowTo'>

/** How many people are told of one target at once, however much there is of it. */
const MAX_AT_ONCE = 100
/** How long the news is worth a message. */
const USEFUL_MS = DAY_MINUTES * MINUTE

/**
 * Tells people of what can be had again, once, in the order in which they asked; of what is scarce as many as there is for, the next after
 * HEAD_START_MS. Forgets alerts that have ended. Returns how many people were told. Safe in several processes.
 */
export const sendAlerts = async (ctx: Context, goesOn: () => boolean = () => true): Promise<number> => {
  const now = ctx.now()
  const isOver = lte(alerts.toldAt, new Date(now - HEAD_START_MS))
  await ctx.db.delete(alerts).where(or(isOver, and(isNull(alerts.toldAt), lte(alerts.expiresAt, new Date(now)))))
  const { supplierId, productId, windowFrom, windowTo } = alerts
  const targets = await ctx.db
    .selectDistinct({ supplierId, productId, windowFrom, windowTo })
    .from(alerts)
    .where(isNull(alerts.toldAt))
    .orderBy(asc(supplierId), asc(productId), asc(windowFrom))
  const ids = targets.flatMap((target) => target.productId ?? [])
  const rows = ids.length === 0 ? [] : await ctx.db.select().from(products).where(inArray(products.id, ids))
  const productById = new Map(rows.map((product) => [product.id, product]))
  const { byId } = await ctx.directory.read()
  let sent = 0
  for (const target of targets) {
    const supplier = byId.get(target.supplierId)
    if (!supplier || !goesOn()) continue
    const product = target.productId === null ? null : productById.get(target.productId)
    if (product === undefined) continue
    const available = await availableOf(ctx, target, supplier, product)
    if (available > 0) sent += await withTransaction(ctx, (tx) => tell(tx, target, { supplier, product, available }))
  }
  return sent
}

/** For how many people there is some of it. */
const availableOf = async (ctx: Context, target: Target, supplier: DirectorySupplier, product: Product | null): Promise<number> => {
  if (product) {
    if (product.withdrawnAt) return 0
    return product.stock === null ? Infinity : Math.floor(product.stock / Math.max(1, product.minimum))
  }
  if (!target.windowFrom || !target.windowTo) return supplier.branches.some((branch) => isOpenNow(branch, ctx.now())) ? Infinity : 0
  if (!supplier.bookings) return 0
  const window = { from: target.windowFrom.getTime(), to: target.windowTo.getTime() }
  return placesIn(supplier.bookings, await takenIn(ctx, supplier.id, [window]), window)
}

interface Offered {
  supplier: DirectorySupplier
  product: Product | null
  available: number
}

const tell = async (tx: Context, target: Target, { supplier, product, available }: Offered): Promise<number> => {
  const now = new Date(tx.now())
  const same = and(
    eq(alerts.supplierId, target.supplierId),
    target.productId === null ? isNull(alerts.productId) : eq(alerts.productId, target.productId),
    target.windowFrom === null ? isNull(alerts.windowFrom) : eq(alerts.windowFrom, target.windowFrom)
  )
  const waiting = await tx.db
    .select()
    .from(alerts)
    .where(and(same, isNull(alerts.toldAt), gt(alerts.expiresAt, now)))
    .orderBy(asc(alerts.createdAt), asc(alerts.id))
    .limit(MAX_AT_ONCE)
    .for('update')
  // Counted under the lock: another process may just have told some.
  const lately = gt(alerts.toldAt, new Date(tx.now() - HEAD_START_MS))
  const [recent] = await tx.db.select({ count: count() }).from(alerts).where(and(same, lately))
  const next = waiting.slice(0, Math.max(0, available - (recent?.count ?? 0)))
  if (next.length === 0) return 0
  const ids = next.map(({ id }) => id)
  await tx.db.update(alerts).set({ toldAt: now }).where(inArray(alerts.id, ids))
  for (const alert of next) await notifyOf(tx, alert, supplier, product)
  return next.length
}

const notifyOf = async (tx: Context, alert: AlertRow, supplier: DirectorySupplier, product: Product | null): Promise<void> => {
  const { id, userId, channel, createdAt, windowFrom, windowTo } = alert
  const path = product ? `/products/${product.id}` : supplierPath(supplier.kind, supplier.alias)
  await notifyQuietly(tx, userId, {
    kind: 'alert',
    // The same row is used again when the person asks again.
    subject: `alert:${id}:${createdAt.getTime()}`,
    words: alertNoticeWords({
      about: product ? 'product' : windowFrom ? 'window' : 'supplier',
      names: product ? product.name : supplier.name,
      from: windowFrom?.getTime() ?? 0,
      to: windowTo?.getTime() ?? 0,
      path
    }),
    template: (words, locale, siteUrl) => alertTemplate(words, locale, siteUrl, tx.now()),
    path,
    tag: `alert-${id}`,
    channel,
    expiresAt: new Date(Math.min(tx.now() + USEFUL_MS, windowFrom?.getTime() ?? Infinity))
  })
}
