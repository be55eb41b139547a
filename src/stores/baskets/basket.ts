import * as baskets from '#contract/baskets/calls.ts'
import type { Basket, BasketItem, NewBasketItem } from '#contract/baskets/calls.ts'
import { formatQuantity } from '#domain/time/date-format.ts'
import { UNIT } from '#domain/enums.ts'
import { $mirror } from './snapshot.ts'
import { addedNow, isGrantedShown, showAdded } from './basket-passing.ts'
import {
  $basketFlags,
  acceptBasket,
  fetchedBasket,
  followOtherTabs,
  loadBasket,
  paintMirror,
  settleBasket,
  shownBasket
} from './basket-state.ts'
import { cancelSending, inTurn, sendNow, sendSoon, sendWaiting } from './basket-sending.ts'
import { itemsOf, keyOfItem, lineKey } from './basket-view.ts'
import { forgetAllWishes, wish, wishesNow } from './basket-wishes.ts'
import { announce } from '#stores/announce.ts'
import { environment } from '#stores/environment.ts'
import { isFailure, reportOrShow } from '#stores/errors.ts'
import { ask, askIn } from '#stores/modals.ts'
import { $place } from '#stores/addresses/location.ts'
import { $session, restoreSession } from '#stores/auth/session.ts'
import { ApiError } from '#client/call.ts'

export { $basket, $basketFlags, $basketStatus, $shortItems, INITIAL, loadBasket } from './basket-state.ts'

/** What a button knows of a product. */
export interface Addition {
  productId: number
  quantity: number
  options?: number[]
  name: string
  unitId?: number
}
/** busy: an add runs already; queued: no connection, it will be sent. */
export type Added = 'added' | 'busy' | 'refused' | 'queued'

let started: Promise<void> | null = null

/** Once a page: who is signed in, the basket, what still waits to be sent; then follows session, place and the other tabs. */
export const startBasket = (): Promise<void> => (started ??= start())

const start = async (): Promise<void> => {
  followOtherTabs()
  await restoreSession()
  $session.listen((session, before) => {
    if (session.state !== before?.state) void loadBasket()
  })
  $place.listen((place, before) => {
    if (JSON.stringify(place) !== JSON.stringify(before)) void loadBasket()
  })
  $mirror.listen(({ basketVersion }) => {
    const version = fetchedBasket()?.version
    if (version !== undefined && basketVersion !== -1 && (basketVersion !== version || isGrantedShown())) void loadBasket()
  })
  await loadBasket()
  sendWaiting()
}

/** Codes that ask whether to empty the basket and start anew (spec section 4: another supplier kind). */
const START_ANEW = [
  'OTHER_SUPPLIER',
  'RESTAURANTS_OR_SHOPS_ONLY',
  'DIGITAL_PRODUCTS_ORDERED_ALONE',
  'LEAVE_GROUP_ORDER_FOR_SERVICE'
] as const

/**
 * Adds a product: shown at once, taken back when it is refused. Blocked while another add runs; 428 and 430 set their flags and a success
 * clears them; then the basket is reloaded.
 */
export const addToBasket = async (addition: Addition, startAnew = false): Promise<Added> => {
  if ($basketFlags.get().adding) return 'busy'
  $basketFlags.setKey('adding', true)
  const { productId, quantity, options = [], name } = addition
  const seen = $mirror.get()
  const hide = showAdded(lineKey(productId, options), { ...addition, options, quantity: quantityOf(productId, options) + quantity })
  paintMirror()
  const body: NewBasketItem = {
    productId,
    quantity,
    ...(options.length ? { selectedOptions: options } : {}),
    ...(startAnew ? { startAnew } : {})
  }
  try {
    await inTurn(async () => {
      const reply = await environment().call(baskets.add, { body })
      $basketFlags.setKey('adding', false)
      $basketFlags.set({ ...$basketFlags.get(), overloaded: false, doneOverloaded: false, limitError: false })
      void announce('basket:said.added', { name })
      if (!(await loadBasket())) acceptBasket(reply)
    })
    return 'added'
  } catch (cause) {
    $basketFlags.setKey('adding', false)
    hide()
    if (!fetchedBasket()) $mirror.set(seen)
    paintMirror()
    return await refused(cause, addition)
  } finally {
    hide()
    paintMirror()
  }
}

const refused = async (cause: unknown, addition: Addition): Promise<Added> => {
  if (isFailure(cause, 'NETWORK')) {
    wish({ ...addition, options: addition.options ?? [], quantity: quantityOf(addition.productId, addition.options) + addition.quantity })
    paintMirror()
    sendWaiting()
    return 'queued'
  }
  if (isFailure(cause, ...START_ANEW)) return (await ask('startAnew')) ? addToBasket(addition, true) : 'refused'
  if (isFailure(cause, 'FORBIDDEN') && !environment().caller.isAdult?.()) return addAsAdult(addition)
  if (cause instanceof ApiError && cause.code === 428)
    $basketFlags.set({ ...$basketFlags.get(), overloaded: true, limitError: cause.type === 'GROUP_ORDER_LIMIT_ISSUE' })
  if (cause instanceof ApiError && cause.code === 430) $basketFlags.setKey('doneOverloaded', true)
  reportOrShow(cause)
  return 'refused'
}

/** Asks for the age, then adds. A person's page loads anew after that (spec section 4): not before the product is in. */
const addAsAdult = async (addition: Addition): Promise<Added> => {
  if (!(await askIn('age-confirmation', {}))) return 'refused'
  const added = await addToBasket(addition)
  const { navigate, path } = environment()
  if ($session.get().state === 'user') navigate(path())
  return added
}

const findShown = (key: string): BasketItem | undefined => {
  const basket = shownBasket()
  return basket ? itemsOf(basket).find((item) => keyOfItem(item) === key) : undefined
}

/** How much of it is in the basket as shown. */
export const quantityOf = (productId: number, options: readonly number[] = []): number => {
  const key = lineKey(productId, options)
  return (
    (wishesNow()[key] ?? addedNow()[key] ?? findShown(key))?.quantity ?? $mirror.get().lines.find((line) => line.key === key)?.quantity ?? 0
  )
}

/** Shows the new quantity at once and sends it a moment later, the last one only; 0 removes at once. A refusal reloads the basket. */
export const setQuantity = (line: Addition): void => {
  const { productId, quantity, options = [], name } = line
  const key = wish({ productId, options, quantity: Math.max(0, quantity), name })
  paintMirror()
  if (quantity > 0) {
    const unitId = findShown(key)?.unitId ?? UNIT.piece
    void announce('basket:said.quantity', { name, quantity: formatQuantity(quantity, unitId, environment().locale) })
    return sendSoon(key)
  }
  void announce('basket:said.removed', { name })
  void sendNow(key)
}

export const setItemQuantity = (item: BasketItem, quantity: number): void =>
  setQuantity({ productId: item.productId, options: item.selectedOptions.map(({ id }) => id), quantity, name: item.name })

/** Asks, then empties the basket whole. */
export const clearBasket = async (): Promise<void> => {
  if (!(await ask('clearBasket'))) return
  cancelSending()
  forgetAllWishes()
  await change(() => environment().call(baskets.empty, { params: { sessionId: shownBasket()?.sessionId || environment().anonymousId() } }))
  void announce('basket:said.cleared')
}

/** Sold-out lines go, lines above the stock come down to it; one call, so nothing is half done. */
export const fitToStock = (): Promise<void> => {
  const basket = fetchedBasket()
  if (!basket) return Promise.resolve()
  const left = new Map<number, number>()
  const items = itemsOf(basket).flatMap((item): NewBasketItem[] => {
    const rest = item.stock === null ? item.quantity : (left.get(item.productId) ?? item.stock)
    const quantity = Math.min(item.quantity, rest)
    if (item.availability === 'gone' || quantity < item.minimumPurchase) return []
    left.set(item.productId, rest - quantity)
    return [{ productId: item.productId, quantity, selectedOptions: item.selectedOptions.map(({ id }) => id) }]
  })
  return change(() => environment().call(baskets.replace, { body: { items } }))
}

/** A change of the whole basket: its answer is the basket; a refusal reloads it. */
const change = async (work: () => Promise<Basket>): Promise<void> => {
  try {
    await settleBasket(await work())
  } catch (cause) {
    await loadBasket()
    reportOrShow(cause)
  }
}
