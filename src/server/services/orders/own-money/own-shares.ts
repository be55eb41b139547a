import { inArray } from 'drizzle-orm'
import type { NewOrder } from '#contract/orders/calls.ts'
import { fromAmd, type Amount } from '#domain/money.ts'
import { isPaidByAll } from '#domain/orders/group-order.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { pointsCover } from '#server/services/baskets/pricing/basket-points.ts'
import { cardsCover } from '#server/services/baskets/pricing/basket-gift-cards.ts'
import type { PricedBasket } from '#server/services/baskets/pricing/price.ts'
import { fail } from '#server/services/core/fail.ts'
import { spendableCards, type GiftCardRow } from '#server/services/gift-cards/cards.ts'
import { requireSpendable } from '#server/services/gift-cards/require-spendable.ts'
import type { CardShare } from '#server/services/gift-cards/spend.ts'
import { GIFT_CARDS, NOTHING_LEFT, POINTS, type Method } from '#server/services/payments/methods.ts'
import { availablePoints } from '#server/services/wallet/spend-points.ts'
import { refusal } from '../checks.ts'

/** What a person pays with money that the shop keeps for them. */
export interface OwnShares {
  cards: readonly CardShare[]
  points: Amount
}

export const sumOfShares = ({ cards, points }: OwnShares): Amount => cards.reduce((sum, { amount }) => sum + amount, points)

/** The method of an order that is paid by such money alone; null while something is left for another one. */
export const methodOfShares = (shares: OwnShares, total: Amount): Method | null => {
  if (sumOfShares(shares) < total) return null
  if (shares.points === 0) return GIFT_CARDS
  return shares.cards.length === 0 ? POINTS : NOTHING_LEFT
}

/** Whether an order names a method that is none: everything is to be paid by gift cards and points. */
export const needsNoMethod = ({ paymentId, useWallet = false, useGiftCard = false }: NewOrder): boolean =>
  (useWallet || useGiftCard) && [POINTS, GIFT_CARDS, NOTHING_LEFT].some(({ id }) => id === paymentId)

/**
 * Returns what gift cards and then points pay of a checked basket, as the person saw it. PAYMENT_METHOD_UNAVAILABLE where everybody pays a
 * share, beside a transfer (gift cards: NO_GIFT_CARDS_WITH_BANK_TRANSFER), and when they were to pay all of it and do not;
 * CHECKOUT_OUTDATED when they pay another amount than was shown; the code of a named card that cannot be spent.
 */
export const ownSharesOf = async (
  tx: Context,
  userId: number,
  basket: PricedBasket,
  input: NewOrder,
  method: Method
): Promise<OwnShares> => {
  const { useWallet = false, walletAmount, useGiftCard = false, giftCardAmount } = input
  if (!useWallet && !useGiftCard) return { cards: [], points: 0 }
  requirePossible(basket, input, method)
  const cards = useGiftCard ? cardsCover(await chosenCards(tx, userId, input.cards), basket) : []
  const byCards = sumOfShares({ cards, points: 0 })
  const points = useWallet ? pointsCover(await availablePoints(tx, userId), basket, byCards) : 0
  const isOther = (shown: number | undefined, amount: Amount): boolean => shown !== undefined && fromAmd(shown) !== amount
  if (isOther(giftCardAmount, byCards)) throw refusal(tx, basket, 'CHECKOUT_OUTDATED', { field: 'giftCardAmount' })
  if (isOther(walletAmount, points)) throw refusal(tx, basket, 'CHECKOUT_OUTDATED', { field: 'walletAmount' })
  const shares = { cards, points }
  if (needsNoMethod(input) && methodOfShares(shares, basket.totals.total) === null)
    throw fail('PAYMENT_METHOD_UNAVAILABLE', { field: 'paymentId' })
  return shares
}

const requirePossible = (basket: PricedBasket, { useGiftCard }: NewOrder, method: Method): void => {
  if (method.invoiced && useGiftCard) throw fail('NO_GIFT_CARDS_WITH_BANK_TRANSFER', { field: 'useGiftCard' })
  if (!method.invoiced && !(basket.group && isPaidByAll(basket.group))) return
  throw fail('PAYMENT_METHOD_UNAVAILABLE', {
    field: useGiftCard ? 'useGiftCard' : 'useWallet',
    vars: { context: useGiftCard ? 'giftCards' : 'points' }
  })
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
