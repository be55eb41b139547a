import { eq } from 'drizzle-orm'
import { toAmd } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { GiftCardRow } from '#server/services/gift-cards/cards.ts'
import type { GiftCardNews } from '#server/services/messages/message-template.ts'
import { giftCardNewsPath, giftCardNewsTemplate, giftCardNewsWords } from './gift-card-words.ts'
import { notifyQuietly } from './notify-quietly.ts'

const { orderItems, orders } = schema

/** Tells whoever bought a card that somebody else has it in their account; nobody where it was given for nothing. */
export const notifyOfReceipt = async (tx: Context, card: GiftCardRow, ownerId: number): Promise<void> => {
  const order = await orderOf(tx, card)
  if (!order || order.userId === ownerId) return
  if (card.itemId === null) await notifyBuyer(tx, order.userId, card, 'received')
  else await notifyBuyer(tx, order.userId, card, 'activated', order.number)
}

const orderOf = async (tx: Context, { orderId, itemId }: GiftCardRow): Promise<{ userId: number; number: string } | undefined> => {
  const bought = { userId: orders.userId, number: orders.number }
  if (orderId !== null) return (await tx.db.select(bought).from(orders).where(eq(orders.id, orderId)))[0]
  if (itemId === null) return undefined
  const ofLine = tx.db.select(bought).from(orderItems).innerJoin(orders, eq(orders.id, orderItems.orderId))
  return (await ofLine.where(eq(orderItems.id, itemId)))[0]
}

/**
 * Tells whoever bought a card what became of it: an electronic one once when it is paid and once when it is received, one that came with an
 * order (`number`) when it is activated.
 */
export const notifyBuyer = async (tx: Context, buyerId: number, card: GiftCardRow, news: GiftCardNews, number = ''): Promise<void> => {
  const { id, value, recipient, sendAt, createdAt, expiresAt, lastFour: code } = card
  const words = giftCardNewsWords({ news, amount: toAmd(value), recipient, sendAt: (sendAt ?? createdAt).getTime(), code, number })
  await notifyQuietly(tx, buyerId, {
    kind: 'giftCardNews',
    subject: `gift-card:${id}:${news === 'received' || news === 'activated' ? 'received' : 'paid'}`,
    words,
    template: giftCardNewsTemplate,
    path: giftCardNewsPath(words),
    tag: `gift-card-${id}`,
    expiresAt
  })
}
