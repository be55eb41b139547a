import { atom } from 'nanostores'
import { baskets, type OrderModeState } from '#contract/baskets.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { loadBasket } from './basket-state.ts'
import { environment } from './environment.ts'
import { openModal } from './modals.ts'
import { reportOrShow } from './errors.ts'
import { restoreSession } from './session.ts'

const DELIVERY: OrderModeState = { orderMode: ORDER_MODE.DELIVERY, branchId: null, supplierId: null }
const $orderMode = atom<OrderModeState>(DELIVERY)
export { $orderMode }

export const loadOrderMode = async (): Promise<void> => {
  try {
    $orderMode.set(await environment().call(baskets.orderMode))
  } catch (cause) {
    reportOrShow(cause)
  }
}

/** Sets the mode, then reloads the basket it may have changed. A guest who turns on pickup is sent to login (spec section 4). */
export const setOrderMode = async (next: OrderModeState): Promise<boolean> => {
  const session = await restoreSession()
  if (next.orderMode === ORDER_MODE.PICK_UP && session.state !== 'user') {
    openModal('login', { redirect: environment().path(), enablePickup: true })
    return false
  }
  try {
    $orderMode.set(await environment().call(baskets.setOrderMode, { body: next }))
    await loadBasket()
    return true
  } catch (cause) {
    reportOrShow(cause)
    return false
  }
}
