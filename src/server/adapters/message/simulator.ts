import type { Db } from '#server/db/engine.ts'
import { schema } from '#server/db/schema.ts'
import type { MessageSender } from './port.ts'

/** Sends nothing: keeps each message for the outbox page. The default, so that everything runs offline and without keys. */
export const createMessageSimulator = (db: Db, now: () => number): MessageSender => ({
  simulated: true,
  send: async (message) => {
    const at = new Date(now())
    await db.insert(schema.messages).values({ ...message, createdAt: at, sentAt: at })
  }
})
