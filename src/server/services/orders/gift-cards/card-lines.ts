import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Words } from '#domain/locale.ts'
import { GIFT_CARD_STATUS } from '#domain/gift-cards/gift-card.ts'
import type { Amount } from '#domain/money.ts'
import type { OrderStatus } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { GiftCardRow } from '#server/services/gift-cards/cards.ts'

const { giftCards, orderItems, orderParts, suppliers } = schema

/** A line of an order whose pieces are physical gift cards. */
export interface CardLine {
  itemId: number
  partId: number
  partStatus: OrderStatus
  name: Words
  /** What each card is worth: the price of the product, without its box and before discounts. */
  value: Amount
  /** How many pieces did not go back. */
  left: number
  /** Cards that exist already, by position: those that went back before are not among them. */
  cards: GiftCardRow[]
  /** Positions that are taken, also by cards that went back. */
  taken: ReadonlySet<number>
}

/** The lines of gift cards of an order, with their cards. In a transaction of a locked order they cannot change, but for who activates one. */
export const cardLines = async (ctx: Pick<Context, 'db'>, orderId: number): Promise<CardLine[]> => {
  const lines = await ctx.db
    .select({ item: orderItems, partStatus: orderParts.status })
    .from(orderItems)
    .innerJoin(orderParts, eq(orderParts.id, orderItems.partId))
    .innerJoin(suppliers, eq(suppliers.id, orderParts.supplierId))
    .where(and(eq(orderItems.orderId, orderId), eq(suppliers.kind, 'giftCard'), isNull(suppliers.admissions)))
    .orderBy(asc(orderItems.id))
  if (lines.length === 0) return []
  const ids = lines.map(({ item }) => item.id)
  const rows = await ctx.db.select().from(giftCards).where(inArray(giftCards.itemId, ids)).orderBy(asc(giftCards.position))
  return lines.map(({ item, partStatus }) => {
    const own = rows.filter(({ itemId }) => itemId === item.id)
    return {
      ...{ itemId: item.id, partId: item.partId, partStatus, name: item.name },
      value: item.baseUnitPrice - item.options.reduce((sum, { price }) => sum + price, 0),
      left: item.quantity - item.refundedQuantity,
      cards: own.filter(({ status }) => status !== GIFT_CARD_STATUS.INACTIVE),
      taken: new Set(own.map(({ position }) => position ?? 0))
    }
  })
}

/** Whether a line of an order is of gift cards. */
export const isOfCards = async (ctx: Pick<Context, 'db'>, { id, orderId }: { id: number; orderId: number }): Promise<boolean> =>
  (await cardLines(ctx, orderId)).some(({ itemId }) => itemId === id)

/** Positions for cards of a line that do not exist yet. */
export const freePositions = ({ left, cards, taken }: CardLine): number[] => {
  const missing = Math.max(0, left - cards.length)
  return Array.from({ length: missing + taken.size }, (_, position) => position)
    .filter((position) => !taken.has(position))
    .slice(0, missing)
}
