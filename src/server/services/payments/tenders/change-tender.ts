import type { Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { closePayments } from '../close-payments.ts'
import { methodOf, type Method } from '../methods.ts'
import { giveTransfersBack } from '../transfers/give-back.ts'
import { moveTenders, tendersOf } from '../tender-rows.ts'

/**
 * Replaces the awaited tenders of a locked order, or one payer's, by one of another method, of `less` than they were. A payment still open at its provider stays monitored and is
 * refunded if it arrives.
 */
export const changeTender = async (
  tx: Context,
  orderId: number,
  method: Method,
  { payer, less = 0 }: { payer?: number; less?: Amount } = {}
): Promise<void> => {
  const waiting = (await tendersOf(tx, orderId)).filter(
    ({ state, methodId, payerId }) => state === 'held' && methodOf(methodId).waits && (payer === undefined || payerId === payer)
  )
  const [first] = waiting
  if (!first) throw new Error(`order ${orderId} has no awaited tender`)
  await closePayments(tx, waiting)
  await giveTransfersBack(tx, waiting, 'method')
  await moveTenders(tx, waiting, 'released')
  await tx.db.insert(schema.orderTenders).values({
    orderId,
    payerId: first.payerId,
    methodId: method.id,
    amount: waiting.reduce((sum, { amount }) => sum + amount, -less),
    createdAt: new Date(tx.now())
  })
}
