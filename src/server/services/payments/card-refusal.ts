import { desc, inArray } from 'drizzle-orm'
import type { CardRefusal } from '#contract/orders/calls.ts'
import { ORDER_STATUS, type OrderStatus } from '#domain/order-status.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { PaymentRow } from './payment-row.ts'

/** Action codes of the ArCa family. A page nobody filled in before the bank closed it counts as left, not as refused. */
const INSUFFICIENT_FUNDS = 116
const NEVER_FILLED_IN = -2007

/** Why the bank refused an attempt; null: it did not, or has not answered. */
export const refusalOf = ({ state, actionCode }: Pick<PaymentRow, 'state' | 'actionCode'>): CardRefusal | null => {
  if (state !== 'declined' || actionCode === NEVER_FILLED_IN) return null
  return actionCode === INSUFFICIENT_FUNDS ? 'funds' : 'declined'
}

/** By order id, why the last attempt of an unpaid order was refused; one query, none when every order is paid or needs no money. */
export const cardRefusals = async (
  ctx: Context,
  orders: readonly { id: number; status: OrderStatus }[]
): Promise<ReadonlyMap<number, CardRefusal | null>> => {
  const unpaid = orders.filter(({ status }) => status === ORDER_STATUS.NEW_NOT_PAID).map(({ id }) => id)
  if (unpaid.length === 0) return new Map()
  const { payments } = schema
  const last = await ctx.db
    .selectDistinctOn([payments.orderId], { orderId: payments.orderId, state: payments.state, actionCode: payments.actionCode })
    .from(payments)
    .where(inArray(payments.orderId, unpaid))
    .orderBy(payments.orderId, desc(payments.id))
  return new Map(last.map((payment) => [payment.orderId, refusalOf(payment)]))
}
