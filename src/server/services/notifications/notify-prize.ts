import type { Words } from '#domain/locale.ts'
import { toAmd } from '#domain/money.ts'
import { GIFT_CARDS_PATH } from '#domain/gift-cards/gift-card.ts'
import type { Context } from '#server/context.ts'
import type { GiftCardRow } from '#server/services/gift-cards/cards.ts'
import { prizeNoticeWords, prizeTemplate } from './notification-words.ts'
import { notifyQuietly } from './notify-quietly.ts'

/** Notifies a person of the gift card that a ticket won. */
export const notifyOfPrize = async (
  tx: Context,
  userId: number,
  { ticket, card, title }: { ticket: string; card: Pick<GiftCardRow, 'value' | 'expiresAt'>; title: Words }
): Promise<void> => {
  await notifyQuietly(tx, userId, {
    kind: 'prize',
    subject: `prize:${ticket}`,
    words: prizeNoticeWords({ ticket, amount: toAmd(card.value), title }),
    template: prizeTemplate,
    path: GIFT_CARDS_PATH,
    tag: 'prize',
    expiresAt: card.expiresAt
  })
}
