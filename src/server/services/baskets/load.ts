import { asc, eq, type SQL } from 'drizzle-orm'
import { validateOptions } from '#domain/basket.ts'
import type { ChosenOption } from '#server/db/schema/trade.ts'
import { WEIGHED_UNIT, type UnitId } from '#domain/enums.ts'
import type { Words } from '#domain/locale.ts'
import type { Amount } from '#domain/money.ts'
import type { Db } from '#server/db/engine.ts'
import { schema } from '#server/db/schema.ts'
import type { DirectorySupplier, Snapshot } from '#server/services/catalogue/directory.ts'
import type { BasketRow } from './owner.ts'
import { loadOptionGroups } from './options.ts'
import { withdrawnSuppliers } from './withdrawn-suppliers.ts'

const { baskets, basketItems, products } = schema

/** A line with what it costs today. `gone`: cannot be bought any more, for whatever reason. */
export interface Line {
  id: number
  productId: number
  supplierId: number
  code: string
  name: Words
  picture: string
  unitId: UnitId
  weighed: boolean
  adult: boolean
  minimum: number
  stock: number | null
  quantity: number
  userId: number | null
  optionIds: number[]
  optionsKey: string
  options: ChosenOption[]
  optionGroupIds: number[]
  unitPrice: Amount
  baseUnitPrice: Amount
  availability: 'ok' | 'below' | 'gone'
}

export interface LoadedBasket {
  basket: BasketRow
  lines: Line[]
  suppliers: Map<number, DirectorySupplier>
}

const columns = {
  basket: baskets,
  item: basketItems,
  product: {
    supplierId: products.supplierId,
    code: products.code,
    name: products.name,
    picture: products.picture,
    unitId: products.unitId,
    adult: products.adult,
    minimum: products.minimum,
    stock: products.stock,
    basePrice: products.basePrice,
    price: products.price,
    optionGroupIds: products.optionGroupIds,
    withdrawnAt: products.withdrawnAt
  }
}

/** A basket with its lines priced from the products: one query, one more where products have options. null: there is none. */
export const loadBasket = async (db: Db, where: SQL, market: Snapshot): Promise<LoadedBasket | null> => {
  const rows = await db
    .select(columns)
    .from(baskets)
    .leftJoin(basketItems, eq(basketItems.basketId, baskets.id))
    .leftJoin(products, eq(products.id, basketItems.productId))
    .where(where)
    .orderBy(asc(basketItems.id))
  const basket = rows[0]?.basket
  if (!basket) return null
  const held = rows.flatMap(({ item, product }) => (item && product ? [{ item, product }] : []))
  const groups = await loadOptionGroups(
    db,
    held.flatMap(({ product }) => product.optionGroupIds)
  )
  const suppliers = await suppliersOf(db, market, [...new Set(held.map(({ product }) => product.supplierId))])

  const wanted = new Map<number, number>()
  for (const { item } of held) wanted.set(item.productId, (wanted.get(item.productId) ?? 0) + item.quantity)
  const lines = held.map(({ item, product }): Line => {
    const own = product.optionGroupIds.flatMap((id) => groups.get(id) ?? [])
    const options = own.flatMap(({ name, values }) =>
      values.filter(({ id }) => item.optionIds.includes(id)).map((value): ChosenOption => ({ ...value, group: name }))
    )
    const extra = options.reduce((sum, { price }) => sum + price, 0)
    const left = product.stock
    const onSale = product.withdrawnAt === null && market.byId.has(product.supplierId) && validateOptions(own, item.optionIds).ok
    const gone = !onSale || (left !== null && left < Math.max(1, product.minimum))
    return {
      ...product,
      id: item.id,
      productId: item.productId,
      unitId: product.unitId as UnitId,
      weighed: product.unitId === WEIGHED_UNIT,
      quantity: item.quantity,
      userId: item.userId,
      optionIds: item.optionIds,
      optionsKey: item.optionsKey,
      options,
      unitPrice: product.price + extra,
      baseUnitPrice: product.basePrice + extra,
      availability: gone ? 'gone' : left !== null && (wanted.get(item.productId) ?? 0) > left ? 'below' : 'ok'
    }
  })
  return { basket, lines, suppliers }
}

/** Suppliers that left the market still have a name to show beside their lines. */
const suppliersOf = async (db: Db, market: Snapshot, ids: number[]): Promise<Map<number, DirectorySupplier>> => {
  const missing = ids.filter((id) => !market.byId.has(id))
  const found = ids.flatMap((id) => market.byId.get(id) ?? [])
  const all = missing.length === 0 ? found : [...found, ...(await withdrawnSuppliers(db, missing))]
  return new Map(all.map((supplier) => [supplier.id, supplier]))
}
