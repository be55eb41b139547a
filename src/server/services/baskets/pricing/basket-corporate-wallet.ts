import type { Basket } from '#contract/baskets/basket.ts'
import { toAmd, wholeDrams } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { purchaseOfBasket } from '#server/services/payments/transfers/purchase.ts'
import { corporateBalance, isCompany, takesCorporateWallet } from '#server/services/wallet/corporate/balance.ts'
import { hasGiftCards, type PricedBasket } from './price.ts'

/** What is in the corporate wallet of the caller, and whether it can pay this basket; nothing for who is no company. */
export const basketCorporateWallet = async (
  ctx: Context,
  userId: number,
  priced: PricedBasket | null
): Promise<Pick<Basket, 'corporateWallet'>> => {
  const purchase = await purchaseOfBasket(ctx)
  if (!isCompany(purchase)) return {}
  const takes = takesCorporateWallet(purchase) && !(priced && hasGiftCards(priced))
  return { corporateWallet: { available: toAmd(wholeDrams(await corporateBalance(ctx, userId))), takes } }
}
