import { and, asc, eq, sql } from 'drizzle-orm'
import { discountedLines, fiscalTotal, goodsLine, returnedLines, serviceLine, type FiscalLine } from '#domain/fiscal/lines.ts'
import { splitPaid, sumOfPaid, type Paid } from '#domain/fiscal/prepayment.ts'
import type { ReturnContent, SaleContent } from '#domain/fiscal/receipt.ts'
import { boxPrice } from '#domain/gift-cards/box.ts'
import type { Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { registerOf } from './register.ts'

const { fiscalReceipts, orderItems, orderParts, orders, suppliers, users } = schema
type Item = typeof orderItems.$inferSelect

/** What the service takes as a buyer's tax id. */
const TIN = /^\d{8}$/

// Words of the receipt, which the law wants in Armenian.
const [PACKING, DELIVERY, SERVICE, ORDER] = ['Փաթեթավորում', 'Առաքում', 'Սպասարկման վճար', 'Պատվեր']

interface Sale {
  content: SaleContent
  /** Of gift cards that are sold: a prepayment, which has no lines. */
  prepayment: boolean
}

/**
 * Requests the receipts of a locked order whose money is all there: one of goods, one of gift cards. Nothing happens without a fiscal
 * service, or a second time.
 */
export const requestSale = async (tx: Context, orderId: number, paid: Paid): Promise<void> => {
  const { fiscal } = tx.adapters
  if (!fiscal) return
  const sales = (await salesOf(tx, orderId, paid)).filter(({ content }) => sumOfPaid(content) > 0)
  if (sales.length === 0) return
  const register = await registerOf(tx, fiscal)
  const at = new Date(tx.now())
  const common = { registerId: register.id, orderId, kind: 'sale' as const, sendAfter: at, createdAt: at }
  await tx.db
    .insert(fiscalReceipts)
    .values(sales.map((sale) => ({ ...common, ...sale, amount: sumOfPaid(sale.content) })))
    .onConflictDoNothing()
}

const salesOf = async (tx: Context, orderId: number, paid: Paid): Promise<Sale[]> => {
  const items = await tx.db.select().from(orderItems).where(eq(orderItems.orderId, orderId)).orderBy(asc(orderItems.id))
  const parts = await tx.db
    .select({
      ...{ id: orderParts.id, packingPrice: orderParts.packingPrice },
      ...{ deliveryPrice: orderParts.deliveryPrice, voucherDelivery: orderParts.voucherDelivery },
      isOfCards: sql<boolean>`${suppliers.kind} = 'giftCard' and ${suppliers.admissions} is null`
    })
    .from(orderParts)
    .innerJoin(suppliers, eq(suppliers.id, orderParts.supplierId))
    .where(eq(orderParts.orderId, orderId))
    .orderBy(asc(orderParts.id))
  const [buyer] = await tx.db
    .select({ tin: users.tin, total: sql<number>`${orders.total} - ${orders.tip}`.mapWith(Number) })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, orderId))
  const tin = TIN.test(buyer?.tin ?? '') ? (buyer?.tin ?? null) : null
  // An order of electronic gift cards has no parts.
  if (parts.length === 0) return [{ content: { lines: [], ...paid, tin }, prepayment: true }]
  const sold = items.filter(({ quantity }) => quantity > 0)
  const cards = sold.filter(({ partId }) => parts.some(({ id, isOfCards }) => isOfCards && id === partId))
  const forCards = Math.min(
    sumOfPaid(paid),
    cards.reduce((sum, item) => sum + item.totalPrice - item.voucher - boxPrice(item), 0)
  )
  const { goods, giftCards } = splitPaid(paid, forCards)
  const lines = [
    ...sold.map((item) =>
      cards.includes(item) ? boxLine(item) : goodsLine({ ...item, name: item.name.hy, totalPrice: item.totalPrice - item.voucher })
    ),
    ...parts.map(({ id, packingPrice }) => serviceLine(`packing:${id}`, PACKING, packingPrice)),
    ...parts.map(({ id, deliveryPrice, voucherDelivery }) => serviceLine(`delivery:${id}`, DELIVERY, deliveryPrice - voucherDelivery))
  ].filter(({ price }) => price > 0)
  const points = Math.max(0, (buyer?.total ?? 0) - sumOfPaid(paid))
  return [
    { content: { lines: addedUp(lines, sumOfPaid(goods), points), ...goods, tin }, prepayment: false },
    { content: { lines: [], ...giftCards, tin }, prepayment: true }
  ]
}

/** The boxes of gift cards: what is on the cards is on a receipt of its own. */
const boxLine = (item: Item): FiscalLine => {
  const paid = item.options.filter(({ price }) => price > 0)
  return goodsLine({
    ...item,
    name: paid.map(({ name }) => name.hy).join(', '),
    unitPrice: paid.reduce((sum, { price }) => sum + price, 0),
    totalPrice: boxPrice(item)
  })
}

/** Lines that add up to what was paid with money, after a discount of points on all of them. What is left is the service fee. */
const addedUp = (lines: readonly FiscalLine[], money: Amount, points: Amount): FiscalLine[] => {
  const fee = money + points - lines.reduce((sum, line) => sum + fiscalTotal(line), 0)
  // Money that is there is never refused for its receipt: one line says the sum, and the check of receipts stays true.
  if (fee < 0) return discountedLines([serviceLine('order', ORDER, money + points)], points)
  return discountedLines(fee > 0 ? [...lines, serviceLine('fee', SERVICE, fee)] : lines, points)
}

export interface Returned {
  refundId: number
  paid: Paid
  /** By the key of a line: how much of how much. */
  shares: ReadonlyMap<string, { part: number; of: number }>
  /** What of it was paid for gift cards, without their boxes. */
  giftCards: Amount
}

/** Requests the return receipts of a refund. An order without a receipt has no return. */
export const requestReturn = async (tx: Context, orderId: number, { refundId, paid, shares, giftCards }: Returned): Promise<void> => {
  const sales = await tx.db
    .select()
    .from(fiscalReceipts)
    .where(and(eq(fiscalReceipts.orderId, orderId), eq(fiscalReceipts.kind, 'sale')))
  // Orders that were paid before gift cards had a receipt of their own have one for everything.
  const isSplit = sales.some(({ prepayment }) => prepayment)
  const split = splitPaid(paid, isSplit ? Math.min(giftCards, sumOfPaid(paid)) : 0)
  const at = new Date(tx.now())
  const returns = sales.flatMap(({ registerId, prepayment, content: sale }) => {
    const back = prepayment ? split.giftCards : split.goods
    const amount = sumOfPaid(back)
    // Points that come back were no sale.
    if (amount === 0 || !('lines' in sale)) return []
    const content: ReturnContent = { back: returnedLines(sale.lines, shares), ...back }
    return [{ registerId, orderId, kind: 'return' as const, prepayment, refundId, content, amount, sendAfter: at, createdAt: at }]
  })
  if (returns.length > 0) await tx.db.insert(fiscalReceipts).values(returns).onConflictDoNothing()
}
