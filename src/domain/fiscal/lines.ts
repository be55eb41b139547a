import { WEIGHED_UNIT, type UnitId } from '../enums.ts'
import { allocate } from '../ledger/shares.ts'
import type { Amount } from '../money.ts'

/** A line of a fiscal receipt: `quantity` in thousandths; price times quantity, rounded half up to hundredths, is what was paid for it. */
export interface FiscalLine {
  /** What of the order it is, such as `item:7` or `delivery:3`: a return names its lines so. */
  key: string
  code: string
  name: string
  weighed: boolean
  quantity: number
  price: Amount
}
/** A line that goes back: its place in the sale and how much of it, in thousandths. */
export interface LineReturned {
  position: number
  quantity: number
}

const ONE = 1_000
const WEIGHED_SHARE = 10
/** Length of names and codes that the fiscal service takes. */
const MAX_TEXT = 50

export const fiscalTotal = ({ price, quantity }: Pick<FiscalLine, 'price' | 'quantity'>): Amount =>
  Math.floor((price * quantity) / ONE + 0.5)

const short = (text: string): string => [...text].slice(0, MAX_TEXT).join('')
const inThousandths = (quantity: number, unitId: UnitId): number => quantity * (unitId === WEIGHED_UNIT ? WEIGHED_SHARE : ONE)

/** Goods of an order; where price times quantity is not what was paid, the line is one piece at that price. */
export const goodsLine = (item: {
  id: number
  productId: number
  name: string
  unitId: UnitId
  quantity: number
  unitPrice: Amount
  totalPrice: Amount
}): FiscalLine => {
  const common = { key: `item:${item.id}`, code: String(item.productId), name: short(item.name) }
  const whole = { price: item.unitPrice, quantity: inThousandths(item.quantity, item.unitId) }
  return fiscalTotal(whole) === item.totalPrice
    ? { ...common, ...whole, weighed: item.unitId === WEIGHED_UNIT }
    : { ...common, weighed: false, quantity: ONE, price: item.totalPrice }
}

/** Something that is sold once with the order, such as its delivery. */
export const serviceLine = (key: string, name: string, price: Amount): FiscalLine => ({
  ...{ key, code: key.replace(/:.*/, ''), name: short(name) },
  ...{ weighed: false, quantity: ONE, price }
})

/** Lines after a discount on all of them, such as points: each bears its share, as one piece where it has one; what costs nothing is left out. */
export const discountedLines = (lines: readonly FiscalLine[], discount: Amount): FiscalLine[] => {
  if (discount === 0) return [...lines]
  const totals = lines.map(fiscalTotal)
  const shares = allocate(discount, totals)
  return lines.flatMap((line, index) => {
    const price = (totals[index] ?? 0) - (shares[index] ?? 0)
    return price > 0 ? [{ ...line, weighed: false, quantity: ONE, price }] : []
  })
}

/** Which lines of a sale go back. `shares`: by key, how much of how much there was. Unknown keys are left out. */
export const returnedLines = (lines: readonly FiscalLine[], shares: ReadonlyMap<string, { part: number; of: number }>): LineReturned[] =>
  lines.flatMap(({ key, quantity }, position) => {
    const share = shares.get(key)
    return share && share.part > 0 ? [{ position, quantity: Math.round((quantity * share.part) / share.of) }] : []
  })
