import { doorReceived } from '#domain/ledger/received.ts'
import type { Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import { methodOf } from './methods.ts'
import { postFunded } from './books/post-captured.ts'
import { isReceived, moveTenders, tendersOf } from './tender-rows.ts'

/** Marks the pay-on-delivery tenders of a locked order as captured. Called when the order was handed over. */
export const captureOnDelivery = async (tx: Context, { id: orderId, total }: { id: number; total: Amount }): Promise<void> => {
  const tenders = await tendersOf(tx, orderId)
  const due = tenders.filter(({ state, methodId }) => state === 'held' && !methodOf(methodId).waits)
  if (due.length === 0) return
  await moveTenders(tx, due, 'captured')
  const received = due.map(({ id, amount, methodId, courier }) => {
    const { door } = methodOf(methodId)
    if (!door) throw new Error(`method ${methodId} takes no money at the door`)
    return doorReceived({ tenderId: id, orderId, amount, money: door, ...(courier === null ? {} : { courier }) })
  })
  const captured = tenders.map((tender) => (due.includes(tender) ? { ...tender, state: 'captured' as const } : tender))
  if (isReceived(total, captured)) await postFunded(tx, orderId, { received, tenders: captured })
  else await postTransfers(tx, received)
}
