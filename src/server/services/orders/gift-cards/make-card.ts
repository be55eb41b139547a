import { GIFT_CARD_STATUS, GIFT_CARD_TYPE } from '#domain/gift-cards/gift-card.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { GiftCardRow } from '#server/services/gift-cards/cards.ts'
import { expiryOf, newCode, storedCode } from '#server/services/gift-cards/code.ts'
import type { CardLine } from './card-lines.ts'

/** Makes a card of a line, which is worth nothing before it is handed over. `code`: nobody knows it but who is told now. */
export const makeCard = async (
  tx: Context,
  { itemId, value }: Pick<CardLine, 'itemId' | 'value'>,
  position: number
): Promise<{ card: GiftCardRow; code: string }> => {
  const code = newCode()
  const [card] = await tx.db
    .insert(schema.giftCards)
    .values({
      ...(await storedCode(tx, code)),
      ...{ status: GIFT_CARD_STATUS.RESERVED, type: GIFT_CARD_TYPE.STANDARD, value, balance: 0, recipient: '' },
      ...{ itemId, position, locale: tx.locale, createdAt: new Date(tx.now()), expiresAt: expiryOf(tx.now()) }
    })
    .returning()
  if (!card) throw new Error('the inserted gift card was not returned')
  return { card, code }
}
