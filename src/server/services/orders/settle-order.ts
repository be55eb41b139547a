import type { Context } from '#server/context.ts'
import type { CardChoice } from '#server/services/payments/cards/card-choice.ts'
import { receiveNotice as receive } from '#server/services/payments/arrivals/receive-notice.ts'
import { reconcilePayments as reconcile } from '#server/services/payments/reconcile.ts'
import { endOtherCard as endOther } from '#server/services/payments/cards/end-other-card.ts'
import { refundPaymentsOf, settlePaymentsOf } from '#server/services/payments/settle-payments.ts'
import { payByToken as payBy } from '#server/services/payments/arrivals/payment-sheet.ts'
import { settleReturn as settleBack, type Returned } from '#server/services/payments/arrivals/settle-return.ts'
import type { StartedPayment } from '#server/services/payments/cards/charge-card.ts'
import { startPayment as start } from '#server/services/payments/start-payment.ts'
import { lockPayableOrder } from './payable-order.ts'

// Payments do not depend on orders: their verbs are bound here to the lock through which they change an order.

/** `payerId`: only what this person pays. */
export const settleOrder = (ctx: Context, orderId: number, payerId?: number): Promise<boolean> =>
  settlePaymentsOf(ctx, orderId, lockPayableOrder, payerId)

export const refundOrder = (ctx: Context, orderId: number): Promise<void> => refundPaymentsOf(ctx, orderId, lockPayableOrder)

export const startPayment = (ctx: Context, orderId: number, choice: CardChoice, isNew = false): Promise<StartedPayment> =>
  start(ctx, orderId, choice, lockPayableOrder, isNew)

export const endOtherCard = (ctx: Context, orderId: number, choice: CardChoice): Promise<void> =>
  endOther(ctx, orderId, choice, lockPayableOrder)

export const receiveNotice = (ctx: Context, name: string, fields: Readonly<Record<string, string>>): Promise<string | null> =>
  receive(ctx, name, fields, lockPayableOrder)

export const payByToken = (ctx: Context, bankRef: string, token: Readonly<Record<string, unknown>>): Promise<boolean | null> =>
  payBy(ctx, bankRef, token, lockPayableOrder)

export const settleReturn = (ctx: Context, bankRef: string, mayAsk: boolean): Promise<Returned | null> =>
  settleBack(ctx, bankRef, lockPayableOrder, mayAsk)

export const reconcilePayments = (ctx: Context, goesOn?: () => boolean): Promise<number> => reconcile(ctx, lockPayableOrder, goesOn)
