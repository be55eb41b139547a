import { eq } from 'drizzle-orm'
import { giftCard, points, wallet, type Account } from '#domain/ledger/accounts.ts'
import { ownReturned } from '#domain/ledger/received.ts'
import type { Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import { giveCardBack } from '#server/services/gift-cards/give-back.ts'
import { givePointsBack } from '#server/services/wallet/give-points-back.ts'
import { giveCorporateBack } from '#server/services/wallet/corporate/spend.ts'
import { CORPORATE_WALLET } from '../methods.ts'
import { isOwn, type TenderRow } from '../tender-rows.ts'

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

/** Such a tender pays less, or nothing: it comes back before all of the order's money was there, as less is bought. */
export const lowerOwnTender = async (tx: Context, tender: TenderRow, amount: Amount): Promise<void> => {
  if (!isOwn(tender)) throw new Error(`tender ${tender.id} was not paid by what the shop keeps`)
  const { orderTenders } = schema
  await tx.db
    .update(orderTenders)
    .set({ amount: tender.amount - amount })
    .where(eq(orderTenders.id, tender.id))
  const cause = await giveOwnBack(tx, tender, amount, 'lowered')
  await postTransfers(tx, [ownReturned(cause, tender.orderId, [ownAccount(tender), amount])])
}
