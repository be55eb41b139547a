import type { Amount } from '#domain/money.ts'
import { DAY_MINUTES, MINUTE } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { writeEntry } from './lots.ts'

/** Points that somebody took instead of money can be spent for so long. */
const LIVE_MS = 365 * DAY_MINUTES * MINUTE

/** Money for lines of an order comes back as points, which can be spent at once. The caller posts where they come from. */
export const givePointsForMoney = async (
  tx: Context,
  { userId, orderId, amount }: { userId: number; orderId: number; amount: Amount }
): Promise<void> => {
  const [createdAt, expiresAt] = [new Date(tx.now()), new Date(tx.now() + LIVE_MS)]
  const [lot] = await tx.db
    .insert(schema.pointLots)
    .values({ userId, orderId, amount, remaining: amount, availableAt: createdAt, createdAt, expiresAt })
    .returning({ id: schema.pointLots.id })
  if (!lot) throw new Error('the inserted points were not returned')
  await writeEntry(tx, { userId, type: 'refund', amount, orderId, lotId: lot.id, reason: { why: 'refunded' } })
}
