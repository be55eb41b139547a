import { and, eq, inArray } from 'drizzle-orm'
import { schema } from '#server/db/schema.ts'
import type { TestApi } from './api.ts'

const { messages } = schema

/** Whether a message to somebody is in a state. */
export const isMessageTo = async ({ engine }: TestApi, recipient: string, state: 'sent'): Promise<boolean> => {
  const rows = await engine.db
    .select()
    .from(messages)
    .where(and(eq(messages.recipient, recipient), eq(messages.state, state)))
  return rows.length > 0
}

/** A push to a browser that is known no more; answers how to look whether it was let go of. */
export const pushToNobody = async ({ engine, clock }: TestApi): Promise<() => Promise<boolean>> => {
  const [row] = await engine.db
    .insert(messages)
    .values({
      ...{ channel: 'push', kind: 'order', recipient: '0', body: '{}', anonymousId: '', state: 'waiting' },
      ...{ dueAt: new Date(clock.now()), createdAt: new Date(clock.now()) }
    })
    .returning({ id: messages.id })
  return async () => {
    const waiting = await engine.db
      .select()
      .from(messages)
      .where(and(eq(messages.id, row?.id ?? 0), inArray(messages.state, ['waiting', 'sending'])))
    return waiting.length === 0
  }
}
