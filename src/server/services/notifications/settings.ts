import { eq, inArray } from 'drizzle-orm'
import type { NotificationSettings, SettingsChange } from '#contract/notifications/calls.ts'
import {
  CHANNEL,
  NOTIFICATION_TOPICS,
  channelsReaching,
  defaultChannels,
  type Channel,
  type NotificationTopic,
  type Reachable
} from '#domain/notifications.ts'
import { maskContact } from '#domain/phone.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'

type ChannelsByTopic = Record<NotificationTopic, readonly Channel[]>

type Contacts = Pick<typeof schema.users.$inferSelect, 'email' | 'emailVerified' | 'phone' | 'phoneVerified'>
const reachableOf = ({ email, emailVerified, phone, phoneVerified }: Contacts): Reachable => ({
  email: email !== null && emailVerified,
  phone: phone !== null && phoneVerified
})

/** Returns the chosen channels that still reach the person; if none of them does, the topic's defaults. */
const channelsFor = (topic: NotificationTopic, chosen: readonly number[] | undefined, reachable: Reachable): readonly Channel[] => {
  const reaching = channelsReaching(topic, reachable).filter((channel) => chosen?.includes(channel))
  return chosen && (chosen.length === 0 || reaching.length > 0) ? reaching : defaultChannels(topic, reachable)
}

/** Returns the channels of several people by topic; defaults for people who chose nothing. */
export const channelsOf = async (ctx: Pick<Context, 'db'>, userIds: readonly number[]): Promise<(userId: number) => ChannelsByTopic> => {
  const { notificationSettings, users } = schema
  const ids = [...userIds]
  if (ids.length === 0) return () => channelsByTopic([], UNREACHABLE)
  const rows = await ctx.db.select().from(notificationSettings).where(inArray(notificationSettings.userId, ids))
  const people = await ctx.db.select().from(users).where(inArray(users.id, ids))
  const reachable = new Map(people.map((person) => [person.id, reachableOf(person)]))
  return (userId) =>
    channelsByTopic(
      rows.filter((row) => row.userId === userId),
      reachable.get(userId) ?? UNREACHABLE
    )
}

const UNREACHABLE: Reachable = { email: false, phone: false }

const channelsByTopic = (
  rows: readonly { topic: NotificationTopic; channels: readonly number[] }[],
  reachable: Reachable
): ChannelsByTopic => {
  const of = (topic: NotificationTopic) => channelsFor(topic, rows.find((row) => row.topic === topic)?.channels, reachable)
  return { confirmation: of('confirmation'), status: of('status'), news: of('news') }
}

const readPerson = async (ctx: Context) => {
  const { userId } = requireUser(ctx)
  const [person] = await ctx.db.select().from(schema.users).where(eq(schema.users.id, userId))
  if (!person) throw fail('UNAUTHORIZED')
  return person
}

/** Returns the caller's channels by topic. */
export const readSettings = async (ctx: Context): Promise<NotificationSettings> => {
  const person = await readPerson(ctx)
  const reachable = reachableOf(person)
  const chosen = (await channelsOf(ctx, [person.id]))(person.id)
  const proven = (contact: string | null, isProven: boolean): string | null => (contact && isProven ? maskContact(contact) : null)
  return {
    topics: NOTIFICATION_TOPICS.map((topic) => ({
      topic,
      channels: chosen[topic].length > 0 ? [...chosen[topic]] : [CHANNEL.NONE],
      allowed: channelsReaching(topic, reachable)
    })),
    promotionalInfo: person.promotionalInfo,
    email: proven(person.email, reachable.email),
    phone: proven(person.phone, reachable.phone),
    pushKey: await ctx.adapters.push.publicKey()
  }
}

/**
 * Changes the named topics. NOTIFICATION_CHANNEL_NOT_FOUND (the topic) for a channel that is unknown, not allowed for the topic, or whose
 * contact is missing or not verified.
 */
export const changeSettings = async (ctx: Context, change: SettingsChange): Promise<NotificationSettings> => {
  const person = await readPerson(ctx)
  const userId = person.id
  const changes = NOTIFICATION_TOPICS.flatMap((topic) => {
    const channels = change[topic]
    return channels === undefined ? [] : [{ userId, topic, channels: checked(topic, channels, reachableOf(person)) }]
  })
  await withTransaction(ctx, async (tx) => {
    const { notificationSettings, users } = schema
    for (const row of changes) {
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

/** [99] means none and must be the only value. */
const checked = (topic: NotificationTopic, channels: readonly number[], reachable: Reachable): number[] => {
  const unique = [...new Set(channels)].sort((a, b) => a - b)
  if (unique.length === 1 && unique[0] === CHANNEL.NONE) return []
  const allowed: readonly number[] = channelsReaching(topic, reachable)
  if (!unique.every((channel) => allowed.includes(channel))) throw fail('NOTIFICATION_CHANNEL_NOT_FOUND', { field: topic })
  return unique
}
