import { and, eq, inArray, not, sql } from 'drizzle-orm'
import type { OrderToPay } from '#contract/orders/calls.ts'
import type { ShareMoney } from '#contract/orders/own-money.ts'
import { toAmd, type Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { announceGroupChange } from '#server/services/baskets/group/announce-change.ts'
import { corporateWalletFor } from '#server/services/baskets/pricing/basket-corporate-wallet.ts'
import { presentGiftCards } from '#server/services/baskets/pricing/basket-gift-cards.ts'
import { pointsCover, type Bill } from '#server/services/baskets/pricing/bill.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { spendableCards } from '#server/services/gift-cards/cards.ts'
import { sharesOfCards } from '#server/services/gift-cards/spend.ts'
import { POINTS } from '#server/services/payments/methods.ts'
import { isHeld, setDue } from '#server/services/payments/tenders/payer-tenders.ts'
import { tendersOf, type TenderRow } from '#server/services/payments/tender-rows.ts'
import { purchaseOfOrder } from '#server/services/payments/transfers/purchase.ts'
import { methodsOfVoucher, requireAllowed } from '#server/services/vouchers/allowed-methods.ts'
import { availablePoints } from '#server/services/wallet/spend-points.ts'
import type { OrderRow } from '../order-row.ts'
import { methodOfShares, sharesOfBill, sumOfShares } from '../own-money/own-shares.ts'
import { spendShares } from '../own-money/pay-with-own-money.ts'
import { fundIfCovered } from './fund-if-covered.ts'
import { lockCollecting } from './shared-order.ts'

interface Share extends Bill {
  /** Names of suppliers of whose goods in it points pay only those that are marked. */
  labelledAt: string[]
}

/** What the shop keeps for a person, and what of their share it would pay; null when nothing of it is due. */
export const shareMoney = async (
  ctx: Context,
  order: OrderRow,
  tenders: readonly TenderRow[],
  userId: number
): Promise<ShareMoney | null> => {
  const share = await shareOf(ctx, order, tenders, userId)
  if (share.due === 0) return null
  const cards = await spendableCards(ctx, userId)
  const available = await availablePoints(ctx, userId)
  return {
    giftCards: presentGiftCards(cards, sharesOfCards(cards, share.due)),
    points: { available: toAmd(available), covers: toAmd(pointsCover(available, share, 0)), labelledAt: share.labelledAt },
    ...(await corporateWalletFor(ctx, userId, await purchaseOfOrder(ctx, order.id)))
  }
}

/**
 * What the shop keeps for a person pays what it can of their share, at once; with it the order may be paid. Safe to repeat: each pays until it
 * is used up, or nothing is due. Codes: ALREADY_PAID, CHECKOUT_OUTDATED, CORPORATE_WALLET_UNAVAILABLE, those of gift cards, and
 * PAYMENT_METHOD_UNAVAILABLE where it would pay all of a share whose voucher asks for another method.
 */
export const payShareWithOwnMoney = (ctx: Context, orderId: number, userId: number, input: OrderToPay): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const { order } = await lockCollecting(tx, orderId)
    const share = await shareOf(tx, order, await tendersOf(tx, orderId), userId)
    if (share.due === 0) throw fail('ALREADY_PAID')
    const paying = await sharesOfBill(tx, userId, share, input, {
      purchase: () => purchaseOfOrder(tx, orderId),
      outdated: (field) => fail('CHECKOUT_OUTDATED', { field })
    })
    const paid = sumOfShares(paying)
    if (paid === 0) return
    const method = methodOfShares(paying, share.due)
    if (method) requireAllowed(await methodsOfVoucher(tx, order), method.id)
    await setDue(tx, orderId, userId, share.due - paid, order.paymentId)
    await spendShares(tx, orderId, userId, paying)
    if (!(await fundIfCovered(tx, order))) await announceGroupChange(tx)
  })

const sum = (rows: readonly { amount: Amount }[]): Amount => rows.reduce((all, { amount }) => all + amount, 0)

const shareOf = async (ctx: Context, order: OrderRow, tenders: readonly TenderRow[], userId: number): Promise<Share> => {
  const theirs = tenders.filter(({ payerId, state }) => payerId === userId && state !== 'released')
  const due = sum(theirs.filter(isHeld))
  if (due === 0) return { due, byPoints: 0, labelledAt: [] }
  const refused = await refusedGoods(ctx, order, tenders, userId)
  const byPointsBefore = sum(theirs.filter(({ state, methodId }) => state === 'captured' && methodId === POINTS.id))
  return {
    due,
    byPoints: sum(theirs) - sum(refused) - byPointsBefore,
    labelledAt: refused.map(({ name }) => name[ctx.locale])
  }
}

/** Goods that a person pays for and points do not, by supplier. The initiator pays for who has no share: what they chose was taken over. */
const refusedGoods = (ctx: Context, order: OrderRow, tenders: readonly TenderRow[], userId: number) => {
  const { orderItems, products, suppliers } = schema
  const others = [...new Set(tenders.flatMap(({ payerId, state }) => (payerId === userId || state === 'released' ? [] : [payerId])))]
  return ctx.db
    .select({ name: suppliers.name, amount: sql<string>`sum(${orderItems.totalPrice} - ${orderItems.voucher})`.mapWith(Number) })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .innerJoin(suppliers, eq(suppliers.id, products.supplierId))
    .where(
      and(
        eq(orderItems.orderId, order.id),
        order.userId === userId ? not(inArray(orderItems.userId, others)) : eq(orderItems.userId, userId),
        eq(suppliers.pointsLabelled, true),
        sql`not ${products.labels} @> '["use_points"]'::jsonb`
      )
    )
    .groupBy(suppliers.id)
}
