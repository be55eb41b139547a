import { createHash, timingSafeEqual } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Returns whether the key of the gateway's address is right, in constant time. */
export const isReportKey = ({ SMS_REPORT_KEY }: Config, given: string): boolean =>
  SMS_REPORT_KEY !== undefined && timingSafeEqual(digest(given), digest(SMS_REPORT_KEY))

/**
 * Records a gateway's delivery reports; repeated reports are harmless. An accepted message that was not delivered becomes a dead letter; it
 * is not resent automatically, because the gateway has given its final answer. Returns how many messages changed.
 */
export const recordReports = async (ctx: Pick<Context, 'db' | 'adapters'>, body: unknown): Promise<number> => {
  const { messages } = schema
  let lost = 0
  for (const { ref, arrived } of ctx.adapters.sms.readReports(body).slice(0, 1_000)) {
    if (arrived) continue
    const marked = await ctx.db
      .update(messages)
      .set({ state: 'undelivered', reason: 'taken over, never arrived' })
      .where(and(eq(messages.vendorRef, ref), eq(messages.channel, 'sms'), eq(messages.state, 'sent')))
      .returning({ id: messages.id })
    lost += marked.length
  }
  return lost
}

/**
 * Records mails that came back after a server had taken them, by their keys: they become dead letters. Returns how many; one that is known
 * already, or was never sent, is none.
 */
export const recordBounces = async (ctx: Pick<Context, 'db'>, keys: readonly string[]): Promise<number> => {
  const { messages } = schema
  const marked = await ctx.db
    .update(messages)
    .set({ state: 'undelivered', reason: 'came back' })
    .where(and(inArray(messages.key, [...keys]), eq(messages.channel, 'email'), eq(messages.state, 'sent')))
    .returning({ id: messages.id })
  return marked.length
}
