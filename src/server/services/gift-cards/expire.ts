import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import { GIFT_CARD_STATUS } from '#domain/gift-cards/gift-card.ts'
import { giftCardExpired } from '#domain/ledger/own-money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import { writeCardEntry } from './cards.ts'

const { giftCards } = schema
const MAX_AT_ONCE = 100
const LIVE = inArray(giftCards.status, [GIFT_CARD_STATUS.SOLD, GIFT_CARD_STATUS.ACTIVE])

/** Gift cards that nobody spent in time expire. Returns how many. Safe in several processes. */
export const expireGiftCards = async (ctx: Context, goesOn: () => boolean = () => true): Promise<number> => {
  const due = await ctx.db
    .select({ id: giftCards.id })
    .from(giftCards)
    .where(and(LIVE, lte(giftCards.expiresAt, new Date(ctx.now()))))
    .orderBy(asc(giftCards.expiresAt))
    .limit(MAX_AT_ONCE)
  let expired = 0
  for (const { id } of due) if (goesOn()) expired += (await withTransaction(ctx, (tx) => expire(tx, id))) ? 1 : 0
  return expired
}

const expire = async (tx: Context, id: number): Promise<boolean> => {
  const [card] = await tx.db
    .select()
    .from(giftCards)
    .where(and(eq(giftCards.id, id), LIVE, lte(giftCards.expiresAt, new Date(tx.now()))))
    .for('update')
  if (!card) return false
  await tx.db.update(giftCards).set({ balance: 0, status: GIFT_CARD_STATUS.EXPIRED }).where(eq(giftCards.id, id))
  const entry = await writeCardEntry(tx, { cardId: id, event: 'expired', amount: -card.balance })
  await postTransfers(tx, [giftCardExpired(`gift-card-entry:${entry}:expired`, id, card.balance)])
  return true
}
