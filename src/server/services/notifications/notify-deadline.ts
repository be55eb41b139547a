import { eq } from 'drizzle-orm'
import { CHANNEL } from '#domain/notifications.ts'
import { NOTIFICATION_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { Group } from '#server/services/baskets/group/read-group.ts'
import { deadlineNoticeWords, deadlineTemplate, groupLink } from './notification-words.ts'
import { withoutCalls } from './notify-refunds.ts'
import { notify, readAddressees } from './notify.ts'
import { channelsOf } from './settings.ts'

/** Reminds members of a group order who are not ready when its list closes. */
export const notifyDeadline = async (tx: Context, group: Group): Promise<void> => {
  const { notifications, suppliers } = schema
  const { hash, deadline, initiatorId } = group
  const [supplier] = await tx.db.select({ alias: suppliers.alias }).from(suppliers).where(eq(suppliers.id, group.supplierId))
  if (!supplier || !deadline) return
  const ids = group.members.filter(({ ready, userId }) => !ready && userId !== initiatorId).map(({ userId }) => userId)
  const [people, channelsFor] = [await readAddressees(tx, ids), await channelsOf(tx, ids)]
  const words = deadlineNoticeWords({ until: deadline.getTime(), alias: supplier.alias, hash })
  for (const [userId, person] of people) {
    await tx.db
      .insert(notifications)
      .values({ userId, kind: 'deadline', subject: hash, status: NOTIFICATION_STATUS.NEW, words, createdAt: new Date(tx.now()) })
      .onConflictDoNothing()
    await notify(tx, person, {
      template: deadlineTemplate(words, person.locale, tx.config.SITE_URL),
      // Ten minutes before lunch nobody is called or written an SMS that costs more than the news is worth.
      channels: new Set([...withoutCalls(channelsFor(userId).confirmation)].filter((channel) => channel !== CHANNEL.SMS)),
      path: groupLink(words),
      tag: `deadline-${group.id}`,
      expiresAt: deadline
    })
  }
}
