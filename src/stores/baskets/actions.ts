import * as baskets from '#contract/baskets/calls.ts'
import type { Basket, BasketItem, NewBasketItem } from '#contract/baskets/calls.ts'
import { formatQuantity } from '#domain/time/date-format.ts'
import { UNIT } from '#domain/enums.ts'
import { announce } from '#stores/announce.ts'
import { environment } from '#stores/environment.ts'
import { isFailure, reportOrShow } from '#stores/errors.ts'
import { ask, openModal } from '#stores/modals.ts'
import { $session } from '#stores/auth/session.ts'
import { ApiError } from '#client/call.ts'
import { $basketFlags, beginAdding, endAdding } from './flags.ts'
import { findItem, itemsOf, lineKey, optionIdsOf } from './lines.ts'
import { loadBasket, saveSnapshot, settleBasket } from './load.ts'
import { agreesToStartAnew, confirmsAdult, START_ANEW } from './questions.ts'
import { dropAllPending, pendingLines, putAddition, putQuantity } from './pending.ts'
import { cancelSending, enqueueChange, sendNow, sendOrThrow, sendSoon } from './queue.ts'
import { confirmedBasket } from './server.ts'
import { quantityOf, shownBasket } from './shown.ts'

/** The product data a button provides. */
export interface Choice {
  productId: number
  quantity: number
  options?: number[]
  name: string
  unitId?: number
}
/** busy: this line is being added already; queued: no connection, sent later. */
export type Added = 'added' | 'busy' | 'refused' | 'queued'

/**
 * Adds a product: shown optimistically, sent through the queue, rolled back when refused. Blocked while the same line is being added. Codes
 * 428 and 430 set their flags and a success clears them; then the basket is reloaded.
 */
export const addToBasket = async (choice: Choice, startAnew = false): Promise<Added> => {
  const { productId, quantity: added, options = [], name, unitId } = choice
  const key = lineKey(productId, options)
  if (!beginAdding(key)) return 'busy'
  const line = { productId, options, quantity: quantityOf(productId, options) + added, name, ...(unitId !== undefined && { unitId }) }
  // A pending quantity of this line absorbs the addition.
  if (pendingLines()[key]) putQuantity(line)
  else putAddition(key, { ...line, added })
  saveSnapshot()
  try {
    await sendOrThrow(key, startAnew)
    return 'added'
  } catch (cause) {
    endAdding(key)
    return await handleRefusal(cause, choice)
  } finally {
    endAdding(key)
  }
}

const handleRefusal = async (cause: unknown, choice: Choice): Promise<Added> => {
  if (isFailure(cause, 'NETWORK')) return 'queued'
  if (isFailure(cause, ...START_ANEW)) {
    const { agreed, isFirst } = await agreesToStartAnew()
    return agreed ? addToBasket(choice, isFirst) : 'refused'
  }
  if (isFailure(cause, 'CHANGE_MODE_TO_DELIVERY')) {
    const { name, productId, quantity, options = [] } = choice
    openModal('pick-up error', { message: cause.message, ...supplierIn(cause), queued: { productId, quantity, options, name } })
    return 'refused'
  }
  if (isFailure(cause, 'FORBIDDEN') && !environment().caller.isAdult?.()) return addAsAdult(choice)
  if (cause instanceof ApiError && cause.code === 428) {
    const limitError = cause.type === 'GROUP_ORDER_LIMIT_ISSUE'
    $basketFlags.set({ ...$basketFlags.get(), overloaded: true, limitError })
    // No dialog (spec section 8): it stands beside the basket.
    if (limitError) void announce('basket:overLimit')
  }
  if (cause instanceof ApiError && cause.code === 430) $basketFlags.setKey('doneOverloaded', true)
  reportOrShow(cause)
  return 'refused'
}

/** The supplier that a refusal names. */
const supplierIn = (cause: unknown): { supplierId?: number } => {
  const data = cause instanceof ApiError ? cause.data : null
  const named = typeof data === 'object' && data !== null && 'supplierId' in data ? data.supplierId : null
  return typeof named === 'number' ? { supplierId: named } : {}
}

/** Asks for the age, then adds. A user's page reloads afterwards (spec section 4), once the product is in the basket. */
const addAsAdult = async (choice: Choice): Promise<Added> => {
  if (!(await confirmsAdult()).agreed) return 'refused'
  const added = await addToBasket(choice)
  const { navigate, path } = environment()
  if ($session.get().state === 'user') navigate(path())
  return added
}

/** Shows the new quantity at once and sends only the last one after a delay; 0 is sent immediately. A refusal reloads the basket. */
export const setQuantity = ({ productId, quantity, options = [], name }: Choice): void => {
  const key = putQuantity({ productId, options, quantity: Math.max(0, quantity), name })
  saveSnapshot()
  if (quantity > 0) {
    const unitId = findItem(shownBasket(), key)?.unitId ?? UNIT.piece
    void announce('basket:said.quantity', { name, quantity: formatQuantity(quantity, unitId, environment().locale) })
    return sendSoon(key)
  }
  void announce('basket:said.removed', { name })
  void sendNow(key)
}

export const setItemQuantity = (item: BasketItem, quantity: number): void =>
  setQuantity({ productId: item.productId, options: optionIdsOf(item), quantity, name: item.name })

/** Empties the whole basket after a confirmation. */
export const clearBasket = async (): Promise<void> => {
  if (!(await ask('clearBasket'))) return
  cancelSending()
  dropAllPending()
  await replaceBasket(() => {
    const { call, anonymousId } = environment()
    return call(baskets.empty, { params: { sessionId: shownBasket()?.sessionId || anonymousId() } })
  })
  void announce('basket:said.cleared')
}

/** Removes sold-out lines and reduces lines above the stock to it. One call, so the change is atomic. */
export const fitToStock = (): Promise<void> =>
  replaceBasket((basket) => environment().call(baskets.replace, { body: { items: itemsInStock(basket) } }))

const itemsInStock = (basket: Basket): NewBasketItem[] => {
  const left = new Map<number, number>()
  return itemsOf(basket).flatMap((item): NewBasketItem[] => {
    const rest = item.stock === null ? item.quantity : (left.get(item.productId) ?? item.stock)
    const quantity = Math.min(item.quantity, rest)
    if (item.availability === 'gone' || quantity < item.minimumPurchase) return []
    left.set(item.productId, rest - quantity)
    return [{ productId: item.productId, quantity, selectedOptions: optionIdsOf(item) }]
  })
}

/** Queues a change of the whole basket. The response is the new basket; a refusal reloads it. */
const replaceBasket = (work: (confirmed: Basket) => Promise<Basket>): Promise<void> =>
  enqueueChange(async () => {
    const confirmed = confirmedBasket()
    if (!confirmed) return
    try {
      await settleBasket(await work(confirmed))
    } catch (cause) {
      await loadBasket()
      reportOrShow(cause)
    }
  })
