import { linePrice } from '#domain/basket.ts'
import type { Amount } from '#domain/money.ts'
import type { DirectorySupplier } from '#server/catalogue-memory/directory.ts'
import { ownShareOf, payableOf } from '#server/services/baskets/group/shares-by-member.ts'
import { coveredBy } from '#server/services/wallet/spend-points.ts'
import type { Line } from './price-lines.ts'
import { hasGiftCards, type PricedBasket } from './price.ts'

/** What is to be paid, and how much of it points may pay; gift cards and the corporate wallet may pay all of it. */
export interface Bill {
  due: Amount
  byPoints: Amount
}

/**
 * What own money may pay of a basket: nothing of one with gift cards in it, which for points would be a withdrawal without its tax, and points
 * not the goods for which their supplier takes none.
 */
export const billOf = (priced: PricedBasket): Bill => {
  if (hasGiftCards(priced)) return { due: 0, byPoints: 0 }
  const due = payableOf(priced)
  return { due, byPoints: due - refusedGoods(priced).reduce((sum, { price }) => sum + price, 0) }
}

/** What points pay of what gift cards left. */
export const pointsCover = (available: Amount, { due, byPoints }: Bill, byCards: Amount): Amount =>
  coveredBy(available, Math.max(0, Math.min(due - byCards, byPoints)))

/** Suppliers that take points for marked goods only, and what the others of theirs cost; where everybody pays, of the own goods. */
export const refusedGoods = (priced: PricedBasket): { supplier: DirectorySupplier; price: Amount }[] =>
  priced.entries.flatMap(({ supplier, buyable }) => {
    const refused = payableLines(priced, buyable).filter(({ points }) => points === 'refused')
    const { applied } = priced
    const price = refused.reduce((sum, line) => sum + linePrice(line) - (applied?.lines.get(line.id) ?? 0), 0)
    return price > 0 ? [{ supplier, price }] : []
  })

const payableLines = (priced: PricedBasket, lines: readonly Line[]): readonly Line[] =>
  ownShareOf(priced) === null ? lines : lines.filter(({ userId }) => userId === priced.basket.userId)
