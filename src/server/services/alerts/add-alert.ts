import { and, count, eq, gt, isNull } from 'drizzle-orm'
import type { Alert, NewAlert } from '#contract/alerts/calls.ts'
import { ALERT_CHANNELS, ALERT_MS, MAX_ALERTS } from '#domain/alerts/alert.ts'
import { windowAt, windowsOfDay, type BookingWindow } from '#domain/bookings/windows.ts'
import { CHANNEL, type Channel } from '#domain/notifications.ts'
import { MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { findSupplier } from '#server/services/catalogue/read-supplier.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { readSettings } from '#server/services/notifications/settings.ts'
import { readAlerts } from './list-alerts.ts'

const { alerts, products, users } = schema

type Asked = { [F in keyof NewAlert]?: NewAlert[F] | undefined }
interface Target {
  supplierId: number
  productId: number | null
  windowFrom: Date | null
  windowTo: Date | null
  expiresAt: Date
}

/**
 * Adds an alert of the caller, or changes the channel of the one that waits for the same. ARTICLE_NOT_FOUND, SUPPLIER_NOT_FOUND, FORBIDDEN
 * (adults only), DELIVERY_TIME_UNAVAILABLE for what is no window to come; NOTIFICATION_CHANNEL_NOT_FOUND (channel); BAD_REQUEST (alerts)
 * beyond the limit.
 */
export const addAlert = async (ctx: Context, asked: Asked): Promise<Alert> => {
  const { userId } = requireUser(ctx)
  const target = await targetOf(ctx, asked)
  const channel = await channelOf(ctx, asked.channel)
  const createdAt = new Date(ctx.now())
  const id = await withTransaction(ctx, async (tx) => {
    // One at a time for a person, so that the count is exact.
    await tx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    const [row] = await tx.db
      .insert(alerts)
      .values({ userId, ...target, channel, createdAt })
      .onConflictDoUpdate({
        target: [alerts.userId, alerts.supplierId, alerts.productId, alerts.windowFrom],
        set: { channel, createdAt, expiresAt: target.expiresAt, toldAt: null }
      })
      .returning({ id: alerts.id })
    const [waiting] = await tx.db
      .select({ count: count() })
      .from(alerts)
      .where(and(eq(alerts.userId, userId), isNull(alerts.toldAt), gt(alerts.expiresAt, createdAt)))
    if ((waiting?.count ?? 0) > MAX_ALERTS) throw fail('BAD_REQUEST', { field: 'alerts', allowed: { kind: 'full', max: MAX_ALERTS } })
    return row?.id ?? 0
  })
  const [added] = await readAlerts(ctx, userId, eq(alerts.id, id))
  if (!added) throw new Error(`alert ${id} was not found`)
  return added
}

const targetOf = async (ctx: Context, asked: Asked): Promise<Target> => {
  const { productId, supplierId, date, time } = asked
  const expiresAt = new Date(ctx.now() + ALERT_MS)
  if (productId !== undefined) {
    const [product] = await ctx.db
      .select({ supplierId: products.supplierId, adult: products.adult })
      .from(products)
      .where(and(eq(products.id, productId), isNull(products.withdrawnAt)))
    const { byId } = await ctx.directory.read()
    if (!product || !byId.has(product.supplierId)) throw fail('ARTICLE_NOT_FOUND', { field: 'productId' })
    if (product.adult && !ctx.isAdult) throw fail('FORBIDDEN', { field: 'isAdult' })
    return { supplierId: product.supplierId, productId, windowFrom: null, windowTo: null, expiresAt }
  }
  if (supplierId === undefined) throw fail('BAD_REQUEST', { field: 'productId', allowed: { kind: 'filled' } })
  const supplier = await findSupplier(ctx, { id: supplierId })
  if (date === undefined) return { supplierId, productId: null, windowFrom: null, windowTo: null, expiresAt }
  const { bookings: rules, branches } = supplier
  const windows = rules ? branches.flatMap(({ schedule }) => windowsOfDay(rules, schedule, date)) : []
  const window: BookingWindow | undefined = windowAt(windows, date, time ?? '')
  const until = window && window.from - (rules?.noticeMinutes ?? 0) * MINUTE
  if (!window || until === undefined || until <= ctx.now()) throw fail('DELIVERY_TIME_UNAVAILABLE', { field: 'time' })
  const [windowFrom, windowTo] = [new Date(window.from), new Date(window.to)]
  return { supplierId, productId: null, windowFrom, windowTo, expiresAt: new Date(Math.min(until, expiresAt.getTime())) }
}

/** Returns the channel that was asked for, else the person's own choice among those that cost nothing, else push. */
const channelOf = async (ctx: Context, asked: number | undefined): Promise<Channel> => {
  const { topics } = await readSettings(ctx)
  const of = (name: 'confirmation' | 'status') => topics.find(({ topic }) => topic === name)
  if (asked === undefined) return of('confirmation')?.channels.includes(CHANNEL.EMAIL) ? CHANNEL.EMAIL : CHANNEL.PUSH
  const channel = ALERT_CHANNELS.find((one) => one === asked)
  if (channel === undefined || !of('status')?.allowed.includes(channel)) throw fail('NOTIFICATION_CHANNEL_NOT_FOUND', { field: 'channel' })
  return channel
}
