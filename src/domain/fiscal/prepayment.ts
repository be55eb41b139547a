import type { Amount } from '../money.ts'

/** How an amount was paid, or goes back: cash, gift cards that were bought before, and everything else. */
export interface Paid {
  cash: Amount
  card: Amount
  prepaid?: Amount
}

export const sumOfPaid = ({ cash, card, prepaid = 0 }: Paid): Amount => cash + card + prepaid

/** The receipts that an amount is split over: of goods, and of gift cards that are sold, which are a prepayment. */
export interface SplitPaid {
  goods: Paid
  giftCards: Paid
}

/**
 * Splits what was paid, or goes back, between the receipt of goods and that of gift cards. `amount`: for the cards, at most all of it. It
 * comes from the money that is not cash, then from cash: gift cards do not buy gift cards.
 */
export const splitPaid = (paid: Paid, amount: Amount): SplitPaid => {
  const { cash, card, prepaid = 0 } = paid
  const byCard = Math.min(card, amount)
  const inCash = Math.min(cash, amount - byCard)
  const before = Math.min(prepaid, amount - byCard - inCash)
  const of = (rest: Required<Paid>): Paid => ({ cash: rest.cash, card: rest.card, ...(rest.prepaid > 0 && { prepaid: rest.prepaid }) })
  return {
    goods: of({ cash: cash - inCash, card: card - byCard, prepaid: prepaid - before }),
    giftCards: of({ cash: inCash, card: byCard, prepaid: before })
  }
}
