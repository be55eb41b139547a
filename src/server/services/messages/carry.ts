import { and, eq, isNull } from 'drizzle-orm'
import { DeliveryRefused, SubscriptionGone } from '#server/adapters/delivery.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { MessageRow } from './claim.ts'
import { unsubscribeAddress } from './unsubscribe-link.ts'

const DAY_SECONDS = 86_400

/** Sends a message through the adapter of its channel and returns the vendor's reference. Must run without locks. */
export const deliver = async (ctx: Context, message: MessageRow): Promise<string | null> => {
  const { key, recipient: to, subject, body: text, html } = message
  const { email, sms } = ctx.adapters
  if (message.channel === 'email') {
    const unsubscribe = await unsubscribeAddress(ctx, message)
    return (await email.send({ key, to, subject, text, html, unsubscribe })).ref
  }
  if (message.channel === 'sms') return (await sms.send({ key, to, text, ttlSeconds: ttlOf(ctx, message) })).ref
  await deliverPush(ctx, message)
  return null
}

const ttlOf = (ctx: Context, { expiresAt }: MessageRow): number =>
  expiresAt ? Math.max(1, Math.floor((expiresAt.getTime() - ctx.now()) / 1000)) : DAY_SECONDS

/** Sends to one browser; deletes the subscription when the browser is permanently gone. */
const deliverPush = async (ctx: Context, message: MessageRow): Promise<void> => {
  const { pushSubscriptions, sessions } = schema
  const id = Number(message.recipient)
  const { endpoint, p256dh, auth, userId } = pushSubscriptions
  const [target] = await ctx.db
    .select({ endpoint, p256dh, auth, userId })
    .from(pushSubscriptions)
    .innerJoin(sessions, and(eq(sessions.id, pushSubscriptions.sessionId), isNull(sessions.endedAt)))
    .where(eq(pushSubscriptions.id, id))
  if (!target || target.userId !== message.userId) throw new DeliveryRefused('the browser no longer wants them')
  try {
    await ctx.adapters.push.send({
      target,
      payload: message.body,
      ttlSeconds: ttlOf(ctx, message),
      topic: message.key.replaceAll('-', '')
    })
  } catch (cause) {
    if (!(cause instanceof SubscriptionGone)) throw cause
    await ctx.db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id))
    throw new DeliveryRefused('the browser is gone')
  }
}
