import type { SupplierCard } from '#contract/catalogue/calls.ts'
import type { Page } from '#contract/endpoint.ts'
import { SUPPLIER_TYPE, supplierKindOfType } from '#domain/enums.ts'
import type { Context } from '#server/context.ts'
import { listSuppliers } from '#server/services/catalogue/list-suppliers.ts'
import { supplierCard } from '#server/services/catalogue/supplier-card.ts'
import { fail } from '#server/services/core/fail.ts'
import { cardsFound } from '#server/search-engine/cards.ts'
import { findMarket } from './find-market.ts'
import { suppliersFound } from './found-suppliers.ts'

interface StoresQuery {
  term: string
  supplierType: number
  take: number
  skip: number
}

/** Returns suppliers of a type by name, category or products (GET /stores/search); without a term all of them, in the order of the list. */
export const searchStores = async (ctx: Context, { term, supplierType, take, skip }: StoresQuery): Promise<Page<SupplierCard>> => {
  const kind = supplierKindOfType(supplierType)
  if (!kind) throw fail('BAD_REQUEST', { field: 'supplierType' })
  if (term === '') return listSuppliers(ctx, { type: supplierType, take, skip })
  const searched = await findMarket(ctx, term, {})
  const { sold } = cardsFound(searched.index, searched.found, { ...searched, accepts: () => true, kind, onlyNear: false })
  const found = suppliersFound(searched, sold).filter(({ supplier }) => kind === 'all' || supplier.kind === kind)
  return {
    items: found.slice(skip, skip + take).map(({ supplier }) => supplierCard(supplier, ctx.locale, ctx.now(), null)),
    totalCount: found.length
  }
}

const GIFT_CARD = '1'
const MAX_SUPPLIERS = 200

/** Returns suppliers that sell a type of product (GET /suppliers/getSuppliersByProductType). Gift cards are the only type. */
export const suppliersByProductType = async (
  ctx: Context,
  { productType, term }: { productType: string; term: string }
): Promise<SupplierCard[]> => {
  if (productType !== GIFT_CARD) return []
  const { items } = await searchStores(ctx, { term, supplierType: SUPPLIER_TYPE.giftCard, take: MAX_SUPPLIERS, skip: 0 })
  return items
}
