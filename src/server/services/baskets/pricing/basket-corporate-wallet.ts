import type { Basket } from '#contract/baskets/basket.ts'
import { toAmd, wholeDrams } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import type { Purchase } from '#server/services/payments/methods.ts'
import { purchaseOfBasket } from '#server/services/payments/transfers/purchase.ts'
import { corporateBalance, isCompany, takesCorporateWallet } from '#server/services/wallet/corporate/balance.ts'
import { hasGiftCards, type PricedBasket } from './price.ts'

/** What is in the corporate wallet of the caller, and whether it can pay this basket; nothing for who is no company. */
export const basketCorporateWallet = async (
  ctx: Context,
  userId: number,
  priced: PricedBasket | null
): Promise<Pick<Basket, 'corporateWallet'>> => {
  const { corporateWallet } = await corporateWalletFor(ctx, userId, await purchaseOfBasket(ctx))
  if (!corporateWallet) return {}
  return { corporateWallet: { ...corporateWallet, takes: corporateWallet.takes && !(priced && hasGiftCards(priced)) } }
}

/** What is in the corporate wallet of a buyer, and whether it can pay a purchase; nothing for who is no company. */
export const corporateWalletFor = async (
  ctx: Context,
  userId: number,
  purchase: Purchase | null
): Promise<Pick<Basket, 'corporateWallet'>> =>
  isCompany(purchase)
    ? {
        corporateWallet: { available: toAmd(wholeDrams(await corporateBalance(ctx, userId))), takes: takesCorporateWallet(purchase) }
      }
    : {}
