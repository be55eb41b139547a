import { createHmac, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { CHANNEL, type NotificationTopic } from '#domain/notifications.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { keysOf } from '#server/services/auth/secret.ts'
import { channelsOf } from './settings.ts'

type Asked = Pick<Context, 'db' | 'config'>

/** Mails that somebody may not want, by the kind they are kept under; codes, confirmations and what concerns the account must be sent. */
const TOPICS: Readonly<Record<string, NotificationTopic>> = { news: 'news', status: 'status' }

const signatureOf = async (ctx: Asked, userId: number, topic: NotificationTopic): Promise<Buffer> =>
  createHmac('sha256', (await keysOf(ctx)).unsubscribe)
    .update(`${userId} ${topic}`)
    .digest()

/** Where the reader's mail program asks for no more of a kind (RFC 8058); null for mails that are always sent. Works for ever and for nothing else. */
export const unsubscribeAddress = async (ctx: Asked, { kind, userId }: { kind: string; userId: number | null }): Promise<string | null> => {
  const topic = Object.hasOwn(TOPICS, kind) ? TOPICS[kind] : undefined
  if (!topic || userId === null) return null
  const signature = await signatureOf(ctx, userId, topic)
  return `${ctx.config.SITE_URL}/api/notifications/unsubscribe/${userId}.${topic}.${signature.toString('base64url')}`
}

/** Ends the mails of a topic; the other channels stay. False: the token is none of ours. */
export const unsubscribe = async (ctx: Asked, token: string): Promise<boolean> => {
  const [id = '', name = '', signature = ''] = token.split('.')
  const topic = Object.values(TOPICS).find((one) => one === name)
  const userId = Number(id)
  if (!topic || !/^[1-9]\d{0,9}$/.test(id)) return false
  const [given, right] = [Buffer.from(signature, 'base64url'), await signatureOf(ctx, userId, topic)]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return false
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
