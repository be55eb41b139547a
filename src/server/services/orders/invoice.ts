import type { OrderInvoice } from '#contract/orders/calls.ts'
import { toAmd } from '#domain/money.ts'
import { toIso, yerevan } from '#domain/time/yerevan-time.ts'
import { bankAccountOf } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import { invoiceOf, transferredFor } from '#server/services/payments/transfers/invoice.ts'
import { readOwnOrder } from './order-row.ts'

/** Returns the invoice of one order of the caller. ORDER_NOT_FOUND, also for orders of other people and for those without an invoice. */
export const orderInvoice = async (ctx: Context, orderNumber: string): Promise<OrderInvoice> => {
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
