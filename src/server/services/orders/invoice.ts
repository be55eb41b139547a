import { and, eq } from 'drizzle-orm'
import type { OrderInvoice } from '#contract/orders/calls.ts'
import { UNIT } from '#domain/enums.ts'
import { toAmd } from '#domain/money.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { topUpIdOf } from '#domain/rewards/corporate-wallet.ts'
import { toIso, yerevan } from '#domain/time/yerevan-time.ts'
import { getTranslator } from '#i18n/translate.ts'
import { bankAccountOf } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { fail } from '#server/services/core/fail.ts'
import { invoiceOf, transferredFor } from '#server/services/payments/transfers/invoice.ts'
import { readOwnOrder } from './order-row.ts'

/** Returns the invoice of one order of the caller, or of their corporate wallet. ORDER_NOT_FOUND, also for orders of other people and for those without an invoice. */
export const orderInvoice = async (ctx: Context, orderNumber: string): Promise<OrderInvoice> => {
  const topUpId = topUpIdOf(orderNumber)
  if (topUpId !== null) return topUpInvoice(ctx, topUpId, orderNumber)
  const { order, items } = await readOwnOrder(ctx, orderNumber)
  const invoice = await invoiceOf(ctx, order.id)
  const seller = bankAccountOf(ctx.config)
  if (!invoice || !seller) throw fail('ORDER_NOT_FOUND', { field: 'orderNumber' })
  return {
    orderNumber,
    issuedAt: toIso(invoice.createdAt.getTime()),
    lastDay: yerevan(invoice.dueAt.getTime() - 1).date,
    seller,
    buyer: { name: invoice.companyName, tin: invoice.tin },
    lines: items.map(({ name, quantity, unitId, totalPrice }) => ({
      name: name[ctx.locale],
      quantity,
      unitId,
      totalPrice: toAmd(totalPrice)
    })),
    packingPrice: toAmd(order.packingPrice),
    deliveryPrice: toAmd(order.deliveryPrice),
    serviceFee: toAmd(order.serviceFee),
    voucherDiscount: toAmd(order.voucher),
    total: toAmd(order.total),
    received: toAmd(await transferredFor(ctx, order.id)),
    status: order.status
  }
}

/** The same of a corporate wallet: one line, which is the money. */
const topUpInvoice = async (ctx: Context, id: number, orderNumber: string): Promise<OrderInvoice> => {
  const { walletTopUps } = schema
  const own = and(eq(walletTopUps.id, id), eq(walletTopUps.userId, requireUser(ctx).userId))
  const [found] = await ctx.db.select().from(walletTopUps).where(own)
  const seller = bankAccountOf(ctx.config)
  if (!found || !seller) throw fail('ORDER_NOT_FOUND', { field: 'orderNumber' })
  const total = toAmd(found.amount)
  return {
    ...{ orderNumber, seller, issuedAt: toIso(found.createdAt.getTime()), lastDay: yerevan(found.dueAt.getTime() - 1).date },
    buyer: { name: found.companyName, tin: found.tin },
    lines: [{ name: getTranslator(ctx.locale)('invoice:topUp'), quantity: 1, unitId: UNIT.piece, totalPrice: total }],
    ...{ packingPrice: 0, deliveryPrice: 0, serviceFee: 0, voucherDiscount: 0, total, received: toAmd(found.received) },
    status: found.received < found.amount ? ORDER_STATUS.NEW_NOT_PAID : ORDER_STATUS.PAID
  }
}
