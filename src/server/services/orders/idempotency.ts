import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { schema } from '#server/db/schema.ts'
import type { BasketRow } from '#server/services/baskets/owner.ts'
import { fail } from '#server/services/core/fail.ts'

/** Returns the hash of a request's input. The schema fixes the order of the fields. */
export const hashOf = (input: object): string => createHash('sha256').update(JSON.stringify(input)).digest('hex')

/** Result of claiming a key: the order of an earlier call, or the basket that is now locked (null when there is none). */
export type Claim = { earlier: number | null } | { basket: LockedBasket | null }

type LockedBasket = Pick<BasketRow, 'id' | 'version' | 'groupOrderId' | 'type'>

/**
 * Claims a key as the first step of its transaction and locks the person's basket by incrementing its version, in one statement. A parallel
 * call with the same key waits here for the outcome. IDEMPOTENCY_KEY_REUSED when the earlier request was a different one.
 */
export const claimKey = async (tx: Context, key: string, requestHash: string, userId: number): Promise<Claim> => {
  const now = new Date(tx.now()).toISOString()
  const [claimed] = await rowsOf<Omit<LockedBasket, 'id'> & { claimed: boolean; id: number | null }>(
    tx.db,
    sql`with k as (insert into idempotency_keys (key, request_hash, created_at) values (${key}::text, ${requestHash}::text, ${now}::timestamptz)
        on conflict do nothing returning key),
      b as (update baskets set version = version + 1, updated_at = ${now}::timestamptz
        where user_id = ${userId}::int and exists (select 1 from k) returning id, version, group_order_id, type)
    select exists (select 1 from k) as claimed, b.id, b.version, b.group_order_id as "groupOrderId", b.type from (values (1)) one (n) left join b on true`
  )
  if (claimed?.claimed) {
    const { id, version, groupOrderId, type } = claimed
    return { basket: id === null ? null : { id, version, groupOrderId, type } }
  }
  const { idempotencyKeys } = schema
  const [earlier] = await tx.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key))
  if (!earlier || earlier.requestHash !== requestHash) throw fail('IDEMPOTENCY_KEY_REUSED', { field: 'Idempotency-Key' })
  return { earlier: earlier.orderId }
}

/** The same for orders that leave the basket alone. */
export const claimKeyAlone = async (tx: Context, key: string, requestHash: string): Promise<{ earlier: number | null }> => {
  const { idempotencyKeys } = schema
  const claimed = await tx.db
    .insert(idempotencyKeys)
    .values({ key, requestHash, createdAt: new Date(tx.now()) })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (claimed.length > 0) return { earlier: null }
  const [earlier] = await tx.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key))
  if (!earlier || earlier.requestHash !== requestHash) throw fail('IDEMPOTENCY_KEY_REUSED', { field: 'Idempotency-Key' })
  return { earlier: earlier.orderId }
}
