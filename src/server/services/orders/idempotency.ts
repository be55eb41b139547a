import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'

/** What a money-moving call asks for, in one line. Inputs come from a schema, so their fields have one order. */
export const hashOf = (input: object): string => createHash('sha256').update(JSON.stringify(input)).digest('hex')

/**
 * Takes a key in the transaction of its effect, first of all: another call with the same key waits here until this one is decided.
 * Answers the order an earlier call made, null for a new key. IDEMPOTENCY_KEY_REUSED when it asked for something else.
 */
export const claimKey = async (tx: Context, key: string, requestHash: string): Promise<number | null> => {
  const { idempotencyKeys } = schema
  const claimed = await tx.db
    .insert(idempotencyKeys)
    .values({ key, requestHash, createdAt: new Date(tx.now()) })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (claimed.length > 0) return null
  const [earlier] = await tx.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key))
  if (!earlier || earlier.requestHash !== requestHash) throw fail('IDEMPOTENCY_KEY_REUSED', { field: 'Idempotency-Key' })
  return earlier.orderId
}

/** Remembers what the key made. */
export const fulfilKey = async (tx: Context, key: string, orderId: number): Promise<void> => {
  const { idempotencyKeys } = schema
  await tx.db.update(idempotencyKeys).set({ orderId }).where(eq(idempotencyKeys.key, key))
}
