import { and, asc, eq, sql } from 'drizzle-orm'
import { discountedLines, fiscalTotal, goodsLine, returnedLines, serviceLine } from '#domain/fiscal/lines.ts'
import type { ReturnContent, SaleContent } from '#domain/fiscal/receipt.ts'
import type { Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { registerOf } from './register.ts'

const { fiscalReceipts, orderItems, orderParts, orders, users } = schema

/** How an amount was paid, or goes back: cash, gift cards that were bought before, and everything else. */
export interface Paid {
  cash: Amount
  card: Amount
  prepaid?: Amount
}

const sumOf = ({ cash, card, prepaid = 0 }: Paid): Amount => cash + card + prepaid

/** What the service takes as a buyer's tax id. */
const TIN = /^\d{8}$/

// Words of the receipt, which the law wants in Armenian.
const [PACKING, DELIVERY, SERVICE, ORDER] = ['Փաթեթավորում', 'Առաքում', 'Սպասարկման վճար', 'Պատվեր']

/** Requests the receipt of a locked order whose money is all there. Nothing happens without a fiscal service, or a second time. */
export const requestSale = async (tx: Context, orderId: number, paid: Paid): Promise<void> => {
  const { fiscal } = tx.adapters
  if (!fiscal) return
  const content = await saleOf(tx, orderId, paid)
  const amount = sumOf(paid)
  if (amount === 0) return
  const register = await registerOf(tx, fiscal)
  const at = new Date(tx.now())
  await tx.db
    .insert(fiscalReceipts)
    .values({ registerId: register.id, orderId, kind: 'sale', content, amount, sendAfter: at, createdAt: at })
    .onConflictDoNothing()
}

const saleOf = async (tx: Context, orderId: number, paid: Paid): Promise<SaleContent> => {
  const { cash, card, prepaid = 0 } = paid
  const items = await tx.db.select().from(orderItems).where(eq(orderItems.orderId, orderId)).orderBy(asc(orderItems.id))
  const parts = await tx.db.select().from(orderParts).where(eq(orderParts.orderId, orderId)).orderBy(asc(orderParts.id))
  const [buyer] = await tx.db
    .select({ tin: users.tin, total: sql<number>`${orders.total} - ${orders.tip}`.mapWith(Number) })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, orderId))
  const lines = [
    ...items
      .filter(({ quantity }) => quantity > 0)
      .map((item) => goodsLine({ ...item, name: item.name.hy, totalPrice: item.totalPrice - item.voucher })),
    ...parts.map(({ id, packingPrice }) => serviceLine(`packing:${id}`, PACKING, packingPrice)),
    ...parts.map(({ id, deliveryPrice, voucherDelivery }) => serviceLine(`delivery:${id}`, DELIVERY, deliveryPrice - voucherDelivery))
  ].filter(({ price }) => price > 0)
  // What is left is the service fee: the receipt adds up to the price, and then to what was paid with money.
  const points = Math.max(0, (buyer?.total ?? 0) - sumOf(paid))
  const fee = sumOf(paid) + points - lines.reduce((sum, line) => sum + fiscalTotal(line), 0)
  if (fee > 0) lines.push(serviceLine('fee', SERVICE, fee))
  // Money that is there is never refused for its receipt: one line says the sum, and the check of receipts stays true.
  if (fee < 0) lines.splice(0, lines.length, serviceLine('order', ORDER, sumOf(paid) + points))
  const tin = TIN.test(buyer?.tin ?? '') ? (buyer?.tin ?? null) : null
  // Gift cards that are sold are a prepayment, which has no lines.
  if (parts.length === 0) return { lines: [], cash, card, tin }
  return { lines: discountedLines(lines, points), cash, card, ...(prepaid > 0 && { prepaid }), tin }
}

export interface Returned {
  refundId: number
  paid: Paid
  /** By the key of a line: how much of how much. */
  shares: ReadonlyMap<string, { part: number; of: number }>
}

/** Requests the return receipt of a refund. An order without a receipt has no return. */
export const requestReturn = async (tx: Context, orderId: number, { refundId, paid, shares }: Returned): Promise<void> => {
  const [sale] = await tx.db
    .select()
    .from(fiscalReceipts)
    .where(and(eq(fiscalReceipts.orderId, orderId), eq(fiscalReceipts.kind, 'sale')))
  if (!sale || !('lines' in sale.content)) return
  const amount = sumOf(paid)
  // Points that come back were no sale.
  if (amount === 0) return
  const content: ReturnContent = { back: returnedLines(sale.content.lines, shares), ...paid }
  const at = new Date(tx.now())
  await tx.db
    .insert(fiscalReceipts)
    .values({ registerId: sale.registerId, orderId, kind: 'return', refundId, content, amount, sendAfter: at, createdAt: at })
    .onConflictDoNothing()
}
