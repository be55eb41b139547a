import * as orders from '#contract/orders/calls.ts'
import type { OrderReplacement } from '#contract/orders/calls.ts'
import { announce } from '#stores/announce.ts'
import { environment } from '#stores/environment.ts'
import { reportOrShow } from '#stores/errors.ts'
import { task } from '#stores/tasks.ts'
import { orderStore } from './order.ts'

/** Takes what is offered, or leaves the line out. What was answered meanwhile is said, and the page shows how it is now. */
export const answerReplacement = task(async (orderNumber: string, { id, name }: OrderReplacement, accept: boolean): Promise<void> => {
  try {
    const { state } = await environment().call(orders.answerReplacement, { params: { id }, body: { accept } })
    void announce(state === 'accepted' ? 'orderInfo:replacement.done.accepted' : 'orderInfo:replacement.done.declined', { name })
  } catch (cause) {
    reportOrShow(cause)
  }
  await orderStore(orderNumber).reload()
})
