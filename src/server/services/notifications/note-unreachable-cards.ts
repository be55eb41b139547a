import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { GIFT_CARD_STATUS, GIFT_CARDS_PATH } from '#domain/gift-cards/gift-card.ts'
import { toAmd } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { unreachableTemplate } from './gift-card-words.ts'
import { notifyQuietly } from './notify-quietly.ts'

const { giftCards, messages, orders } = schema
const MAX_AT_ONCE = 100

/**
 * Notes which letters with codes of gift cards could not be delivered, and tells whoever bought the card, who can correct the address.
 * Returns how many. Safe in several processes.
 */
export const noteUnreachableCards = async (ctx: Context, goesOn: () => boolean = () => true): Promise<number> => {
  const due = await ctx.db
    .select({ id: giftCards.id })
    .from(giftCards)
    .innerJoin(messages, eq(messages.id, giftCards.messageId))
    .where(and(isSent, inArray(messages.state, ['failed', 'undelivered', 'expired'])))
    .orderBy(asc(giftCards.id))
    .limit(MAX_AT_ONCE)
  let noted = 0
  for (const { id } of due) if (goesOn()) noted += (await withTransaction(ctx, (tx) => note(tx, id))) ? 1 : 0
  return noted
}

const isSent = and(eq(giftCards.status, GIFT_CARD_STATUS.SOLD), isNull(giftCards.unreachableAt))

const note = async (tx: Context, id: number): Promise<boolean> => {
  const [card] = await tx.db
    .update(giftCards)
    .set({ unreachableAt: new Date(tx.now()) })
    .where(and(eq(giftCards.id, id), isSent))
    .returning()
  if (!card) return false
  const [order] = card.orderId === null ? [] : await tx.db.select({ userId: orders.userId }).from(orders).where(eq(orders.id, card.orderId))
  // Staff see in their list what became of the cards that they gave.
  if (!order) return true
  await notifyQuietly(tx, order.userId, {
    kind: 'giftCardUnreachable',
    subject: `gift-card:${id}:${card.messageId}`,
    words: { amount: String(toAmd(card.value)), recipient: card.recipient },
    template: unreachableTemplate,
    path: GIFT_CARDS_PATH,
    tag: 'gift-card',
    expiresAt: card.expiresAt
  })
  return true
}
