import { atom } from 'nanostores'
import { reorder as reorderCall } from '#contract/baskets/reorder-call.ts'
import type { Reordered } from '#contract/baskets/reorder.ts'
import { announce } from '#stores/announce.ts'
import { openBasket } from '#stores/baskets/drawer.ts'
import { sendChange } from '#stores/baskets/load.ts'
import { agreesToStartAnew, confirmsAdult, START_ANEW } from '#stores/baskets/questions.ts'
import { enqueueChange } from '#stores/baskets/queue.ts'
import { startBasket } from '#stores/baskets/start.ts'
import { environment } from '#stores/environment.ts'
import { isFailure, reportOrShow } from '#stores/errors.ts'
import { openModal } from '#stores/modals.ts'

/** What the last order that was ordered again brought. */
const $reordered = atom<Reordered>({ linesInBasket: 0, changes: [] })
export { $reordered }

/**
 * Puts an order into the basket again and opens it; what differs from the order is said first. Another family in the basket and goods for
 * adults ask as adding does.
 */
export const reorder = async (orderId: number, startAnew = false): Promise<void> => {
  try {
    const reordered = await putIntoBasket(orderId, startAnew)
    $reordered.set(reordered)
    if (reordered.changes.length > 0) return openModal('out-of-stock-info-details', {})
    void announce('reorder:said')
    openBasket()
  } catch (cause) {
    if (isFailure(cause, ...START_ANEW)) return (await agreesToStartAnew()).agreed ? reorder(orderId, true) : undefined
    if (isFailure(cause, 'FORBIDDEN') && !environment().caller.isAdult?.())
      return (await confirmsAdult()).agreed ? reorder(orderId, startAnew) : undefined
    if (isFailure(cause, 'CHANGE_MODE_TO_DELIVERY')) return openModal('pick-up error', { message: cause.message })
    reportOrShow(cause)
  }
}

const putIntoBasket = async (orderId: number, startAnew: boolean): Promise<Reordered> => {
  void startBasket()
  let reordered: Reordered | undefined
  await enqueueChange(() =>
    sendChange(async (query) => {
      const { basket, ...rest } = await environment().call(reorderCall, { params: { id: orderId }, query, body: { startAnew } })
      reordered = rest
      return basket
    })
  )
  if (!reordered) throw new Error('the order was not put into the basket')
  return reordered
}
