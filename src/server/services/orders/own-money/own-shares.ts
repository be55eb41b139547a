import { inArray } from 'drizzle-orm'
import type { NewOrder } from '#contract/orders/calls.ts'
import type { OwnMoneyUse } from '#contract/orders/own-money.ts'
import { fromAmd, type Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { billOf, pointsCover, type Bill } from '#server/services/baskets/pricing/bill.ts'
import type { PricedBasket } from '#server/services/baskets/pricing/price.ts'
import { fail } from '#server/services/core/fail.ts'
import { spendableCards, type GiftCardRow } from '#server/services/gift-cards/cards.ts'
import { requireSpendable } from '#server/services/gift-cards/require-spendable.ts'
import { sharesOfCards, type CardShare } from '#server/services/gift-cards/spend.ts'
import { GIFT_CARDS, NOTHING_LEFT, POINTS, type Method, type Purchase } from '#server/services/payments/methods.ts'
import { purchaseOfBasket } from '#server/services/payments/transfers/purchase.ts'
import { corporateBalance, takesCorporateWallet } from '#server/services/wallet/corporate/balance.ts'
import { availablePoints, coveredBy } from '#server/services/wallet/spend-points.ts'
import { refusal } from '../checks.ts'

/** What a person pays with money that the shop keeps for them. */
export interface OwnShares {
  cards: readonly CardShare[]
  points: Amount
  /** Of the corporate wallet. */
  corporate: Amount
}

const NO_SHARES: OwnShares = { cards: [], points: 0, corporate: 0 }

export const sumOfShares = ({ cards, points, corporate }: OwnShares): Amount =>
  cards.reduce((sum, { amount }) => sum + amount, points + corporate)

/** The method of an order that is paid by such money, or a voucher, alone; null while something is left for another one. */
export const methodOfShares = (shares: OwnShares, total: Amount): Method | null => {
  if (sumOfShares(shares) < total) return null
  if (total === 0 || shares.corporate > 0) return NOTHING_LEFT
  if (shares.points === 0) return GIFT_CARDS
  return shares.cards.length === 0 ? POINTS : NOTHING_LEFT
}

export const usesOwn = ({ useWallet, useGiftCard, useCorporateWallet }: OwnMoneyUse): boolean =>
  [useWallet, useGiftCard, useCorporateWallet].includes(true)

/** Whether an order names a method that is none: everything is to be paid by gift cards, points and the corporate wallet. */
export const needsNoMethod = (input: NewOrder): boolean =>
  usesOwn(input) && [POINTS, GIFT_CARDS, NOTHING_LEFT].some(({ id }) => id === input.paymentId)

/**
 * Returns what gift cards, then points, then the corporate wallet pay of a checked basket, or of the own share where everybody pays, as the
 * person saw it. PAYMENT_METHOD_UNAVAILABLE beside a transfer (gift cards: NO_GIFT_CARDS_WITH_BANK_TRANSFER), and when they were to pay all of
 * it and do not; CORPORATE_WALLET_UNAVAILABLE for who is no company, and where a supplier takes no corporate wallet;
 * CHECKOUT_OUTDATED when they pay another amount than was shown; the code of a named card that cannot be spent.
 */
export const ownSharesOf = async (
  tx: Context,
  userId: number,
  basket: PricedBasket,
  input: NewOrder,
  method: Method
): Promise<OwnShares> => {
  if (!usesOwn(input)) return NO_SHARES
  requirePossible(input, method)
  const shares = await sharesOfBill(tx, userId, billOf(basket), input, {
    purchase: () => purchaseOfBasket(tx),
    outdated: (field) => refusal(tx, basket, 'CHECKOUT_OUTDATED', { field })
  })
  if (needsNoMethod(input) && methodOfShares(shares, basket.totals.total) === null)
    throw fail('PAYMENT_METHOD_UNAVAILABLE', { field: 'paymentId' })
  return shares
}

interface Billed {
  /** Who buys from whom. */
  purchase: () => Promise<Purchase | null>
  /** CHECKOUT_OUTDATED, for the field whose amount is another one by now. */
  outdated: (field: string) => Error
}

/** Returns what each pays of a bill, as the person saw it. Codes as above. */
export const sharesOfBill = async (
  tx: Context,
  userId: number,
  bill: Bill,
  use: OwnMoneyUse,
  { purchase, outdated }: Billed
): Promise<OwnShares> => {
  const cards = use.useGiftCard ? sharesOfCards(await chosenCards(tx, userId, use.cards), bill.due) : []
  const byCards = sumOfShares({ ...NO_SHARES, cards })
  const points = use.useWallet ? pointsCover(await availablePoints(tx, userId), bill, byCards) : 0
  if (use.useCorporateWallet && !takesCorporateWallet(await purchase()))
    throw fail('CORPORATE_WALLET_UNAVAILABLE', { field: 'useCorporateWallet' })
  const corporate = use.useCorporateWallet ? coveredBy(await corporateBalance(tx, userId), bill.due - byCards - points) : 0
  const isOther = (shown: number | undefined, amount: Amount): boolean => shown !== undefined && fromAmd(shown) !== amount
  if (isOther(use.giftCardAmount, byCards)) throw outdated('giftCardAmount')
  if (isOther(use.walletAmount, points)) throw outdated('walletAmount')
  if (isOther(use.corporateWalletAmount, corporate)) throw outdated('corporateWalletAmount')
  return { cards, points, corporate }
}

const requirePossible = ({ useGiftCard, useCorporateWallet }: NewOrder, method: Method): void => {
  if (!method.invoiced) return
  if (useGiftCard) throw fail('NO_GIFT_CARDS_WITH_BANK_TRANSFER', { field: 'useGiftCard' })
  if (useCorporateWallet) throw fail('CORPORATE_WALLET_UNAVAILABLE', { field: 'useCorporateWallet' })
  throw fail('PAYMENT_METHOD_UNAVAILABLE', { field: 'useWallet', vars: { context: 'points' } })
}

/** The cards that the person names, each of which has to be spendable; without names, all that are. */
const chosenCards = async (tx: Context, userId: number, ids: readonly number[] | undefined): Promise<GiftCardRow[]> => {
  const spendable = await spendableCards(tx, userId)
  if (ids === undefined || ids.length === 0) return spendable
  const named = await tx.db
    .select()
    .from(schema.giftCards)
    .where(inArray(schema.giftCards.id, [...ids]))
  for (const id of ids)
    requireSpendable(
      tx,
      named.find((card) => card.id === id),
      userId,
      'cards'
    )
  return spendable.filter(({ id }) => ids.includes(id))
}
