import type { BasketCorporateWallet, BasketGiftCards, BasketPoints } from '#contract/baskets/basket.ts'

/**
 * What the shop keeps for a person is to pay as much as it can: gift cards first, then points, then the corporate wallet. Amounts are what
 * each was shown to pay, AMD: a difference fails with 409 CHECKOUT_OUTDATED, and nothing is paid.
 */
export interface OwnMoneyUse {
  useWallet?: boolean
  walletAmount?: number
  useGiftCard?: boolean
  /** Only these gift cards, by id; default: all. */
  cards?: number[]
  giftCardAmount?: number
  useCorporateWallet?: boolean
  corporateWalletAmount?: number
}

/** What the shop keeps for a person, and what each would pay of a share that is due if nothing else did, AMD. */
export interface ShareMoney {
  giftCards: Pick<BasketGiftCards, 'available' | 'covers' | 'cards'>
  points: Pick<BasketPoints, 'available' | 'covers' | 'labelledAt'>
  /** Of companies. */
  corporateWallet?: BasketCorporateWallet
}
