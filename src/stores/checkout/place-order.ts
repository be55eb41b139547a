import type { Basket, Slot } from '#contract/baskets/calls.ts'
import type { NewOrder, PaymentMethod } from '#contract/orders/calls.ts'
import { fulfilmentOfBasket, isOfTickets, isPickup, needsNoAddress } from '#stores/baskets/mode.ts'
import { entriesOf, itemsOf, isMembersShort, shortItems } from '#stores/baskets/lines.ts'
import type { Chosen } from '#stores/addresses/addresses.ts'
import type { Choices, When } from './choices.ts'
import type { OwnMoney } from './own-money.ts'
import { ownMoneyFields, payableOf } from './split-own-money.ts'
import type { Times } from './delivery-time.ts'

/** All inputs of an order, as the page shows them. */
export interface Draft {
  signedIn: boolean
  basket: Basket
  /** A change of the basket is not confirmed by the server yet. */
  settling: boolean
  chosen: Chosen | null
  when: When | null
  payment: PaymentMethod | null
  comment: string
  cutlery: boolean
  extras?: Extras
  card?: CardRequest
  /** What gift cards and points pay; null where they cannot, or it is not known. */
  own?: OwnMoney | null
  /** For the courier, AMD; null where none can be chosen. */
  tip?: number | null
}

/** A present with its greeting, and what to do when something has run out. */
export type Extras = Pick<Choices, 'isGift' | 'greeting' | 'runOut' | 'runOutLines'>

/** A saved card to charge, or whether the one that is entered at the bank is to be saved. */
export interface CardRequest {
  boundCardId: number | null
  bindCard: boolean
}

/** What prevents ordering, in the order of the page's parts. */
export type Obstacle =
  | { kind: 'signIn' }
  | { kind: 'branches' }
  | { kind: 'address' }
  | { kind: 'tooFar'; supplier: string }
  | { kind: 'time' }
  | { kind: 'stock' }
  | { kind: 'membersStock' }
  | { kind: 'minimum'; supplier: Basket['basketList']['sessionBaskets'][number]['entries'][number]['supplier']; missing: number }
  | { kind: 'overloaded' }

export const obstaclesOf = ({ signedIn, basket, chosen, when }: Draft): Obstacle[] => {
  const entries = entriesOf(basket)
  const pickup = isPickup(basket)
  const tooFar = chosen ? entries.filter(({ outOfArea }) => outOfArea) : []
  const belowMinimum = entries.filter(({ missingToMinimum }) => missingToMinimum > 0)
  return [
    ...(signedIn ? [] : [{ kind: 'signIn' } as const]),
    ...(pickup && entries.some((entry) => !entry.pickup) ? [{ kind: 'branches' } as const] : []),
    ...(chosen || needsNoAddress(basket) ? [] : [{ kind: 'address' } as const]),
    ...tooFar.map(({ supplier }) => ({ kind: 'tooFar', supplier: supplier.name }) as const),
    ...(when ? [] : [{ kind: 'time' } as const]),
    ...(shortItems(basket).length > 0 ? [{ kind: 'stock' } as const] : []),
    ...(isMembersShort(basket) ? [{ kind: 'membersStock' } as const] : []),
    ...belowMinimum.map(({ supplier, missingToMinimum }) => ({ kind: 'minimum', supplier, missing: missingToMinimum }) as const),
    ...(basket.isOverloaded ? [{ kind: 'overloaded' } as const] : [])
  ]
}

/** What the order button does: mends the first thing that is missing, else orders. A typed address is saved by the order itself. */
export type OrderStep = Obstacle | { kind: 'order' }
export const orderStep = (draft: Draft, isTypingAddress: boolean): OrderStep =>
  obstaclesOf(draft).find(({ kind }) => kind !== 'address' || !isTypingAddress) ?? { kind: 'order' }

/** The request body; null while something is missing. The field order is fixed: attempts are compared as JSON text. */
export const orderOf = ({ basket, settling, chosen, when, payment, comment, cutlery, extras, card, own, tip }: Draft): NewOrder | null => {
  const addressId = needsNoAddress(basket) ? undefined : chosen?.id
  if (settling || addressId === null || (addressId === undefined && !needsNoAddress(basket)) || !when || !payment) return null
  const slot = when.kind === 'slot' ? { deliveryDate: when.slot.date, deliveryTime: when.slot.time } : {}
  const text = comment.trim()
  return {
    ...(addressId === undefined ? {} : { addressId }),
    paymentId: payment.id,
    deliveryNow: when.kind === 'now',
    ...slot,
    ...(text ? { customerComment: text } : {}),
    cutlery,
    ...(extras ? extrasOf(extras, basket) : {}),
    ...(payment.savesCards && card && !isNothingLeft({ basket, own }) ? cardFields(card) : {}),
    ...(own ? ownMoneyFields(own) : {}),
    ...(tip ? { tip } : {}),
    basketVersion: basket.version,
    orderPrice: basket.orderPrice,
    ...(isOfTickets(basket) ? { admissionTimes: itemsOf(basket).map(({ id, admissionAt = null }) => ({ itemId: id, admissionAt })) } : {})
  }
}

/** Who orders by themselves, has it brought and pays something online can tip the courier at once, others afterwards. */
export const canTip = ({ basket, payment, own }: Pick<Draft, 'basket' | 'payment' | 'own'>): boolean =>
  fulfilmentOfBasket(basket) === null &&
  basket.ownShare === undefined &&
  payment?.paysOnline === true &&
  !payment.invoiced &&
  !isNothingLeft({ basket, own })

/** What is left to pay by the method, AMD: with the tip. */
export const amountDue = ({ basket, own, tip }: Pick<Draft, 'basket' | 'own' | 'tip'>): number =>
  (own?.left ?? payableOf(basket)) + (tip ?? 0)

/** Nothing is left to pay otherwise: a voucher, or what the shop keeps for the person, pays all of it. */
export const isNothingLeft = ({ basket, own }: Pick<Draft, 'basket' | 'own'>): boolean =>
  basket.orderPrice === 0 || (own?.isOn === true && own.left === 0)

const extrasOf = ({ isGift, greeting, runOut, runOutLines }: Extras, basket: Basket): Partial<NewOrder> => {
  const inBasket = new Set(itemsOf(basket).map(({ id }) => id))
  const lines = runOutLines.filter((line) => line.runOut !== runOut && inBasket.has(line.itemId))
  return {
    runOut,
    ...(lines.length > 0 ? { runOutLines: lines.toSorted((one, other) => one.itemId - other.itemId) } : {}),
    ...(isGift ? { isGift, greeting: greeting.trim() } : {})
  }
}

const cardFields = ({ boundCardId, bindCard }: CardRequest): Pick<NewOrder, 'boundCardId' | 'bindCard'> =>
  boundCardId === null ? (bindCard ? { bindCard } : {}) : { boundCardId }

/** The offered slot nearest to an unavailable one: later that day, else the last of that day, else the first offered. */
export const nearestSlot = (times: Times, gone: Slot | null): Slot | null => {
  if (times.state !== 'ready') return null
  const sameDay = gone ? (times.slots[gone.date] ?? []) : []
  return sameDay.find(({ time }) => gone !== null && time > gone.time) ?? sameDay.at(-1) ?? times.suggested
}
