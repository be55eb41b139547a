import type { Basket, BasketItem, Slot } from '#contract/baskets/calls.ts'
import { itemsOf } from '#stores/baskets/lines.ts'

/** A difference between the basket last shown and the server's current one. Amounts in AMD; of an admission its time (ISO), null: any day. */
export type Change =
  | { kind: 'price'; name: string; before: number; after: number }
  | { kind: 'admission'; name: string; before: string | null; after: string | null }
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
  const [was, is] = [before.admissionAt ?? null, after.admissionAt ?? null]
  if (was !== is) changes.push({ kind: 'admission', name: after.productName, before: was, after: is })
  return changes
}

const totalChanges = (before: Basket, after: Basket): Change[] => {
  const pairs = [
    { kind: 'delivery', before: before.deliveryPrice.total, after: after.deliveryPrice.total },
    { kind: 'packing', before: before.totalPacking, after: after.totalPacking },
    { kind: 'fee', before: before.totalServiceFee, after: after.totalServiceFee },
    { kind: 'total', before: before.orderPrice, after: after.orderPrice }
  ] as const
  return pairs.filter((pair) => pair.before !== pair.after)
}

/** The differences the user has to accept: lines first, then the parts of the price, the total last. */
export const basketDifference = (before: Basket, after: Basket): Change[] => {
  const previousItems = new Map(itemsOf(before).map((item) => [item.id, item]))
  const now = itemsOf(after)
  const lines = now.flatMap((item): Change[] => {
    const previous = previousItems.get(item.id)
    return previous ? lineChanges(previous, item) : [{ kind: 'added', name: item.name, price: item.totalPrice }]
  })
  const remainingIds = new Set(now.map(({ id }) => id))
  const removed = itemsOf(before).filter(({ id }) => !remainingIds.has(id))
  return [...lines, ...removed.map(({ name }): Change => ({ kind: 'removed', name })), ...totalChanges(before, after)]
}
