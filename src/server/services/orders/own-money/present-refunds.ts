import { eq } from 'drizzle-orm'
import type { OrderRefund } from '#contract/orders/money.ts'
import type { PaymentMethodId } from '#domain/enums.ts'
import { toAmd } from '#domain/money.ts'
import type { StoreCredit } from '#domain/payment.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { CORPORATE_WALLET, GIFT_CARDS, storeCreditOf, methodOf, POINTS } from '#server/services/payments/methods.ts'
import type { OrderMoney } from '#server/services/payments/refund-rows.ts'
import { isCompany } from '#server/services/wallet/corporate/balance.ts'

type Refund = OrderMoney['refunds'][number]

/** Refunds of an order as one person sees them. */
export const presentRefunds = (ctx: Pick<Context, 'db'>, refunds: readonly Refund[], userId: number): Promise<OrderRefund[]> =>
  Promise.all(
    refunds.map(async (refund) => {
      const { id, payerId, amount, reason, refundedAt, state, tenderId, methodId, unanswered } = refund
      const as = wentAs(refund)
      const isOpen = tenderId !== null && state === 'sent' && payerId === userId
      return {
        id,
        amount: toAmd(amount),
        at: refundedAt && toIso(refundedAt.getTime()),
        reason,
        state,
        byHand: tenderId !== null && as === undefined && methodOf(methodId).refund !== 'own',
        storeCredit: isOpen ? await offeredCredit(ctx, userId, methodId) : null,
        ...(as && { as }),
        code: refundedAt === null && unanswered > 0 ? 'CARD_REFUND_FAILED' : null
      }
    })
  )

const wentAs = ({ asPoints, inWallet, methodId }: Refund): OrderRefund['as'] => {
  if (asPoints || methodId === POINTS.id) return 'points'
  if (methodId === GIFT_CARDS.id) return 'giftCard'
  return inWallet || methodId === CORPORATE_WALLET.id ? 'corporateWallet' : undefined
}

/** The store credit that a person may take instead of a refund by a method; only a company has a corporate wallet. */
export const offeredCredit = async (
  { db }: Pick<Context, 'db'>,
  userId: number,
  methodId: PaymentMethodId
): Promise<StoreCredit | null> => {
  const as = storeCreditOf(methodId)
  if (as !== 'corporateWallet') return as
  const { users } = schema
  const [user] = await db.select({ companyName: users.companyName, tin: users.tin }).from(users).where(eq(users.id, userId))
  return isCompany(user ?? null) ? as : null
}
