import { and, asc, eq, gt } from 'drizzle-orm'
import type { Amount } from '#domain/money.ts'
import { GIFT_CARD_STATUS, type GiftCardEvent } from '#domain/gift-cards/gift-card.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

const { giftCardEntries, giftCards } = schema
export type GiftCardRow = typeof giftCards.$inferSelect

/** The cards that a person can spend now, those that expire first first. `lock`: until the end of the transaction, in the order of ids. */
export const spendableCards = async (ctx: Pick<Context, 'db' | 'now'>, userId: number, lock = false): Promise<GiftCardRow[]> => {
  const query = ctx.db
    .select()
    .from(giftCards)
    .where(
      and(
        eq(giftCards.ownerId, userId),
        eq(giftCards.status, GIFT_CARD_STATUS.ACTIVE),
        gt(giftCards.balance, 0),
        gt(giftCards.expiresAt, new Date(ctx.now()))
      )
    )
    .orderBy(asc(giftCards.id))
  const rows = await (lock ? query.for('update') : query)
  return rows.toSorted((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime() || a.id - b.id)
}

export const balanceOf = (cards: readonly Pick<GiftCardRow, 'balance'>[]): Amount => cards.reduce((sum, { balance }) => sum + balance, 0)

interface NewEntry {
  cardId: number
  event: GiftCardEvent
  amount: Amount
  orderId?: number
  tenderId?: number
}

/** Writes into the history of a card; returns the entry's id. */
export const writeCardEntry = async (tx: Context, entry: NewEntry): Promise<number> => {
  const [row] = await tx.db
    .insert(giftCardEntries)
    .values({ ...entry, createdAt: new Date(tx.now()) })
    .returning({ id: giftCardEntries.id })
  if (!row) throw new Error('the inserted entry was not returned')
  return row.id
}
