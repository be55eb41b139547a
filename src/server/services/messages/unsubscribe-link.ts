import { createHmac, timingSafeEqual } from 'node:crypto'
import type { NotificationTopic } from '#domain/notifications.ts'
import type { Context } from '#server/context.ts'
import { keysOf } from '#server/services/core/keys.ts'

type LinkContext = Pick<Context, 'cache' | 'config' | 'db'>

/** Optional mails by the kind they are stored under; codes, confirmations and account mails are mandatory. */
const TOPICS: Readonly<Record<string, NotificationTopic>> = { news: 'news', status: 'status' }

const signatureOf = async (ctx: LinkContext, userId: number, topic: NotificationTopic): Promise<Buffer> =>
  createHmac('sha256', (await keysOf(ctx)).unsubscribe)
    .update(`${userId} ${topic}`)
    .digest()

/**
 * Returns the address where the reader's mail program unsubscribes from a topic (RFC 8058); null for mandatory mails. It never expires and
 * does nothing else.
 */
export const unsubscribeAddress = async (
  ctx: LinkContext,
  { kind, userId }: { kind: string; userId: number | null }
): Promise<string | null> => {
  const topic = Object.hasOwn(TOPICS, kind) ? TOPICS[kind] : undefined
  if (!topic || userId === null) return null
  const signature = await signatureOf(ctx, userId, topic)
  return `${ctx.config.SITE_URL}/api/notifications/unsubscribe/${userId}.${topic}.${signature.toString('base64url')}`
}

/** Returns whose mails of which topic a link ends; null when the token is invalid. */
export const readUnsubscribeToken = async (
  ctx: LinkContext,
  token: string
): Promise<{ userId: number; topic: NotificationTopic } | null> => {
  const [id = '', name = '', signature = ''] = token.split('.')
  const topic = Object.values(TOPICS).find((candidate) => candidate === name)
  const userId = Number(id)
  if (!topic || !/^[1-9]\d{0,9}$/.test(id)) return null
  const [received, expected] = [Buffer.from(signature, 'base64url'), await signatureOf(ctx, userId, topic)]
  return received.length === expected.length && timingSafeEqual(received, expected) ? { userId, topic } : null
}
