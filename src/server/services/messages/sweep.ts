import { and, eq, lt, ne, notInArray, or } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { BLANK } from './claim.ts'

const DAY = 86_400_000
const RETENTION_MS = 30 * DAY
/** Kept longer, to investigate failures. */
const FAILED_RETENTION_MS = 90 * DAY

/** Blanks expired codes and links, on the outbox page too, and deletes old messages. */
export const sweepMessages = async (ctx: Pick<Context, 'db' | 'now'>): Promise<void> => {
  const { messages } = schema
  const { db } = ctx
  const before = (ms: number): Date => new Date(ctx.now() - ms)
  await db
    .update(messages)
    .set(BLANK)
    .where(
      and(eq(messages.secret, true), ne(messages.body, ''), or(lt(messages.expiresAt, before(0)), lt(messages.createdAt, before(DAY))))
    )
  await db.delete(messages).where(and(lt(messages.createdAt, before(RETENTION_MS)), notInArray(messages.state, ['failed', 'undelivered'])))
  await db.delete(messages).where(lt(messages.createdAt, before(FAILED_RETENTION_MS)))
}
