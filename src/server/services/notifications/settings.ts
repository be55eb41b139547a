import { eq, inArray } from 'drizzle-orm'
import type { NotificationSettings, SettingsChange } from '#contract/notifications.ts'
import {
  CHANNEL,
  NOTIFICATION_TOPICS,
  TOPIC_CHANNELS,
  TOPIC_DEFAULTS,
  type Channel,
  type NotificationTopic
} from '#domain/notifications.ts'
import { maskContact } from '#domain/phone.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'

type Chosen = Record<NotificationTopic, readonly Channel[]>

/** Channels of several people by topic; who chose nothing has the topic's own. */
export const channelsOf = async (ctx: Pick<Context, 'db'>, userIds: readonly number[]): Promise<(userId: number) => Chosen> => {
  const { notificationSettings } = schema
  const rows =
    userIds.length === 0
      ? []
      : await ctx.db
          .select()
          .from(notificationSettings)
          .where(inArray(notificationSettings.userId, [...userIds]))
  const chosen = new Map<number, Partial<Chosen>>()
  for (const { userId, topic, channels } of rows) {
    const known = channels.flatMap((number) => TOPIC_CHANNELS[topic].filter((channel) => channel === number))
    chosen.set(userId, { ...chosen.get(userId), [topic]: known })
  }
  return (userId) => ({ ...TOPIC_DEFAULTS, ...chosen.get(userId) })
}

/** By which channels the caller is told about what. */
export const readSettings = async (ctx: Context): Promise<NotificationSettings> => {
  const { userId } = requireUser(ctx)
  const { users } = schema
  const [person] = await ctx.db.select().from(users).where(eq(users.id, userId))
  if (!person) throw fail('UNAUTHORIZED')
  const chosen = (await channelsOf(ctx, [userId]))(userId)
  const proven = (contact: string | null, isProven: boolean): string | null => (contact && isProven ? maskContact(contact) : null)
  return {
    topics: NOTIFICATION_TOPICS.map((topic) => ({
      topic,
      channels: chosen[topic].length > 0 ? [...chosen[topic]] : [CHANNEL.NONE],
      allowed: [...TOPIC_CHANNELS[topic]]
    })),
    promotionalInfo: person.promotionalInfo,
    email: proven(person.email, person.emailVerified),
    phone: proven(person.phone, person.phoneVerified),
    pushKey: await ctx.adapters.push.publicKey()
  }
}

/** Changes the named topics. NOTIFICATION_CHANNEL_NOT_FOUND (the topic) for a channel that is none, or that it may not have. */
export const changeSettings = async (ctx: Context, change: SettingsChange): Promise<NotificationSettings> => {
  const { userId } = requireUser(ctx)
  const wanted = NOTIFICATION_TOPICS.flatMap((topic) => {
    const channels = change[topic]
    return channels === undefined ? [] : [{ userId, topic, channels: checked(topic, channels) }]
  })
  await withTransaction(ctx, async (tx) => {
    const { notificationSettings, users } = schema
    for (const row of wanted) {
      await tx.db
        .insert(notificationSettings)
        .values(row)
        .onConflictDoUpdate({ target: [notificationSettings.userId, notificationSettings.topic], set: { channels: row.channels } })
    }
    const { promotionalInfo } = change
    if (promotionalInfo !== undefined) await tx.db.update(users).set({ promotionalInfo }).where(eq(users.id, userId))
  })
  return readSettings(ctx)
}

/** [99] is none, and stands alone. */
const checked = (topic: NotificationTopic, channels: readonly number[]): number[] => {
  const given = [...new Set(channels)].sort((a, b) => a - b)
  if (given.length === 1 && given[0] === CHANNEL.NONE) return []
  const allowed: readonly number[] = TOPIC_CHANNELS[topic]
  if (!given.every((channel) => allowed.includes(channel))) throw fail('NOTIFICATION_CHANNEL_NOT_FOUND', { field: topic })
  return given
}
