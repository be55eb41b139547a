import * as baskets from '#contract/baskets/calls.ts'
import { ApiError } from '#client/call.ts'
import { environment } from '#stores/environment.ts'
import { reportOrShow } from '#stores/errors.ts'
import { loadBasket, settleBasket } from './load.ts'
import { enqueueChange } from './queue.ts'

/** Enters a promo code after all other changes of the basket. Returns the sentence of its refusal; null when it was taken. */
export const enterPromoCode = async (promoCode: string): Promise<string | null> => {
  let refusal: string | null = null
  await enqueueChange(async () => {
    try {
      await settleBasket(await environment().call(baskets.enterVoucher, { body: { promoCode } }))
    } catch (cause) {
      if (cause instanceof ApiError && cause.type !== 'NETWORK' && cause.type !== 'UNAUTHORIZED') refusal = cause.message
      else reportOrShow(cause)
    }
  })
  return refusal
}

export const removePromoCode = (): Promise<void> =>
  enqueueChange(async () => {
    try {
      await settleBasket(await environment().call(baskets.removeVoucher, {}))
    } catch (cause) {
      await loadBasket()
      reportOrShow(cause)
    }
  })
