import { linePrice, validateOptions } from '#domain/basket.ts'
import { WEIGHED_UNIT, type UnitId } from '#domain/enums.ts'
import type { Words } from '#domain/locale.ts'
import { discounted, type Amount } from '#domain/money.ts'
import { tierAt, type Tier } from '#domain/prices/tiers.ts'
import type { Instant } from '#domain/time/yerevan-time.ts'
import type { Voucher } from '#domain/vouchers/voucher.ts'
import type { Db } from '#server/db/engine.ts'
import type { ChosenOption } from '#server/db/schema/trade.ts'
import type { DirectorySupplier, Snapshot } from '#server/catalogue-memory/directory.ts'
import type { Group } from '#server/services/baskets/group/read-group.ts'
import type { BasketRow } from '#server/services/baskets/owner.ts'
import { cachedOptionGroups, loadOptionGroups, type LoadedGroup } from './options.ts'
import type { BasketState, StoredLine, StoredProduct } from '#server/services/baskets/state.ts'
import { withdrawnSuppliers } from '#server/services/baskets/withdrawn-suppliers.ts'

/** A line at its current price. `gone`: can no longer be bought, for whatever reason. */
export interface Line {
  id: number
  productId: number
  supplierId: number
  code: string
  name: Words
  picture: string
  unitId: UnitId
  weighed: boolean
  /** Every second piece is free. */
  pairs: boolean
  /** What is ordered with it is delivered for nothing. */
  freeDelivery: boolean
  /** It earns more points. */
  plusPoints: boolean
  /** What comes with each of it for nothing. */
  gifts: readonly Words[]
  /** Prices of a unit by quantity, the first from nothing on; empty: there is one. */
  tiers: readonly (Tier & { price: Amount })[]
  /** labelled: points pay for it, and at its supplier not for everything; refused: they do not. */
  points: 'paid' | 'labelled' | 'refused'
  /** Its ticket is for then; null: for any day, or it is none. */
  admissionAt: Instant | null
  adult: boolean
  minimum: number
  stock: number | null
  quantity: number
  userId: number | null
  optionIds: number[]
  optionsKey: string
  options: ChosenOption[]
  unitPrice: Amount
  baseUnitPrice: Amount
  availability: 'ok' | 'below' | 'gone'
}

/** The price of lines as they can be bought: what is gone costs nothing. */
export const itemsPriceOf = (lines: readonly Line[]): Amount =>
  lines.reduce((sum, line) => (line.availability === 'gone' ? sum : sum + linePrice(line)), 0)

export interface BasketLines {
  basket: BasketRow
  lines: Line[]
  suppliers: Map<number, DirectorySupplier>
  voucher: Voucher | null
  group: Group | null
}

/**
 * Prices the lines of a basket that was read; null when there is no basket. `fresh` reads the prices of options from the database, as
 * orders require.
 */
export const priceLines = async (db: Db, state: BasketState, market: Snapshot, fresh = false): Promise<BasketLines | null> => {
  const { basket, lines, products, voucher, group } = state
  if (!basket) return null
  const current = lines.flatMap((line) => {
    const product = products.get(line.productId)
    return product ? [{ line, product }] : []
  })
  const groupIds = current.flatMap(({ product }) => product.optionGroupIds)
  const groups = fresh ? await loadOptionGroups(db, groupIds) : await cachedOptionGroups(db, market, groupIds)
  const suppliers = await suppliersOf(db, market, [...new Set(current.map(({ product }) => product.supplierId))])
  const requested = new Map<number, number>()
  for (const { productId, quantity } of lines) requested.set(productId, (requested.get(productId) ?? 0) + quantity)
  return {
    basket,
    suppliers,
    voucher,
    group,
    lines: current.map(({ line, product }) =>
      priceLine(line, product, groups, requested.get(product.id) ?? 0, market.byId.has(product.supplierId))
    )
  }
}

const priceLine = (
  line: StoredLine,
  product: StoredProduct,
  groups: Map<number, LoadedGroup>,
  requested: number,
  listed: boolean
): Line => {
  const ownGroups = product.optionGroupIds.flatMap((id) => groups.get(id) ?? [])
  const options = ownGroups.flatMap(({ name, values }) =>
    values.filter(({ id }) => line.optionIds.includes(id)).map((value): ChosenOption => ({ ...value, group: name }))
  )
  const optionsPrice = options.reduce((sum, { price }) => sum + price, 0)
  const priceAt = (percent: number): Amount => discounted(product.price, percent) + optionsPrice
  const steps = product.tiers.length === 0 ? [] : [{ from: 0, discount: 0 }, ...product.tiers]
  const tiers = steps.map((step) => ({ ...step, price: priceAt(step.discount) }))
  const tier = tierAt(tiers, line.quantity, product.unitId === WEIGHED_UNIT)
  const left = product.stock
  const onSale = !product.withdrawn && listed && validateOptions(ownGroups, line.optionIds).ok
  const unavailable = !onSale || (left !== null && left < Math.max(1, product.minimum))
  return {
    id: line.id,
    productId: product.id,
    supplierId: product.supplierId,
    code: product.code,
    name: product.name,
    picture: product.picture,
    unitId: product.unitId,
    weighed: product.unitId === WEIGHED_UNIT,
    pairs: product.labels.includes('plus_one') && product.unitId !== WEIGHED_UNIT,
    freeDelivery: product.labels.includes('free_delivery'),
    plusPoints: product.labels.includes('plus_points'),
    gifts: product.gifts,
    tiers,
    points: !product.pointsLabelled ? 'paid' : product.labels.includes('use_points') ? 'labelled' : 'refused',
    admissionAt: product.admissionAt,
    adult: product.adult,
    minimum: product.minimum,
    stock: left,
    quantity: line.quantity,
    userId: line.userId,
    optionIds: line.optionIds,
    optionsKey: line.optionsKey,
    options,
    unitPrice: tier?.price ?? priceAt(0),
    baseUnitPrice: product.basePrice + optionsPrice,
    availability: unavailable ? 'gone' : left !== null && requested > left ? 'below' : 'ok'
  }
}

/** Withdrawn suppliers are loaded too, to show their names beside their lines. */
const suppliersOf = async (db: Db, market: Snapshot, ids: number[]): Promise<Map<number, DirectorySupplier>> => {
  const missing = ids.filter((id) => !market.byId.has(id))
  const found = ids.flatMap((id) => market.byId.get(id) ?? [])
  const all = missing.length === 0 ? found : [...found, ...(await withdrawnSuppliers(db, missing))]
  return new Map(all.map((supplier) => [supplier.id, supplier]))
}
