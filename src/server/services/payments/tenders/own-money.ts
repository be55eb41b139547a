import { giftCard, points, wallet, type Account } from '#domain/ledger/accounts.ts'
import type { Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { giveCardBack } from '#server/services/gift-cards/give-back.ts'
import { givePointsBack } from '#server/services/wallet/give-points-back.ts'
import { giveCorporateBack } from '#server/services/wallet/corporate/spend.ts'
import { CORPORATE_WALLET } from '../methods.ts'
import type { TenderRow } from '../tender-rows.ts'

// Tenders that people paid with what they have at the shop: points, gift cards, the wallet of their company.

/** The account that such a tender came from, and goes back to. */
export const ownAccount = ({ payerId, giftCardId, methodId }: Pick<TenderRow, 'payerId' | 'giftCardId' | 'methodId'>): Account => {
  if (giftCardId !== null) return giftCard(giftCardId)
  return methodId === CORPORATE_WALLET.id ? wallet(payerId) : points(payerId)
}

/**
 * A share of such a tender comes back to where it was taken from; lowered: because the order became cheaper before all of its money was
 * there. Returns the cause of the transfer that the caller posts then.
 */
export const giveOwnBack = async (
  tx: Context,
  { id: tenderId, payerId: userId, orderId, giftCardId, methodId }: TenderRow,
  amount: Amount,
  why: 'returned' | 'lowered'
): Promise<string> => {
  const back = { tenderId, orderId, amount, why }
  if (giftCardId !== null) return `gift-card-entry:${await giveCardBack(tx, { ...back, cardId: giftCardId })}:returned`
  const giveBack = methodId === CORPORATE_WALLET.id ? giveCorporateBack : givePointsBack
  return `wallet-entry:${await giveBack(tx, { ...back, userId })}:returned`
}
