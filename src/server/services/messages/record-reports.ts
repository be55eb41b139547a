import { createHash, timingSafeEqual } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether a caller knows the address that was entered at the gateway; takes as long for every wrong one. */
export const isReportKey = ({ SMS_REPORT_KEY }: Config, given: string): boolean =>
  SMS_REPORT_KEY !== undefined && timingSafeEqual(digest(given), digest(SMS_REPORT_KEY))

/**
 * Takes a gateway's delivery reports in, as often as it likes to send them. What was taken over and never arrived becomes a dead letter; it
 * is not sent again by itself, because the gateway has answered for it. Answers how many messages changed.
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
