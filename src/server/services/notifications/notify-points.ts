import { NOTIFICATION_STATUS } from '#domain/order-status.ts'
import { toAmd, type Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { POINTS_PATH, pointsNoticeWords, pointsTemplate } from './notification-words.ts'
import { notify, quietly, readAddressees } from './notify.ts'
import { channelsOf } from './settings.ts'

/** Tells a person that points expire soon: in the shop, by push and by mail. */
export const notifyExpiring = async (tx: Context, userId: number, { amount, until }: { amount: Amount; until: Date }): Promise<void> => {
  const person = (await readAddressees(tx, [userId])).get(userId)
  if (!person) return
  const channelsFor = await channelsOf(tx, [userId])
  const words = pointsNoticeWords({ amount: toAmd(amount), until: until.getTime() })
  const subject = `points:${until.toISOString()}`
  await tx.db
    .insert(schema.notifications)
    .values({ userId, kind: 'points', subject, status: NOTIFICATION_STATUS.NEW, words, createdAt: new Date(tx.now()) })
    .onConflictDoNothing()
  await notify(tx, person, {
    template: pointsTemplate(words, person.locale, tx.config.SITE_URL),
    channels: quietly(channelsFor(userId).confirmation),
    path: POINTS_PATH,
    tag: 'points',
    expiresAt: until
  })
}
