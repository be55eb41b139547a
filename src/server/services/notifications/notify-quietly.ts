import { CHANNEL, type Channel, type NotificationKind } from '#domain/notifications.ts'
import type { Locale } from '#domain/locale.ts'
import { NOTIFICATION_STATUS } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { MessageTemplate } from '#server/services/messages/message-template.ts'
import type { StoredWords } from './notification-words.ts'
import { notify, quietly, readAddressees, type Addressee, type Notice } from './notify.ts'
import { channelsOf } from './settings.ts'

interface QuietNotice extends Pick<Notice, 'path' | 'tag' | 'expiresAt'> {
  kind: NotificationKind
  /** What it is about: a person is notified of it once. */
  subject: string
  words: StoredWords
  /** The channel that was asked for; those of confirmations when it does not reach the person any more, and by default. */
  channel?: Channel
  template: (words: StoredWords, locale: Locale, siteUrl: string) => MessageTemplate
}

/**
 * Notifies a person of what they have with the shop, in the shop, by push and by mail. Returns false for an account that is deactivated.
 */
export const notifyQuietly = async (
  tx: Context,
  userId: number,
  { kind, subject, words, template, channel, ...notice }: QuietNotice
): Promise<boolean> => {
  const person = (await readAddressees(tx, [userId])).get(userId)
  if (!person) return false
  const channelsFor = await channelsOf(tx, [userId])
  await tx.db
    .insert(schema.notifications)
    .values({ userId, kind, subject, status: NOTIFICATION_STATUS.NEW, words, createdAt: new Date(tx.now()) })
    .onConflictDoNothing()
  await notify(tx, person, {
    ...notice,
    template: template(words, person.locale, tx.config.SITE_URL),
    channels: channel !== undefined && isReached(person, channel) ? new Set([channel]) : quietly(channelsFor(userId).confirmation)
  })
  return true
}

const isReached = ({ email, phone, browsers }: Addressee, channel: Channel): boolean =>
  channel === CHANNEL.EMAIL ? email !== null : channel === CHANNEL.PUSH ? browsers.length > 0 : phone !== null
