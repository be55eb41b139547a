import { atom } from 'nanostores'
import * as baskets from '#contract/baskets/calls.ts'
import type { NewOrderMode } from '#contract/baskets/order-mode.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import type { BranchNear } from '#contract/catalogue/branches.ts'
import type { Point } from '#domain/delivery.ts'
import { ORDER_MODE } from '#domain/enums.ts'
import { localePath } from '#domain/locale.ts'
import { ApiError } from '#client/call.ts'
import { $location } from '#stores/addresses/location.ts'
import { announce } from '#stores/announce.ts'
import { $session } from '#stores/auth/session.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, type Failure } from '#stores/errors.ts'
import type { ModalParameters, QueuedProduct } from '#stores/modal-list.ts'
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
const pathBack = (here = false): string => (here ? environment().path() : localePath(environment().locale, '/checkout'))

const hands = (branch: BranchNear): branch is PickupBranch => branch.pickup !== null

/** What the basket calls a supplier; undefined when nothing of it is in there. */
const nameInBasket = (supplierId: number): string | undefined => {
  const basket = confirmedBasket()
  return basket ? entriesOf(basket).find(({ supplier }) => supplier.id === supplierId)?.supplier.name : undefined
}

/** The branches where orders are handed over, with the supplier's name: one call where the basket knows the name, else two side by side. */
const findBranches = async (supplierId: number, point: Point): Promise<{ supplier: string; branches: PickupBranch[] }> => {
  const { call } = environment()
  const [supplier, near] = await Promise.all([
    nameInBasket(supplierId) ?? call(catalogue.supplier, { params: { id: supplierId } }).then(({ name }) => name),
    call(catalogue.branchesByCoordinates, { params: { supplierId }, query: point })
  ])
  return { supplier, branches: near.filter(hands) }
}

/** Where no place is known: the only branch needs none. Returns where it is, null when there is a choice to sort by distance. */
const placeOfOnly = async (supplierId: number): Promise<Point | null> => {
  const { branches } = await environment().call(catalogue.supplier, { params: { id: supplierId } })
  const [only, ...others] = branches.filter(({ pickup }) => pickup)
  return others.length > 0 ? null : { lat: only?.lat ?? 0, lng: only?.lng ?? 0 }
}

const answerTo = async (supplierId: number | undefined, place: Point | null): Promise<Pickup> => {
  if (supplierId === undefined) return { state: 'noSupplier' }
  try {
    const point = place ?? (await placeOfOnly(supplierId))
    return point ? { state: 'ready', supplierId, ...(await findBranches(supplierId, point)) } : { state: 'placeless', supplierId }
  } catch (cause) {
    return { state: 'failed', failure: failureOf(cause) }
  }
}

/** The question that is answered or being answered: an answer to another one comes too late. */
let latest: Asked | null = null
/** That question, while no modal shows its answer yet. */
let prepared: Asked | null = null

const answer = async (asked: Asked, place: Point | null): Promise<void> => {
  await startBasket()
  if (latest !== asked) return
  if ($session.get().state !== 'user') {
    latest = null
    return replaceModal('login', { redirect: pathBack(asked.here), enablePickup: true })
  }
  const found = await answerTo(supplierOf(asked.supplierId), place)
  if (latest !== asked) return
  if (found.state === 'ready') {
    const [only, ...others] = found.branches
    if (only && others.length === 0 && confirmedBasket()?.orderMode.branchId !== only.branchId) {
      latest = null
      await choosePickup(found.supplierId, only.branchId, asked.queued)
      return
    }
  }
  $pickup.set(found)
}

/**
 * Begins pickup at a supplier (spec section 4): a guest signs in first and comes back with pickup on; the only branch is taken by itself;
 * several are listed by their distance from the known place or from `point`.
 */
export const startPickup = (asked: Asked, point = pointOf()): Promise<void> => {
  latest = { ...asked }
  prepared = null
  $pickup.set(LOADING)
  return answer(latest, point)
}

/** Begins while the script of the modal loads, which goes on with it. */
export const preparePickup = (asked: Asked): void => {
  void startPickup(asked)
  prepared = latest
}

/** Begins, unless that was prepared, and begins again when another place is chosen. Returns the function that stops following. */
export const followPickup = (asked: Asked): (() => void) => {
  if (prepared === null || prepared !== latest || JSON.stringify(prepared) !== JSON.stringify(asked)) void startPickup(asked)
  prepared = null
  const stop = $location.listen(() => void startPickup(asked))
  return () => {
    stop()
    latest = null
  }
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
