import { and, count, desc, eq, inArray, isNull, lte } from 'drizzle-orm'
import type { Notification } from '#contract/notifications/calls.ts'
import type { Page } from '#contract/endpoint.ts'
import { GIFT_CARDS_PATH } from '#domain/gift-cards/gift-card.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import {
  alertPath,
  alertTemplate,
  bookingTemplate,
  BOOKINGS_PATH,
  campaignTemplate,
  deadlineTemplate,
  campaignPath,
  invitationTemplate,
  invoicePath,
  invoiceTemplate,
  loweredTemplate,
  orderTemplate,
  freeDeliveryTemplate,
  orderPath,
  payoutTemplate,
  refundTemplate,
  reminderTemplate,
  POINTS_PATH,
  pointsTemplate,
  prizeTemplate,
  groupLink,
  shareTemplate,
  ticketTemplate,
  shortWords
} from './notification-words.ts'
import { giftCardNewsPath, giftCardNewsTemplate, giftCardTemplate, unreachableTemplate } from './gift-card-words.ts'

const { notifications } = schema

/** Returns the caller's notifications, newest first. */
export const listNotifications = async (
  ctx: Context,
  { skip, take }: { skip: number; take: number }
): Promise<Page<Notification> & { unreadCount: number }> => {
  const { userId } = requireUser(ctx)
  const ownedByCaller = eq(notifications.userId, userId)
  const rows = await ctx.db.select().from(notifications).where(ownedByCaller).orderBy(desc(notifications.id)).limit(take).offset(skip)
  const [total] = await ctx.db.select({ count: count() }).from(notifications).where(ownedByCaller)
  return {
    items: rows.map((row) => presentNotification(ctx, row)),
    totalCount: total?.count ?? 0,
    unreadCount: await countUnread(ctx, userId)
  }
}

/** Marks the given notifications of the caller as read, or all up to an id; ids of other people are ignored. */
export const markRead = async (
  ctx: Context,
  { ids, upTo }: { ids?: number[] | undefined; upTo?: number | undefined }
): Promise<{ unreadCount: number }> => {
  const { userId } = requireUser(ctx)
  const conditions = [
    ...(ids?.length ? [inArray(notifications.id, ids)] : []),
    ...(upTo === undefined ? [] : [lte(notifications.id, upTo)])
  ]
  for (const condition of conditions) {
    await ctx.db
      .update(notifications)
      .set({ readAt: new Date(ctx.now()) })
      .where(and(eq(notifications.userId, userId), isNull(notifications.readAt), condition))
  }
  return { unreadCount: await countUnread(ctx, userId) }
}

const countUnread = async (ctx: Context, userId: number): Promise<number> => {
  const [row] = await ctx.db
    .select({ count: count() })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt)))
  return row?.count ?? 0
}

type Row = typeof notifications.$inferSelect

const presentNotification = (ctx: Context, row: Row): Notification => {
  const { id, kind, status, createdAt, readAt } = row
  const { template, path } = templateOf(ctx, row)
  return { id, kind, status, ...shortWords(ctx.locale, template), path, createdAt: toIso(createdAt.getTime()), isRead: readAt !== null }
}

const templateOf = ({ locale, config: { SITE_URL }, now }: Context, { kind, subject, words }: Row) => {
  if (kind === 'order') return { template: orderTemplate(subject, words, locale, SITE_URL, now()), path: orderPath(subject) }
  if (kind === 'delayed' || kind === 'question' || kind === 'claim') {
    const [number = ''] = subject.split(':')
    return { template: orderTemplate(number, words, locale, SITE_URL, now()), path: orderPath(number) }
  }
  if (kind === 'payout') return { template: payoutTemplate(words, locale, SITE_URL), path: orderPath(words['number'] ?? '') }
  if (kind === 'refund') return { template: refundTemplate(words, locale, SITE_URL), path: orderPath(words['number'] ?? '') }
  if (kind === 'lowered') return { template: loweredTemplate(words, locale, SITE_URL), path: orderPath(words['number'] ?? '') }
  if (kind === 'share') return { template: shareTemplate(words, locale, SITE_URL), path: groupLink(words) }
  if (kind === 'deadline') return { template: deadlineTemplate(words, locale, SITE_URL), path: groupLink(words) }
  if (kind === 'invitation') return { template: invitationTemplate(words, locale, SITE_URL), path: groupLink(words) }
  if (kind === 'reminder') return { template: reminderTemplate(words, locale, SITE_URL), path: groupLink(words) }
  if (kind === 'points') return { template: pointsTemplate(words, locale, SITE_URL), path: POINTS_PATH }
  if (kind === 'freeDelivery') return { template: freeDeliveryTemplate(words, locale, SITE_URL), path: POINTS_PATH }
  if (kind === 'giftCard') return { template: giftCardTemplate(words, locale, SITE_URL), path: GIFT_CARDS_PATH }
  if (kind === 'giftCardNews') return { template: giftCardNewsTemplate(words, locale, SITE_URL), path: giftCardNewsPath(words) }
  if (kind === 'giftCardUnreachable') return { template: unreachableTemplate(words, locale, SITE_URL), path: GIFT_CARDS_PATH }
  if (kind === 'ticket') return { template: ticketTemplate(words, locale, SITE_URL, now()), path: orderPath(words['number'] ?? '') }
  if (kind === 'prize') return { template: prizeTemplate(words, locale, SITE_URL), path: GIFT_CARDS_PATH }
  if (kind === 'booking') return { template: bookingTemplate(words, locale, SITE_URL, now()), path: BOOKINGS_PATH }
  if (kind === 'alert') return { template: alertTemplate(words, locale, SITE_URL, now()), path: alertPath(words) }
  if (kind === 'invoice') return { template: invoiceTemplate(words, locale, SITE_URL), path: invoicePath(words['number'] ?? '') }
  return { template: campaignTemplate(subject, words, locale, SITE_URL), path: campaignPath(subject) }
}
