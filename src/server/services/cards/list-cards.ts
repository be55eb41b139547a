import { desc, eq } from 'drizzle-orm'
import type { SavedCard } from '#contract/cards/calls.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { cardState, type CardRow } from '#server/services/payments/cards/card-choice.ts'

/** Returns the caller's saved cards (GET /user/profile/cards), the newest first. */
export const listCards = async (ctx: Context): Promise<SavedCard[]> => {
  const { userId } = requireUser(ctx)
  const { boundCards } = schema
  const rows = await ctx.db.select().from(boundCards).where(eq(boundCards.userId, userId)).orderBy(desc(boundCards.id))
  return rows.map((row) => presentSavedCard(ctx, row))
}

const presentSavedCard = (ctx: Context, card: CardRow): SavedCard => ({
  id: card.id,
  brand: card.brand,
  lastFour: card.lastFour,
  expiry: `${card.expiry.slice(4)}/${card.expiry.slice(2, 4)}`,
  state: cardState(ctx, card)
})
