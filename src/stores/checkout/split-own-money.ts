import type { Basket, BasketCorporateWallet, BasketGiftCards, BasketPoints } from '#contract/baskets/basket.ts'
import type { OwnMoneyUse } from '#contract/orders/own-money.ts'

/** What a person has at the shop, and what gift cards and points would each pay of a price, AMD. */
export interface KnownOwnMoney {
  giftCards: Pick<BasketGiftCards, 'available' | 'covers' | 'cards'>
  points: Pick<BasketPoints, 'available' | 'covers' | 'labelledAt'>
  corporateWallet?: BasketCorporateWallet | undefined
}

/** What of it the person wants to pay with. */
export interface OwnMoneyChoices {
  useGiftCards: boolean
  /** Ids of those that are to pay; null: all. */
  giftCards: readonly number[] | null
  usePoints: boolean
  useCorporateWallet: boolean
}

/** Gift cards pay first, then points, then the corporate wallet. `covers` of each: what it pays, or would pay, AMD. */
export interface SplitOwnMoney<Known extends KnownOwnMoney = KnownOwnMoney> {
  giftCards: Known['giftCards'] & { isOn: boolean; chosen: readonly number[] | null }
  points: Known['points'] & { isOn: boolean }
  /** null: there is none. */
  corporate: (BasketCorporateWallet & { covers: number; isOn: boolean }) | null
  isOn: boolean
  /** What is left to pay otherwise, AMD. */
  left: number
}

/** What the person pays of the basket, AMD: where everybody pays a group order, the own share. */
export const payableOf = ({ ownShare, orderPrice }: Basket): number => ownShare ?? orderPrice

export const splitOwnMoney = <Known extends KnownOwnMoney>(price: number, known: Known, choices: OwnMoneyChoices): SplitOwnMoney<Known> => {
  const { covers, cards } = known.giftCards
  const chosen = choices.giftCards?.filter((id) => cards.some((card) => card.id === id)) ?? null
  const giftCards = { ...known.giftCards, isOn: choices.useGiftCards && covers > 0, chosen }
  const unpaid = price - (giftCards.isOn ? covers : 0)
  const byPoints = Math.min(known.points.covers, unpaid)
  const points = { ...known.points, covers: byPoints, isOn: choices.usePoints && byPoints > 0 }
  const due = unpaid - (points.isOn ? byPoints : 0)
  const corporate = corporateShare(known.corporateWallet, due, choices.useCorporateWallet)
  const left = due - (corporate?.isOn ? corporate.covers : 0)
  return { giftCards, points, corporate, isOn: left < price, left }
}

const corporateShare = (wallet: BasketCorporateWallet | undefined, due: number, isWanted: boolean): SplitOwnMoney['corporate'] => {
  if (!wallet) return null
  const covers = wallet.takes ? Math.min(wallet.available, due) : 0
  return { ...wallet, covers, isOn: isWanted && covers > 0 }
}

/** The fields of a request that says so; gift cards are named only where some are left out. */
export const ownMoneyFields = ({ giftCards, points, corporate }: SplitOwnMoney): OwnMoneyUse => ({
  ...(giftCards.isOn && {
    ...{ useGiftCard: true, giftCardAmount: giftCards.covers },
    ...(giftCards.chosen && { cards: [...giftCards.chosen] })
  }),
  ...(points.isOn && { useWallet: true, walletAmount: points.covers }),
  ...(corporate?.isOn && { useCorporateWallet: true, corporateWalletAmount: corporate.covers })
})
