/**
 * A slow oracle of what an order's money is for, in hundredths of a dram: what went back of it so far follows from how many pieces of each
 * line did, and from nothing else.
 */
export interface SoldLine {
  itemId: number
  part: number
  quantity: number
  total: number
  /** What the voucher took off it. */
  voucher: number
  back: number
}

export interface SoldPart {
  supplierId: number
  /** Commission in hundredths of a percent. */
  rate: number
  packing: number
  delivery: number
  voucherDelivery: number
}

export interface PaidTender {
  id: number
  /** Points or a gift card: given back after the money from outside. */
  isOwn: boolean
  amount: number
}

export interface Sale {
  lines: SoldLine[]
  parts: SoldPart[]
  fee: number
  funder: 'market' | 'supplier' | null
  tenders: PaidTender[]
}

export interface Shares {
  /** By supplier. */
  suppliers: Map<number, number>
  commission: number
  delivery: number
  fee: number
  /** What the market pays for a voucher. */
  voucher: number
  /** What went back, by tender. */
  given: Map<number, number>
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0)
/** `part` of `of` of an amount, half up. */
const shareOf = (amount: number, part: number, of: number): number => (of === 0 ? 0 : Math.floor((2 * amount * part + of) / (2 * of)))

/** Splits an amount by weights: whole hundredths down, then one more each to the greatest rests, the first of equal ones before the others. */
export const split = (amount: number, weights: readonly number[]): number[] => {
  const all = sum(weights)
  const shares = weights.map((weight) => Math.floor((amount * weight) / all))
  const rests = weights.map((weight, index) => ({ index, rest: (amount * weight) % all }))
  const next = rests.toSorted((a, b) => b.rest - a.rest || a.index - b.index)
  for (const { index } of next.slice(0, amount - sum(shares))) shares[index] = (shares[index] ?? 0) + 1
  return shares
}

/** What money pays of a price: gift cards, then points, each in whole drams, then what is left. */
export const ownFirst = (price: number, cards: number, points: number): { cards: number; points: number; left: number } => {
  const whole = (amount: number): number => amount - (amount % 100)
  const byCards = whole(Math.min(cards, price))
  const byPoints = whole(Math.min(points, price - byCards))
  return { cards: byCards, points: byPoints, left: price - byCards - byPoints }
}

export const priceOf = ({ lines, parts, fee }: Sale): number =>
  sum(lines.map(({ total, voucher }) => total - voucher)) +
  sum(parts.map(({ packing, delivery, voucherDelivery }) => packing + delivery - voucherDelivery)) +
  fee

/** Whose an order's money is now, and what went back to what. */
export const sharesNow = (sale: Sale): Shares => {
  const { lines, parts, funder } = sale
  const isOver = (index: number): boolean => lines.every(({ part, quantity, back }) => part !== index || back === quantity)
  const isAllOver = parts.every((_, index) => isOver(index))
  const suppliers = new Map<number, number>()
  let [commission, delivery, voucher, back] = [0, 0, 0, 0]
  for (const [index, part] of parts.entries()) {
    const own = lines.filter((line) => line.part === index)
    const isSuppliers = funder === 'supplier'
    const goods = sum(own.map((line) => line.total - (isSuppliers ? line.voucher : 0)))
    const goodsBack = sum(
      own.map((line) => shareOf(line.total, line.back, line.quantity) - (isSuppliers ? shareOf(line.voucher, line.back, line.quantity) : 0))
    )
    const packing = isOver(index) ? 0 : part.packing
    const ofMarket = shareOf(goods, part.rate, 10_000)
    const commissionLeft = ofMarket - shareOf(ofMarket, goodsBack, goods)
    suppliers.set(part.supplierId, goods - goodsBack - commissionLeft + packing)
    commission += commissionLeft
    delivery += isOver(index) ? 0 : part.delivery
    if (funder === 'market')
      voucher +=
        sum(own.map((line) => line.voucher - shareOf(line.voucher, line.back, line.quantity))) + (isOver(index) ? 0 : part.voucherDelivery)
    back += goodsBack + (part.packing - packing) + (isOver(index) ? part.delivery : 0)
  }
  const vouchers = funder === 'market' ? sum(lines.map((line) => line.voucher)) + sum(parts.map((part) => part.voucherDelivery)) : 0
  const fee = isAllOver ? 0 : sale.fee
  let open = back + (sale.fee - fee) - (vouchers - voucher)
  const given = new Map<number, number>()
  const latest = sale.tenders.toReversed()
  for (const { id, amount } of [...latest.filter(({ isOwn }) => !isOwn), ...latest.filter(({ isOwn }) => isOwn)]) {
    given.set(id, Math.min(amount, open))
    open -= Math.min(amount, open)
  }
  if (open !== 0) throw new Error(`${open} more goes back than was paid`)
  return { suppliers, commission, delivery, fee, voucher, given }
}
