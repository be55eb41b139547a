import { eq } from 'drizzle-orm'
import { GIFT_CARDS_PATH } from '#domain/gift-cards/gift-card.ts'
import { toAmd } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { GiftCardRow } from '#server/services/gift-cards/cards.ts'
import type { GiftCardNews } from '#server/services/messages/message-template.ts'
import { giftCardNewsTemplate, giftCardNewsWords } from './notification-words.ts'
import { notifyQuietly } from './notify-quietly.ts'

const { orders } = schema

/** Tells whoever bought a card that somebody else has it in their account; nobody where it was given for nothing. */
export const notifyOfReceipt = async (tx: Context, card: GiftCardRow, ownerId: number): Promise<void> => {
  if (card.orderId === null) return
  const [order] = await tx.db.select({ userId: orders.userId }).from(orders).where(eq(orders.id, card.orderId))
  if (order && order.userId !== ownerId) await notifyBuyer(tx, order.userId, card, 'received')
}

/** Tells whoever bought a card what became of it, once when it is paid and once when it is received. */
export const notifyBuyer = async (tx: Context, buyerId: number, card: GiftCardRow, news: GiftCardNews): Promise<void> => {
  const { id, value, recipient, sendAt, createdAt, expiresAt } = card
  await notifyQuietly(tx, buyerId, {
    kind: 'giftCardNews',
    subject: `gift-card:${id}:${news === 'received' ? 'received' : 'paid'}`,
    words: giftCardNewsWords({ news, amount: toAmd(value), recipient, sendAt: (sendAt ?? createdAt).getTime() }),
    template: giftCardNewsTemplate,
    path: GIFT_CARDS_PATH,
    tag: `gift-card-${id}`,
    expiresAt
  })
}
