import type { Context } from '#server/context.ts'
import { methodOf } from './methods.ts'
import { moveTenders, tendersOf } from './tender-rows.ts'

/** Marks the pay-on-delivery tenders of a locked order as captured. Called when the order was handed over. */
export const captureOnDelivery = async (tx: Context, orderId: number): Promise<void> => {
  const tenders = await tendersOf(tx, orderId)
  await moveTenders(
    tx,
    tenders.filter(({ state, methodId }) => state === 'held' && !methodOf(methodId).waits),
    'captured'
  )
}
