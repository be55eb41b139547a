import { MAX_QUANTITY } from './constants.ts'
import type { Family, SelectorType } from './enums.ts'
import { dramPercentOf, priceOfQuantity, type Amount } from './money.ts'

/** Prices of one unit including options; per kilogram for weighed products, whose quantity is in hundredths of a kilogram. */
export interface PricedLine {
  unitPrice: Amount
  baseUnitPrice: Amount
  quantity: number
  weighed: boolean
  /** Every second piece is free: label plus_one. */
  pairs: boolean
}

/** One supplier's part of a basket. */
export interface SupplierPart {
  lines: readonly PricedLine[]
  packing: Amount
  paperBag: Amount
  delivery: Amount
}

/** Service fee of an order: a share of the products' price, between floor and cap. */
export interface FeeRule {
  percent: number
  floor: Amount
  cap: Amount
}

export interface BasketTotals {
  basePrice: Amount
  discount: Amount
  items: Amount
  packing: Amount
  delivery: Amount
  serviceFee: Amount
  voucher: Amount
  total: Amount
}

/** How much of a quantity is paid for. */
export const paidQuantity = (quantity: number, pairs: boolean): number => (pairs ? Math.ceil(quantity / 2) : quantity)

export const linePrice = ({ unitPrice, quantity, weighed, pairs }: PricedLine): Amount =>
  priceOfQuantity(unitPrice, paidQuantity(quantity, pairs), weighed)

/** Price of the line without the discount, and with all its pieces; never below the price with it. */
export const lineBasePrice = ({ unitPrice, baseUnitPrice, quantity, weighed }: PricedLine): Amount =>
  priceOfQuantity(Math.max(unitPrice, baseUnitPrice), quantity, weighed)

const sum = (amounts: readonly Amount[]): Amount => amounts.reduce((total, amount) => total + amount, 0)

/** The service fee of an order whose products cost `items`. */
export const serviceFeeOf = (items: Amount, { percent, floor, cap }: FeeRule): Amount =>
  Math.min(cap, Math.max(floor, dramPercentOf(items, percent)))

/**
 * The only totals function: basket, checkout, order, tracking, shares. Suppliers without lines cost nothing.
 * `voucher`: what it takes off.
 */
export const basketTotals = (parts: readonly SupplierPart[], fee: FeeRule, voucher: Amount = 0): BasketTotals => {
  const filled = parts.filter((part) => part.lines.length > 0)
  const lines = filled.flatMap((part) => part.lines)
  const basePrice = sum(lines.map(lineBasePrice))
  const items = sum(lines.map(linePrice))
  const packing = sum(filled.map((part) => part.packing + part.paperBag))
  const delivery = sum(filled.map((part) => part.delivery))
  const serviceFee = filled.length === 0 ? 0 : serviceFeeOf(items, fee)
  const total = items + packing + delivery + serviceFee - voucher
  return { basePrice, discount: basePrice - items, items, packing, delivery, serviceFee, voucher, total }
}

export type QuantityCheck = 'ok' | 'below-minimum' | 'more-than-in-stock' | 'out-of-stock' | 'invalid'

/** Checks a quantity. A remaining stock below the minimum cannot be bought at all: out of stock. */
export const checkQuantity = (product: { minimum: number; stock: number | null; weighed: boolean }, quantity: number): QuantityCheck => {
  if (!Number.isInteger(quantity) || quantity <= 0 || quantity > MAX_QUANTITY) return 'invalid'
  const { minimum, stock } = product
  if (stock !== null && (stock <= 0 || stock < minimum)) return 'out-of-stock'
  if (quantity < minimum) return 'below-minimum'
  return stock !== null && quantity > stock ? 'more-than-in-stock' : 'ok'
}

/** Step of the plus and minus buttons: a piece, or 0.1 kg. */
export const quantityStep = (weighed: boolean): number => (weighed ? 10 : 1)

export type JoinCheck = 'ok' | 'other-family' | 'digital-alone' | 'services-alone'

/** Checks whether a product of a family may join a basket (codes 700, 702, 483). */
export const canJoin = (existing: readonly Family[], added: Family): JoinCheck => {
  const others = existing.filter((other) => other !== added)
  if (others.length === 0) return 'ok'
  const families = [...others, added]
  if (families.includes('digital') || families.includes('admissions')) return 'digital-alone'
  return families.includes('services') ? 'services-alone' : 'other-family'
}

export interface OptionGroup {
  id: number
  min: number
  max: number
  type: SelectorType
  values: readonly { id: number }[]
}
export type OptionsCheck = { ok: true } | { ok: false; groupId: number | null; problem: 'missing' | 'too-many' | 'unknown' | 'duplicate' }

/** Checks the selected values against the groups of a product; radio and select allow one at most. */
export const validateOptions = (groups: readonly OptionGroup[], selected: readonly number[]): OptionsCheck => {
  const seen = new Set<number>()
  for (const id of selected) {
    const group = groups.find((candidate) => candidate.values.some((value) => value.id === id))
    if (!group) return { ok: false, groupId: null, problem: 'unknown' }
    if (seen.has(id)) return { ok: false, groupId: group.id, problem: 'duplicate' }
    seen.add(id)
  }
  for (const group of groups) {
    const count = group.values.filter((value) => seen.has(value.id)).length
    const max = group.type === 'checkbox' ? group.max : Math.min(1, group.max)
    if (count < group.min) return { ok: false, groupId: group.id, problem: 'missing' }
    if (count > max) return { ok: false, groupId: group.id, problem: 'too-many' }
  }
  return { ok: true }
}

/** Returns the same key for the same selection in any order: '3|17'. */
export const optionsKey = (selected: readonly number[]): string => [...new Set(selected)].sort((a, b) => a - b).join('|')
