import type { Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { closePayments } from '../close-payments.ts'
import type { Method } from '../methods.ts'
import { moveTenders, tendersOf, type TenderRow } from '../tender-rows.ts'

export const isHeld = ({ state }: TenderRow): boolean => state === 'held'

/** Releases tenders of a locked order that nobody has paid. A payment still open at its provider is refunded if it arrives. */
export const releaseUnpaid = async (tx: Context, tenders: readonly TenderRow[]): Promise<void> => {
  await closePayments(tx, tenders)
  await moveTenders(tx, tenders, 'released')
}

/** What one person still owes of a locked order becomes another amount: one tender takes the place of theirs; none of nothing. */
export const setDue = async (tx: Context, orderId: number, payerId: number, amount: Amount, methodId: Method['id']): Promise<void> => {
  const held = (await tendersOf(tx, orderId)).filter((tender) => isHeld(tender) && tender.payerId === payerId)
  const [last] = held.toReversed()
  await releaseUnpaid(tx, held)
  if (amount > 0)
    await tx.db
      .insert(schema.orderTenders)
      .values({ orderId, payerId, methodId: last?.methodId ?? methodId, amount, createdAt: new Date(tx.now()) })
}
