import { desc, eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

const MOST = 50

export interface KeptMessage {
  id: number
  channel: 'sms' | 'email'
  recipient: string
  subject: string
  body: string
  createdAt: Date
}

/** The newest 50 messages that a visitor's own requests caused; of nobody, none. */
export const ownMessages = async (ctx: Pick<Context, 'db'>, anonymousId: string): Promise<KeptMessage[]> => {
  if (anonymousId === '') return []
  const { messages } = schema
  const { id, channel, recipient, subject, body, createdAt } = messages
  return ctx.db
    .select({ id, channel, recipient, subject, body, createdAt })
    .from(messages)
    .where(eq(messages.anonymousId, anonymousId))
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(MOST)
}
