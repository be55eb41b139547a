import type { Basket, Slot } from '#contract/baskets/calls.ts'
import type { NewOrder, PaymentMethod } from '#contract/orders/calls.ts'
import { entriesOf, shortItems } from '#stores/baskets/lines.ts'
import type { Chosen } from '#stores/addresses/addresses.ts'
import type { When } from './choices.ts'
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
}

/** What prevents ordering, in the order of the page's parts. */
export type Obstacle =
  | { kind: 'signIn' }
  | { kind: 'address' }
  | { kind: 'tooFar'; supplier: string }
  | { kind: 'time' }
  | { kind: 'stock' }
  | { kind: 'minimum'; supplier: Basket['basketList']['sessionBaskets'][number]['entries'][number]['supplier']; missing: number }
  | { kind: 'overloaded' }

export const obstaclesOf = ({ signedIn, basket, chosen, when }: Draft): Obstacle[] => {
  const entries = entriesOf(basket)
  const tooFar = chosen ? entries.filter(({ outOfArea }) => outOfArea) : []
  const belowMinimum = entries.filter(({ missingToMinimum }) => missingToMinimum > 0)
  return [
    ...(signedIn ? [] : [{ kind: 'signIn' } as const]),
    ...(chosen ? [] : [{ kind: 'address' } as const]),
    ...tooFar.map(({ supplier }) => ({ kind: 'tooFar', supplier: supplier.name }) as const),
    ...(when ? [] : [{ kind: 'time' } as const]),
    ...(shortItems(basket).length > 0 ? [{ kind: 'stock' } as const] : []),
    ...belowMinimum.map(({ supplier, missingToMinimum }) => ({ kind: 'minimum', supplier, missing: missingToMinimum }) as const),
    ...(basket.isOverloaded ? [{ kind: 'overloaded' } as const] : [])
  ]
}

/** The request body; null while something is missing. The field order is fixed: attempts are compared as JSON text. */
export const orderOf = ({ basket, settling, chosen, when, payment, comment, cutlery }: Draft): NewOrder | null => {
  if (settling || !chosen || chosen.id === null || !when || !payment) return null
  const slot = when.kind === 'slot' ? { deliveryDate: when.slot.date, deliveryTime: when.slot.time } : {}
  const text = comment.trim()
  return {
    addressId: chosen.id,
    paymentId: payment.id,
    deliveryNow: when.kind === 'now',
    ...slot,
    ...(text ? { customerComment: text } : {}),
    cutlery,
    basketVersion: basket.version,
    orderPrice: basket.orderPrice
  }
}

/** The offered slot nearest to an unavailable one: later that day, else the last of that day, else the first offered. */
export const nearestSlot = (times: Times, gone: Slot | null): Slot | null => {
  if (times.state !== 'ready') return null
  const sameDay = gone ? (times.slots[gone.date] ?? []) : []
  return sameDay.find(({ time }) => gone !== null && time > gone.time) ?? sameDay.at(-1) ?? times.suggested
}
