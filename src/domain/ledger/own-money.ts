import { percentOf, type Amount } from '../money.ts'
import { WITHDRAWAL_TAX_PERCENT } from '../rewards/withdrawal.ts'
import { BANK, clearing, giftCard, payoutPending, points, receivable, supplierPayable, wallet } from './accounts.ts'
import { transfer, type Side, type Transfer } from './transfer.ts'

// Money that people have with the shop: points, wallets, gift cards.

export const pointsEarned = (cause: string, userId: number, amount: Amount): Transfer =>
  transfer('points.earned', cause, [['cost:points', amount]], [[points(userId), amount]])

/** Points expire or are taken back. What is already spent stays a cost: `has` of them are taken at most. */
export const pointsLost = (cause: string, userId: number, amount: Amount, has: Amount): Transfer => {
  const taken = Math.min(amount, has)
  return transfer('points.lost', cause, [[points(userId), taken]], [['cost:points', taken]])
}

export const withdrawalTax = (amount: Amount): Amount => percentOf(amount, WITHDRAWAL_TAX_PERCENT)

/** 1,000 points are 800 AMD for the person and 200 for the tax office. */
export const pointsWithdrawn = (cause: string, userId: number, amount: Amount): Transfer => {
  const tax = withdrawalTax(amount)
  return transfer(
    'points.withdrawn',
    cause,
    [[points(userId), amount]],
    [
      [payoutPending(userId), amount - tax],
      ['tax:withheld', tax]
    ]
  )
}

/** A gift card that nobody paid for: a prize, or an apology. */
export const giftCardIssued = (cardId: number, value: Amount): Transfer =>
  transfer('gift-card.issued', `gift-card:${cardId}:issued`, [['cost:goodwill', value]], [[giftCard(cardId), value]])

/** A physical card that is handed over. `commission`: what the market took of its price when the order was funded. */
export interface PhysicalCard {
  cardId: number
  supplierId: number
  value: Amount
  commission: Amount
}

const ofSupplier = ({ supplierId, value, commission }: PhysicalCard): Side[] => [
  [supplierPayable(supplierId), value - commission],
  ['revenue:commission', commission]
]

/** From when it is handed over, the shop owes what is on a card to whoever has it, and no more to who sold it as goods. */
export const physicalCardSold = (card: PhysicalCard): Transfer =>
  transfer('gift-card.sold', `gift-card:${card.cardId}:sold`, ofSupplier(card), [[giftCard(card.cardId), card.value]])

/** Its line goes back, and nobody has used it: it is goods again. */
export const physicalCardWithdrawn = (card: PhysicalCard): Transfer =>
  transfer('gift-card.withdrawn', `gift-card:${card.cardId}:withdrawn`, [[giftCard(card.cardId), card.value]], ofSupplier(card))

/** A card may expire again, after money came back to it. */
export const giftCardExpired = (cause: string, cardId: number, left: Amount): Transfer =>
  transfer('gift-card.expired', cause, [[giftCard(cardId), left]], [['revenue:breakage', left]])

/** A company paid an invoice of its wallet: all that came is in it. */
export const walletToppedUp = (cause: string, userId: number, amount: Amount): Transfer =>
  transfer('wallet.topped-up', cause, [[BANK, amount]], [[wallet(userId), amount]])

/** What is in a wallet goes back to its company by hand. */
export const walletEmptied = (cause: string, userId: number, amount: Amount): Transfer =>
  transfer('wallet.emptied', cause, [[wallet(userId), amount]], [[BANK, amount]])

/** Points as an apology. */
export const goodwill = (cause: string, userId: number, amount: Amount): Transfer =>
  transfer('goodwill', cause, [['cost:goodwill', amount]], [[points(userId), amount]])

/** An order's price that nobody will pay. */
export const writtenOff = (cause: string, orderId: number, amount: Amount): Transfer =>
  transfer('written-off', cause, [['cost:write-off', amount]], [[receivable(orderId), amount]])

/** What a provider keeps for itself of the money that it took. */
export const providerFee = (cause: string, provider: string, amount: Amount): Transfer =>
  transfer('provider-fee', cause, [['cost:provider-fees', amount]], [[clearing(provider), amount]])
