import type { Context } from '#server/context.ts'
import { reconcilePayments as reconcile } from '#server/services/payments/reconcile.ts'
import { refundPaymentsOf, settlePaymentsOf } from '#server/services/payments/settle-payments.ts'
import { settleReturn as settleBack } from '#server/services/payments/settle-return.ts'
import { startPayment as start, type StartedPayment } from '#server/services/payments/start-payment.ts'
import { lockPayableOrder } from './payable-order.ts'

// Payments do not depend on orders: their verbs are bound here to the lock through which they change an order.

export const settleOrder = (ctx: Context, orderId: number): Promise<boolean> => settlePaymentsOf(ctx, orderId, lockPayableOrder)

export const refundOrder = (ctx: Context, orderId: number): Promise<void> => refundPaymentsOf(ctx, orderId, lockPayableOrder)

export const startPayment = (ctx: Context, orderId: number): Promise<StartedPayment> => start(ctx, orderId, lockPayableOrder)

export const settleReturn = (ctx: Context, bankRef: string): Promise<string | null> => settleBack(ctx, bankRef, lockPayableOrder)

export const reconcilePayments = (ctx: Context, goesOn?: () => boolean): Promise<number> => reconcile(ctx, lockPayableOrder, goesOn)
