import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { ORDER_MODE } from '#domain/enums.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { countBelow } from '#server/services/core/rate-limit.ts'
import type { LockOrder } from '../locked-order.ts'
import { findPayment, type PaymentRow } from '../payment-row.ts'
import { settleFound } from '../settle-payment.ts'
import { isPaidByAll } from '#domain/orders/group-order.ts'
import { OPEN_PAYMENT_STATES, wasCaptured } from '#domain/payment.ts'
import { BankUnavailable } from '#server/adapters/payment/port.ts'

/** Where a buyer returns to. `unconfirmed`: only its provider will say whether it was paid, and has not said so yet. */
export interface Returned {
  number: string
  /** Of a share of a group order: where it is shown to everybody in it. */
  group: { alias: string; hash: string } | null
  unconfirmed: boolean
  /** It pays a gift card, which is shown with the others. */
  isOfGiftCards: boolean
  /** The language it was begun in, where the provider brings none back. */
  language: string | undefined
}

/** How often in a minute returns of one payment ask its provider: anybody may repeat a return. The job asks besides. */
const ASKED_PER_MINUTE = 10

/**
 * Settles a payment when the buyer returns from the bank. Returns the order to show; null when the bank's reference is unknown. The bank is
 * not asked about a payment whose money has arrived or went back, nor when `mayAsk` is false.
 */
export const settleReturn = async (ctx: Context, bankRef: string, lockOrder: LockOrder, mayAsk: boolean): Promise<Returned | null> => {
  const { groupOrders, orders, payments, suppliers } = schema
  // A tip is shown with the order that it is for.
  const tipped = alias(orders, 'tipped')
  const [found] = await ctx.db
    .select({
      payment: payments,
      number: sql<string>`coalesce(${tipped.number}, ${orders.number})`,
      mode: orders.orderMode,
      type: groupOrders.type,
      hash: groupOrders.hash,
      supplier: suppliers.alias
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .leftJoin(tipped, eq(tipped.id, orders.tipFor))
    .leftJoin(groupOrders, eq(groupOrders.id, orders.groupOrderId))
    .leftJoin(suppliers, eq(suppliers.id, groupOrders.supplierId))
    .where(eq(payments.bankRef, bankRef))
  if (!found) return null
  try {
    if (mayAsk && !wasCaptured(found.payment.state) && (await isBelowLimit(ctx, found.payment)))
      await settleFound(ctx, found.payment, lockOrder)
  } catch (cause) {
    // The reconciling job asks again; until then the order's page shows the stored state.
    if (!(cause instanceof BankUnavailable)) throw cause
  }
  const { id, provider: name, formUrl } = found.payment
  const provider = Object.values(ctx.adapters.payments).find((each) => each?.provider === name)
  const saysItself = provider?.notices !== undefined && !provider.status
  const { type, hash, supplier } = found
  const group = type !== null && hash !== null && supplier !== null && isPaidByAll({ type }) ? { hash, alias: supplier } : null
  return {
    number: found.number,
    group,
    isOfGiftCards: found.mode === ORDER_MODE.ELECTRONIC,
    unconfirmed: saysItself && (await isOpen(ctx, id)),
    language: provider?.languageOf?.(formUrl ?? '')
  }
}

const isBelowLimit = (ctx: Context, { id }: PaymentRow): Promise<boolean> =>
  countBelow(ctx, { key: `payment:return:${id}`, seconds: 60, max: ASKED_PER_MINUTE }, false)

const isOpen = async (ctx: Context, id: number): Promise<boolean> => {
  const payment = await findPayment(ctx, eq(schema.payments.id, id))
  return OPEN_PAYMENT_STATES.some((state) => state === payment?.state)
}
