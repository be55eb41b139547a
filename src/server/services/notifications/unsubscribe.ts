import { eq } from 'drizzle-orm'
import { CHANNEL } from '#domain/notifications.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { readUnsubscribeToken } from '#server/services/messages/unsubscribe-link.ts'
import { channelsOf } from './settings.ts'

/** Ends the mails of a topic; other channels stay. Returns false when the token is invalid. */
export const unsubscribe = async (ctx: Pick<Context, 'cache' | 'config' | 'db'>, token: string): Promise<boolean> => {
  const link = await readUnsubscribeToken(ctx, token)
  if (!link) return false
  const { userId, topic } = link
  const { notificationSettings, users } = schema
  const [person] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, userId))
  if (!person) return true
  const channels = (await channelsOf(ctx, [userId]))(userId)[topic].filter((channel) => channel !== CHANNEL.EMAIL)
  await ctx.db
    .insert(notificationSettings)
    .values({ userId, topic, channels })
    .onConflictDoUpdate({ target: [notificationSettings.userId, notificationSettings.topic], set: { channels } })
  return true
}
