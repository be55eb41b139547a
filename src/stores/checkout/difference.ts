import type { Basket, BasketItem, Slot } from '#contract/baskets/calls.ts'
import { itemsOf } from '#stores/baskets/lines.ts'

/** What changed between the basket last shown and the one the server has now. Amounts in AMD. */
export type Change =
  | { kind: 'price'; name: string; before: number; after: number }
  | { kind: 'less'; item: BasketItem; available: number }
  | { kind: 'gone'; item: BasketItem }
  | { kind: 'removed'; name: string }
  | { kind: 'added'; name: string; price: number }
  | { kind: 'quantity'; item: BasketItem; before: number }
  | { kind: 'delivery' | 'packing' | 'fee' | 'total'; before: number; after: number }
  | { kind: 'time'; before: Slot | null; after: Slot | null }

const lineChanges = (before: BasketItem, after: BasketItem): Change[] => {
  if (after.availability === 'gone') return before.availability === 'gone' ? [] : [{ kind: 'gone', item: after }]
  if (after.availability === 'below') return [{ kind: 'less', item: after, available: after.stock ?? 0 }]
  const changes: Change[] = []
  if (before.quantity !== after.quantity) changes.push({ kind: 'quantity', item: after, before: before.quantity })
  if (before.price !== after.price) changes.push({ kind: 'price', name: after.name, before: before.price, after: after.price })
  return changes
}

const sums = (before: Basket, after: Basket): Change[] => {
  const pairs = [
    { kind: 'delivery', before: before.deliveryPrice.total, after: after.deliveryPrice.total },
    { kind: 'packing', before: before.totalPacking, after: after.totalPacking },
    { kind: 'fee', before: before.totalServiceFee, after: after.totalServiceFee },
    { kind: 'total', before: before.orderPrice, after: after.orderPrice }
  ] as const
  return pairs.filter((pair) => pair.before !== pair.after)
}

/** The differences a person has to agree to: lines first, then the parts of the price, the total last. */
export const basketDifference = (before: Basket, after: Basket): Change[] => {
  const old = new Map(itemsOf(before).map((item) => [item.id, item]))
  const now = itemsOf(after)
  const lines = now.flatMap((item): Change[] => {
    const was = old.get(item.id)
    return was ? lineChanges(was, item) : [{ kind: 'added', name: item.name, price: item.totalPrice }]
  })
  const kept = new Set(now.map(({ id }) => id))
  const removed = itemsOf(before).filter(({ id }) => !kept.has(id))
  return [...lines, ...removed.map(({ name }): Change => ({ kind: 'removed', name })), ...sums(before, after)]
}
