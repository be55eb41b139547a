import { eq } from 'drizzle-orm'
import type { Amount } from '#domain/money.ts'
import { ORDER_STATUS, type OrderStatus } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'
import { spendableCards, type GiftCardRow } from '#server/services/gift-cards/cards.ts'
import { spendCard } from '#server/services/gift-cards/spend.ts'
import { postFunded } from '#server/services/payments/books/post-captured.ts'
import { CORPORATE_WALLET, GIFT_CARDS, POINTS, type Method } from '#server/services/payments/methods.ts'
import { isPrepaid } from '#server/services/receipts/is-prepaid.ts'
import { lockCorporateBalance } from '#server/services/wallet/corporate/balance.ts'
import { spendCorporate } from '#server/services/wallet/corporate/spend.ts'
import { lockPoints, spendPoints } from '#server/services/wallet/spend-points.ts'
import { lockOrder } from '../order-row.ts'
import { fundOrder } from '../payable-order.ts'
import { sumOfShares, type OwnShares } from './own-shares.ts'

interface Paying {
  userId: number
  shares: OwnShares
  total: Amount
}

/** Gift cards, points and the corporate wallet pay their shares of an order just written; where that is all of it, the order is paid. */
export const payWithOwnMoney = async <Placed extends { id: number; status: OrderStatus }>(
  tx: Context,
  placed: Placed,
  { userId, shares, total }: Paying
): Promise<Placed> => {
  await spendShares(tx, placed.id, userId, shares)
  if (sumOfShares(shares) < total) return placed
  const { orders } = schema
  await postFunded(tx, placed.id)
  const order = await lockOrder(tx, eq(orders.id, placed.id))
  if (order) await fundOrder(tx, order)
  return { ...placed, status: ORDER_STATUS.PAID }
}

/** Writes a tender for each, and takes its money. CHECKOUT_OUTDATED when another order took it meanwhile. */
export const spendShares = async (tx: Context, orderId: number, userId: number, shares: OwnShares): Promise<void> => {
  await payWithCards(tx, orderId, userId, shares)
  await payWithPoints(tx, orderId, userId, shares)
  await payWithCorporateWallet(tx, orderId, userId, shares)
}

const payWithCards = async (tx: Context, orderId: number, userId: number, { cards }: OwnShares): Promise<void> => {
  if (cards.length === 0) return
  const locked = await spendableCards(tx, userId, true)
  for (const { cardId, amount } of cards) {
    const card = locked.find(({ id }) => id === cardId)
    // Another order took it meanwhile.
    if (!card || card.balance < amount) throw fail('CHECKOUT_OUTDATED', { field: 'giftCardAmount' })
    const tenderId = await writeTender(tx, orderId, userId, GIFT_CARDS, amount, card)
    await spendCard(tx, card, { cardId, orderId, tenderId, amount })
  }
}

const payWithPoints = async (tx: Context, orderId: number, userId: number, { points: amount }: OwnShares): Promise<void> => {
  if (amount === 0) return
  const locked = await lockPoints(tx, userId)
  // Another order took them meanwhile.
  if (locked.available < amount) throw fail('CHECKOUT_OUTDATED', { field: 'walletAmount' })
  const tenderId = await writeTender(tx, orderId, userId, POINTS, amount, null)
  await spendPoints(tx, locked, { userId, orderId, tenderId, amount })
}

const payWithCorporateWallet = async (tx: Context, orderId: number, userId: number, { corporate: amount }: OwnShares): Promise<void> => {
  if (amount === 0) return
  // Another order took it meanwhile.
  if ((await lockCorporateBalance(tx, userId)) < amount) throw fail('CHECKOUT_OUTDATED', { field: 'corporateWalletAmount' })
  const tenderId = await writeTender(tx, orderId, userId, CORPORATE_WALLET, amount, null)
  await spendCorporate(tx, { userId, orderId, tenderId, amount })
}

const writeTender = async (
  tx: Context,
  orderId: number,
  payerId: number,
  { id: methodId }: Method,
  amount: Amount,
  card: GiftCardRow | null
): Promise<number> => {
  const [tender] = await tx.db
    .insert(schema.orderTenders)
    .values({
      ...{ orderId, payerId, methodId, amount, state: 'captured', createdAt: new Date(tx.now()) },
      ...(card && { giftCardId: card.id, prepaid: await isPrepaid(tx, card) })
    })
    .returning({ id: schema.orderTenders.id })
  if (!tender) throw new Error('the inserted tender was not returned')
  return tender.id
}
