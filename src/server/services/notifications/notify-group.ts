import { eq } from 'drizzle-orm'
import type { NotificationKind } from '#domain/notifications.ts'
import type { Locale } from '#domain/locale.ts'
import { NOTIFICATION_STATUS } from '#domain/order-status.ts'
import { COLLECTING_MS } from '#domain/orders/group-order.ts'
import { MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { Group } from '#server/services/baskets/group/read-group.ts'
import type { MessageTemplate } from '#server/services/messages/message-template.ts'
import {
  deadlineNoticeWords,
  deadlineTemplate,
  groupLink,
  invitationNoticeWords,
  invitationTemplate,
  reminderNoticeWords,
  reminderTemplate,
  type StoredWords
} from './notification-words.ts'
import { notify, quietly, readAddressees } from './notify.ts'
import { channelsOf } from './settings.ts'

interface GroupNotice {
  kind: Extract<NotificationKind, 'deadline' | 'invitation' | 'reminder'>
  hash: string
  /** Tells it from others of its kind about the same group order. */
  at?: number
  words: StoredWords
  templateOf: (stored: StoredWords, locale: Locale, siteUrl: string) => MessageTemplate
  expiresAt: Date
}

/** Notifies people about a group order, once each: in the shop, by push and by mail. Nobody is called, or sent an SMS, about a lunch. */
const notifyEach = async (tx: Context, userIds: readonly number[], notice: GroupNotice): Promise<void> => {
  const { kind, hash, at, words, templateOf, expiresAt } = notice
  const subject = at === undefined ? hash : `${hash}:${at}`
  const { notifications } = schema
  const [people, channelsFor] = [await readAddressees(tx, userIds), await channelsOf(tx, userIds)]
  for (const [userId, person] of people) {
    const inserted = await tx.db
      .insert(notifications)
      .values({ userId, kind, subject, status: NOTIFICATION_STATUS.NEW, words, createdAt: new Date(tx.now()) })
      .onConflictDoNothing()
      .returning({ id: notifications.id })
    if (inserted.length === 0) continue
    await notify(tx, person, {
      template: templateOf(words, person.locale, tx.config.SITE_URL),
      channels: quietly(channelsFor(userId).confirmation),
      path: groupLink(words),
      tag: `${kind}-${hash}`,
      expiresAt
    })
  }
}

/** Reminds members of a group order who are not ready when its list closes. */
export const notifyDeadline = async (tx: Context, { hash, supplierId, deadline, initiatorId, members }: Group): Promise<void> => {
  const { suppliers } = schema
  const [supplier] = await tx.db.select({ alias: suppliers.alias }).from(suppliers).where(eq(suppliers.id, supplierId))
  if (!supplier || !deadline) return
  const waiting = members.filter(({ ready, userId }) => !ready && userId !== initiatorId).map(({ userId }) => userId)
  const words = deadlineNoticeWords({ until: deadline.getTime(), alias: supplier.alias, hash })
  await notifyEach(tx, waiting, { kind: 'deadline', hash, words, templateOf: deadlineTemplate, expiresAt: deadline })
}

/** The initiator (`name`) waits for people to choose, or to pay. Once a minute and person. */
export const notifyReminded = async (
  tx: Context,
  userIds: readonly number[],
  { group, name }: { group: Group; name: string }
): Promise<void> => {
  const { suppliers } = schema
  const { hash, supplierId, state } = group
  const [supplier] = await tx.db.select({ alias: suppliers.alias }).from(suppliers).where(eq(suppliers.id, supplierId))
  if (!supplier) return
  const words = reminderNoticeWords({ name, alias: supplier.alias, hash, to: state === 'collecting' ? 'pay' : 'choose' })
  const at = Math.floor(tx.now() / MINUTE)
  await notifyEach(tx, userIds, {
    kind: 'reminder',
    hash,
    at,
    words,
    templateOf: reminderTemplate,
    expiresAt: new Date(tx.now() + COLLECTING_MS)
  })
}

/** Invites people who have ordered together before; `name`: as the inviter is called in the group order. */
export const notifyInvited = (
  tx: Context,
  userIds: readonly number[],
  { name, hash, alias, expiresAt }: { name: string; hash: string; alias: string; expiresAt: Date }
): Promise<void> =>
  notifyEach(tx, userIds, {
    ...{ kind: 'invitation', hash, expiresAt, templateOf: invitationTemplate },
    words: invitationNoticeWords({ name, alias, hash })
  })
