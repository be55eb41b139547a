import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { GIFT_CARD_STATUS } from '#domain/gift-cards/gift-card.ts'
import { physicalCardWithdrawn } from '#domain/ledger/own-money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { GiftCardRow } from '#server/services/gift-cards/cards.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import { readPhysicalCards } from '#server/services/payments/books/physical-cards.ts'
import { isUnused } from './bought-card.ts'
import { cardLines, type CardLine } from './card-lines.ts'

const { giftCards, orderItems } = schema

/** Cards of a line that can go back: not handed over yet, or nobody has entered their code. */
const open = ({ cards }: CardLine): GiftCardRow[] => cards.filter((card) => card.soldAt === null || isUnused(card))

/** How many pieces of a line can go back: those without a card yet, too. */
export const returnableCards = (line: CardLine): number => Math.max(0, line.left - line.cards.length) + open(line).length

/**
 * Pieces of lines of a locked order go back, or are taken off it: as many of their cards are worth nothing, the last ones first. Called
 * before the lines say so. Returns which of the lines are of cards. Throws RangeError for a card that somebody has activated.
 */
export const withdrawCards = async (tx: Context, orderId: number, back: ReadonlyMap<number, number>): Promise<number[]> => {
  const lines = (await cardLines(tx, orderId)).filter(({ itemId }) => (back.get(itemId) ?? 0) > 0)
  const ofCards = lines.map(({ itemId }) => itemId)
  if (lines.length === 0) return ofCards
  // Whoever activates one at this moment is first, or last.
  const ids = lines.flatMap(({ cards }) => cards.map(({ id }) => id))
  const locked = await tx.db.select().from(giftCards).where(inArray(giftCards.id, ids)).orderBy(asc(giftCards.id)).for('update')
  const ended = lines.flatMap((line) => {
    const current = { ...line, cards: line.cards.flatMap(({ id }) => locked.filter((card) => card.id === id)) }
    const pieces = back.get(line.itemId) ?? 0
    if (pieces > returnableCards(current)) throw new RangeError(`cards of line ${line.itemId} are activated`)
    const count = pieces - Math.max(0, line.left - line.cards.length)
    return count > 0 ? open(current).slice(-count) : []
  })
  if (ended.length === 0) return ofCards
  const sold = ended.filter(({ soldAt }) => soldAt !== null).map(({ id }) => id)
  await tx.db
    .update(giftCards)
    .set({
      ...{ status: GIFT_CARD_STATUS.INACTIVE, balance: 0 },
      withdrawnAt: sql`case when ${giftCards.soldAt} is null then null else ${new Date(tx.now()).toISOString()}::timestamptz end`
    })
    .where(
      inArray(
        giftCards.id,
        ended.map(({ id }) => id)
      )
    )
  if (sold.length > 0) await postTransfers(tx, (await readPhysicalCards(tx, sold)).map(physicalCardWithdrawn))
  return ofCards
}

/** Parts of a locked order are cancelled: cards that were printed for them are worth nothing. */
export const cancelCards = async (tx: Context, partIds: readonly number[]): Promise<void> => {
  const lines = tx.db
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(inArray(orderItems.partId, [...partIds]))
  await tx.db
    .update(giftCards)
    .set({ status: GIFT_CARD_STATUS.INACTIVE })
    .where(and(inArray(giftCards.itemId, lines), eq(giftCards.status, GIFT_CARD_STATUS.RESERVED)))
}
