import { and, desc, eq, inArray, or } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { MessageChannel } from '#server/db/schema/messages.ts'

const MAX = 50

export interface StoredMessage {
  id: number
  channel: MessageChannel
  recipient: string
  subject: string
  body: string
  /** True for messages with a code. */
  secret: boolean
  createdAt: Date
}
/** '' and null: no visitor, no person. */
export interface Visitor {
  anonymousId: string
  userId: number | null
}

/**
 * Returns the newest 50 simulated messages: those caused by the visitor's own requests and those of the signed-in person; codes only to
 * the browser that asked for them. Messages that were really sent are not kept for reading.
 */
export const ownMessages = async (
  { db, adapters }: Pick<Context, 'db' | 'adapters'>,
  { anonymousId, userId }: Visitor
): Promise<StoredMessage[]> => {
  const { messages } = schema
  const channels: MessageChannel[] = [
    ...(adapters.email.simulated ? (['email'] as const) : []),
    ...(adapters.sms.simulated ? (['sms', 'call'] as const) : [])
  ]
  const whose = [
    ...(anonymousId === '' ? [] : [eq(messages.anonymousId, anonymousId)]),
    ...(userId === null ? [] : [and(eq(messages.userId, userId), eq(messages.secret, false))])
  ]
  if (whose.length === 0 || channels.length === 0) return []
  const { id, channel, recipient, subject, body, secret, createdAt } = messages
  const rows = await db
    .select({ id, channel, recipient, subject, body, secret, createdAt })
    .from(messages)
    .where(and(or(...whose), inArray(channel, channels)))
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(MAX)
  return rows.filter((row) => row.body !== '')
}
