import type { Context } from '#server/context.ts'
import { methodOf } from './methods.ts'
import { moveTenders, tendersOf } from './tender-rows.ts'

/** A locked order was handed over: what is paid at the door was taken there. */
export const captureAtDoor = async (tx: Context, orderId: number): Promise<void> => {
  const tenders = await tendersOf(tx, orderId)
  await moveTenders(
    tx,
    tenders.filter(({ state, methodId }) => state === 'held' && !methodOf(methodId).waits),
    'captured'
  )
}
