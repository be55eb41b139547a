import { GIFT_CARD_STATUS } from '#domain/gift-cards/gift-card.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import type { GiftCardRow } from './cards.ts'

/**
 * Requires that a card is the person's own and has money that can be spent. GIFT_CARD_NOT_FOUND, also for somebody else's; GIFT_CARD_EXPIRED;
 * GIFT_CARD_USED.
 */
export const requireSpendable = (ctx: Pick<Context, 'now'>, card: GiftCardRow | undefined, userId: number, field: string): void => {
  if (!card || card.ownerId !== userId || card.status === GIFT_CARD_STATUS.INACTIVE) throw fail('GIFT_CARD_NOT_FOUND', { field })
  if (card.status === GIFT_CARD_STATUS.EXPIRED || card.expiresAt.getTime() <= ctx.now()) throw fail('GIFT_CARD_EXPIRED', { field })
  if (card.balance === 0) throw fail('GIFT_CARD_USED', { field })
}
