import { createHmac, timingSafeEqual } from 'node:crypto'
import type { NotificationTopic } from '#domain/notifications.ts'
import type { Context } from '#server/context.ts'
import { keysOf } from '#server/services/core/keys.ts'

type LinkContext = Pick<Context, 'cache' | 'config' | 'db'>

/** Mails that somebody may not want, by the kind they are kept under; codes, confirmations and what concerns the account must be sent. */
const TOPICS: Readonly<Record<string, NotificationTopic>> = { news: 'news', status: 'status' }

const signatureOf = async (ctx: LinkContext, userId: number, topic: NotificationTopic): Promise<Buffer> =>
  createHmac('sha256', (await keysOf(ctx)).unsubscribe)
    .update(`${userId} ${topic}`)
    .digest()

/** Where the reader's mail program asks for no more of a kind (RFC 8058); null for mails that are always sent. Works for ever and for nothing else. */
export const unsubscribeAddress = async (
  ctx: LinkContext,
  { kind, userId }: { kind: string; userId: number | null }
): Promise<string | null> => {
  const topic = Object.hasOwn(TOPICS, kind) ? TOPICS[kind] : undefined
  if (!topic || userId === null) return null
  const signature = await signatureOf(ctx, userId, topic)
  return `${ctx.config.SITE_URL}/api/notifications/unsubscribe/${userId}.${topic}.${signature.toString('base64url')}`
}

/** Whose mails of which topic a link ends; null: the token is none of ours. */
export const readUnsubscribeToken = async (
  ctx: LinkContext,
  token: string
): Promise<{ userId: number; topic: NotificationTopic } | null> => {
  const [id = '', name = '', signature = ''] = token.split('.')
  const topic = Object.values(TOPICS).find((one) => one === name)
  const userId = Number(id)
  if (!topic || !/^[1-9]\d{0,9}$/.test(id)) return null
  const [given, right] = [Buffer.from(signature, 'base64url'), await signatureOf(ctx, userId, topic)]
  return given.length === right.length && timingSafeEqual(given, right) ? { userId, topic } : null
}
