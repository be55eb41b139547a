import { and, desc, eq, inArray } from 'drizzle-orm'
import type { CardRefusal } from '#contract/orders/calls.ts'
import { ORDER_STATUS, type OrderStatus } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { PaymentRow } from './payment-row.ts'

/** Action codes of both banks. A page that timed out before the buyer filled it in, or that the shop closed, counts as abandoned. */
const INSUFFICIENT_FUNDS = 116
const ABANDONED = [-100, -2007]

/** Returns why the bank declined an attempt; null when it did not, or has not answered yet. */
export const refusalOf = ({ state, actionCode }: Pick<PaymentRow, 'state' | 'actionCode'>): CardRefusal | null => {
  if (state !== 'declined' || (actionCode !== null && ABANDONED.includes(actionCode))) return null
  return actionCode === INSUFFICIENT_FUNDS ? 'funds' : 'declined'
}

/** Returns, by order id, why its owner's last attempt to pay an unpaid order was declined. One query; none when no order is unpaid. */
export const cardRefusals = async (
  ctx: Context,
  found: readonly { id: number; status: OrderStatus }[]
): Promise<ReadonlyMap<number, CardRefusal | null>> => {
  const unpaid = found.filter(({ status }) => status === ORDER_STATUS.NEW_NOT_PAID).map(({ id }) => id)
  if (unpaid.length === 0) return new Map()
  const { orders, orderTenders, payments } = schema
  const last = await ctx.db
    .selectDistinctOn([payments.orderId], { orderId: payments.orderId, state: payments.state, actionCode: payments.actionCode })
    .from(payments)
    .innerJoin(orderTenders, eq(orderTenders.id, payments.tenderId))
    .innerJoin(orders, and(eq(orders.id, payments.orderId), eq(orders.userId, orderTenders.payerId)))
    .where(inArray(payments.orderId, unpaid))
    .orderBy(payments.orderId, desc(payments.id))
  return new Map(last.map((payment) => [payment.orderId, refusalOf(payment)]))
}
