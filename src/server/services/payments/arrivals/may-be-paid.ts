import { eq } from 'drizzle-orm'
import type { Amount } from '#domain/money.ts'
import { OPEN_PAYMENT_STATES } from '#domain/payment.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import type { LockOrder } from '../locked-order.ts'
import { findPayment, type PaymentRow } from '../payment-row.ts'
import { tendersOf } from '../tender-rows.ts'

/** Whether an order waits for exactly this money by this payment. */
export const mayBePaid = (ctx: Context, { id, orderId, tenderId }: PaymentRow, amount: Amount, lockOrder: LockOrder): Promise<boolean> =>
  withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, orderId)
    const payment = await findPayment(tx, eq(schema.payments.id, id))
    const tender = (await tendersOf(tx, orderId)).find((each) => each.id === tenderId)
    const isOpen = payment !== null && OPEN_PAYMENT_STATES.some((state) => state === payment.state)
    return isOpen && order?.isAwaiting === true && tender?.state === 'held' && tender.amount === amount
  })
