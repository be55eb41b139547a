import { atom } from 'nanostores'
import * as baskets from '#contract/baskets/calls.ts'
import type { NewOrderMode } from '#contract/baskets/order-mode.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import type { BranchNear } from '#contract/catalogue/branches.ts'
import type { Point } from '#domain/delivery.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { ApiError } from '#client/call.ts'
import { $location } from '#stores/addresses/location.ts'
import { announce } from '#stores/announce.ts'
import { $session } from '#stores/auth/session.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, type Failure } from '#stores/errors.ts'
import type { ModalParameters, QueuedProduct } from '#stores/modal-list.ts'
import { checkoutPath } from '#stores/orders/order-actions.ts'
import { ask, closeAllModals, replaceModal } from '#stores/modals.ts'
import { addToBasket } from './actions.ts'
import { entriesOf } from './lines.ts'
import { loadBasket } from './load.ts'
import { enqueueChange } from './queue.ts'
import { confirmedBasket } from './server.ts'
import { startBasket } from './start.ts'

/** A branch where orders are handed over. `km` and `pickup` as in the contract. */
export type PickupBranch = BranchNear & { pickup: NonNullable<BranchNear['pickup']> }

/** Choosing where to fetch an order. placeless: the branches cannot be sorted by distance yet; noSupplier: nothing says whose they are. */
export type Pickup =
  | { state: 'loading' }
  | { state: 'noSupplier' }
  | { state: 'placeless'; supplierId: number }
  | { state: 'ready'; supplierId: number; supplier: string; branches: readonly PickupBranch[] }
  | { state: 'failed'; failure: Failure }

type Asked = ModalParameters['supplier-branches']

const LOADING: Pickup = { state: 'loading' }
const $pickup = atom<Pickup>(LOADING)
export { $pickup }

const pointOf = (): Point | null => {
  const { latitude, longitude } = $location.get()
  return latitude === null || longitude === null ? null : { lat: latitude, lng: longitude }
}

/** The supplier that is asked for, else the only one of the basket. */
const supplierOf = (asked: number | undefined): number | undefined => {
  const basket = confirmedBasket()
  const [only, ...others] = basket ? entriesOf(basket) : []
  return asked ?? (others.length === 0 ? only?.supplier.id : undefined)
}

/** Where pickup goes on after a sign-in: this page of the supplier, else the checkout. */
const pathBack = (here: boolean): string => (here ? environment().path() : checkoutPath())

const hands = (branch: BranchNear): branch is PickupBranch => branch.pickup !== null

/**
 * Begins pickup at a supplier (spec section 4): a guest signs in first and comes back with pickup on; the only branch is taken by itself;
 * several are listed by their distance from the known place or from `point`.
 */
export const startPickup = async ({ supplierId: asked, queued, here = false }: Asked, point = pointOf()): Promise<void> => {
  $pickup.set(LOADING)
  await startBasket()
  const { call } = environment()
  if ($session.get().state !== 'user') return replaceModal('login', { redirect: pathBack(here), enablePickup: true })
  const supplierId = supplierOf(asked)
  if (supplierId === undefined) return $pickup.set({ state: 'noSupplier' })
  try {
    const { name, branches } = await call(catalogue.supplier, { params: { id: supplierId } })
    const [only, ...others] = branches.filter(({ pickup }) => pickup)
    const current = confirmedBasket()?.orderMode.branchId
    if (only && others.length === 0 && current !== only.branchId) return void (await choosePickup(supplierId, only.branchId, queued))
    if (!point && others.length > 0) return $pickup.set({ state: 'placeless', supplierId })
    const query = point ?? { lat: only?.lat ?? 0, lng: only?.lng ?? 0 }
    const near = await call(catalogue.branchesByCoordinates, { params: { supplierId }, query })
    $pickup.set({ state: 'ready', supplierId, supplier: name, branches: near.filter(hands) })
  } catch (cause) {
    $pickup.set({ state: 'failed', failure: failureOf(cause) })
  }
}

/** Begins, and begins again when another place is chosen. Returns the function that stops following. */
export const followPickup = (asked: Asked): (() => void) => {
  void startPickup(asked)
  return $location.listen(() => void startPickup(asked))
}

const putMode = (body: NewOrderMode): Promise<void> =>
  enqueueChange(async () => {
    await environment().call(baskets.setOrderMode, { body })
    await loadBasket()
  })

/** The products that a refused change of the mode names. */
const losesOf = (cause: ApiError): string => {
  const { data } = cause
  const names = typeof data === 'object' && data !== null && 'loses' in data && Array.isArray(data.loses) ? data.loses : []
  return names.filter((name) => typeof name === 'string').join(', ')
}

/** Sets pickup; what the basket would lose is asked about first. Returns false when that was not agreed to. */
const setPickup = async (body: NewOrderMode): Promise<boolean> => {
  try {
    await putMode(body)
    return true
  } catch (cause) {
    if (!(cause instanceof ApiError) || !isFailure(cause, 'DIFFERENT_BRANCHES', 'RESTAURANT_CLOSED_OTHER_BRANCH')) throw cause
    if (!(await ask('losesToPickup', { names: losesOf(cause) }))) return false
    await putMode({ ...body, agreed: true })
    return true
  }
}

/** Fetches the order at this branch. A product that waited to be added goes in; a refusal is explained, with the way back to delivery. */
export const choosePickup = async (supplierId: number, branchId: number, queued?: QueuedProduct): Promise<boolean> => {
  try {
    if (!(await setPickup({ orderMode: ORDER_MODE.PICK_UP, supplierId, branchId }))) return false
  } catch (cause) {
    replaceModal('pick-up error', { message: failureOf(cause).message, supplierId })
    return false
  }
  closeAllModals()
  void announce('pickup:said.pickup')
  if (queued) await addToBasket(queued)
  return true
}

/** Goes back to delivery. */
export const chooseDelivery = async (queued?: QueuedProduct): Promise<boolean> => {
  try {
    await putMode({ orderMode: ORDER_MODE.DELIVERY })
  } catch (cause) {
    replaceModal('pick-up error', { message: failureOf(cause).message })
    return false
  }
  closeAllModals()
  void announce('pickup:said.delivery')
  if (queued) await addToBasket(queued)
  return true
}
