import * as catalogue from '#contract/catalogue/calls.ts'
import type { ProductCard } from '#contract/catalogue/calls.ts'
import type { OpenState } from '#contract/catalogue/branches.ts'
import { SUPPLIER_TYPE } from '#domain/enums.ts'
import type { Call } from './call.ts'

/** Maximum number of suppliers in one call; of a longer list the first ones. */
const MAX = 100

/** Loads whether the suppliers of these products are open, by supplier id, in one call; as they serve a city, if one is given. Rejects with ApiError. */
export const supplierStates = async (
  call: Call,
  products: readonly Pick<ProductCard, 'supplier'>[],
  city?: string
): Promise<ReadonlyMap<number, OpenState>> => {
  const ids = [...new Set(products.map(({ supplier }) => supplier.id))].slice(0, MAX)
  if (ids.length === 0) return new Map()
  const { items } = await call(catalogue.suppliers, { query: { type: SUPPLIER_TYPE.all, ids: ids.join('|'), take: MAX, city } })
  return new Map(items.map(({ id, open }) => [id, open]))
}
