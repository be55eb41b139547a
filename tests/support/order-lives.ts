import type { OrderDetails } from '#contract/orders/calls.ts'
import type { Random } from '#tests/load/random.ts'

/** A line as the oracle sees it: whole drams per piece, hundredths for money. */
export interface LifeLine {
  itemId: number
  part: number
  productId: number
  quantity: number
  /** Of the quantity that was ordered, or left after staff took some off what is paid at the door. */
  total: number
  /** How much went back, and was taken off. */
  back: number
  off: number
  isReplacement: boolean
  isReplaced: boolean
}

export interface LifePart {
  alias: string
  status: number
  packing: number
  delivery: number
  /** Whether its packing and delivery went back already. */
  ended: boolean
}

/** What an order is worth to everybody, worked out slowly from what was done to it. */
export interface Life {
  byCard: boolean
  parts: LifePart[]
  lines: LifeLine[]
  fee: number
  /** For the courier, paid with the order. */
  tip: number
  /** What it costs now, and what of that went back. */
  price: number
  given: number
  /** How many pieces of each product it holds of the stock. */
  held: Map<number, number>
}

const CANCELLED = -1
const DELIVERED = 7
const [OPEN, IN_PROCESS, READY, PAID] = [0, 1, 5, 12]

export const statusOf = ({ parts }: Life): number =>
  [OPEN, PAID, IN_PROCESS, READY, DELIVERED].find((status) => parts.some((part) => part.status === status)) ?? CANCELLED

export const lifeOf = (order: OrderDetails, byCard: boolean): Life => {
  const parts = order.parts.map(({ supplier, status, packingPrice, deliveryPrice }) => ({
    ...{ alias: supplier.alias, status, packing: packingPrice * 100, delivery: deliveryPrice * 100, ended: false }
  }))
  const lines = order.parts
    .flatMap(({ items }, part) =>
      items.map(({ id, productId, quantity, totalPrice }) => ({
        ...{ itemId: id, part, productId, quantity, total: totalPrice * 100, back: 0, off: 0, isReplacement: false, isReplaced: false }
      }))
    )
    .toSorted((a, b) => a.itemId - b.itemId)
  const held = new Map<number, number>()
  for (const { productId, quantity } of lines) held.set(productId, (held.get(productId) ?? 0) + quantity)
  return {
    byCard,
    parts,
    lines,
    fee: order.totalServiceFee * 100,
    tip: (order.totalTip ?? 0) * 100,
    price: order.orderPrice * 100,
    given: 0,
    held
  }
}

export const leftOf = ({ quantity, back }: LifeLine): number => quantity - back
export const isOver = (life: Life): boolean => statusOf(life) === CANCELLED
/** Money at the door is there once all of the order is. */
const isReceived = (life: Life): boolean => life.byCard || statusOf(life) === DELIVERED

/** Gives pieces of lines back, as a slow clerk would: what belongs to a part goes with its last piece, fee and tip with the last of all. */
export const giveBack = (life: Life, wanted: ReadonlyMap<LifeLine, number>): void => {
  const received = isReceived(life)
  let sum = 0
  for (const [line, pieces] of wanted) {
    if (received) {
      const until = (count: number): number => Math.floor((2 * line.total * count + line.quantity) / (2 * line.quantity))
      sum += until(line.back + pieces) - until(line.back)
      line.back += pieces
    } else {
      const less = Math.floor((2 * line.total * pieces + line.quantity) / (2 * line.quantity))
      sum += less
      line.total -= less
      line.quantity -= pieces
      line.off += pieces
    }
  }
  const isEmpty = (index: number): boolean => life.lines.every((line) => line.part !== index || leftOf(line) === 0)
  for (const [index, part] of life.parts.entries()) {
    if (part.ended || !isEmpty(index)) continue
    part.ended = true
    sum += part.packing + part.delivery
  }
  if (sum + life.fee > 0 && life.parts.every(({ ended }) => ended)) {
    sum += life.fee
    life.fee = 0
    // Whoever brought something keeps the tip.
    if (life.parts.every(({ status }) => status !== DELIVERED)) {
      sum += life.tip
      life.tip = 0
    }
  }
  if (received) life.given += sum
  else life.price -= sum
}

/** The same because something is not there: its part ends when nothing is left to bring, and the stock has it no more. */
export const lack = (life: Life, line: LifeLine, pieces: number): void => {
  giveBack(life, new Map([[line, pieces]]))
  for (const part of life.parts) if (part.ended && part.status !== DELIVERED) part.status = CANCELLED
}

/** A part is refused, or the whole order ends: what was not lacking goes back to the stock. */
export const end = (life: Life, isMeant: (part: number) => boolean): void => {
  const lines = life.lines.filter((line) => isMeant(line.part) && leftOf(line) > 0)
  for (const line of lines) life.held.set(line.productId, (life.held.get(line.productId) ?? 0) - leftOf(line))
  if (isReceived(life) || !life.parts.every((_, index) => isMeant(index) || life.parts[index]?.status === CANCELLED))
    giveBack(life, new Map(lines.map((line) => [line, leftOf(line)])))
  for (const [index, part] of life.parts.entries()) if (isMeant(index)) part.status = CANCELLED
}

/** Another product takes the place of a line, at its price, and at most at that of the line. */
export const replace = (life: Life, line: LifeLine, other: { productId: number; unit: number; itemId: number }): void => {
  const price = Math.min(line.total, other.unit * line.quantity * 100)
  const { quantity, part } = line
  life.held.set(other.productId, (life.held.get(other.productId) ?? 0) + quantity)
  line.total -= price
  line.isReplaced = true
  life.lines.push({ ...other, part, quantity, total: price, back: 0, off: 0, isReplacement: true, isReplaced: false })
  giveBack(life, new Map([[line, quantity]]))
}

export const pick = <T>(random: Random, list: readonly T[]): T => {
  const found = list[Math.floor(random() * list.length)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}
