import { giftCard, points, type Account } from '#domain/ledger/accounts.ts'
import type { Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { giveCardBack } from '#server/services/gift-cards/give-back.ts'
import { givePointsBack } from '#server/services/wallet/give-points-back.ts'
import type { TenderRow } from '../tender-rows.ts'

// Tenders that people paid with what they have at the shop: points, gift cards.

/** The account that such a tender came from, and goes back to. */
export const ownAccount = ({ payerId, giftCardId }: Pick<TenderRow, 'payerId' | 'giftCardId'>): Account =>
  giftCardId === null ? points(payerId) : giftCard(giftCardId)

/**
 * A share of such a tender comes back to where it was taken from; lowered: because the order became cheaper before all of its money was
 * there. Returns the cause of the transfer that the caller posts then.
 */
export const giveOwnBack = async (
  tx: Context,
  { id: tenderId, payerId: userId, orderId, giftCardId }: TenderRow,
  amount: Amount,
  why: 'returned' | 'lowered'
): Promise<string> =>
  giftCardId === null
    ? `wallet-entry:${await givePointsBack(tx, { tenderId, userId, orderId, amount, why })}:returned`
    : `gift-card-entry:${await giveCardBack(tx, { cardId: giftCardId, tenderId, orderId, amount, why })}:returned`
