import * as v from 'valibot'
import { PAGE, TAKE_CAP } from '#domain/constants.ts'
import { SUPPLIER_TYPE } from '#domain/enums.ts'
import { id, skip, take, term, wholeNumber, type SchemasOf } from '#contract/fields.ts'
import type * as search from './calls.ts'

const supplierType = v.pipe(wholeNumber, v.minValue(SUPPLIER_TYPE.store), v.maxValue(SUPPLIER_TYPE.all))
/** Spec section 3, "Product type". */
const productType = v.pipe(v.string(), v.picklist(['1', '2']))

export const searchSchemas = {
  search: {
    query: v.object({ term, supplierType: v.optional(supplierType, SUPPLIER_TYPE.all), take: take(PAGE.listing, TAKE_CAP), skip })
  },
  menu: { query: v.object({ supplierId: id, term, categoryId: v.optional(id), take: take(PAGE.listing, TAKE_CAP), skip }) },
  suggest: { query: v.object({ term, supplierType: v.optional(supplierType, SUPPLIER_TYPE.all) }) },
  stores: {
    query: v.object({
      term: v.optional(term, ''),
      supplierType: v.optional(supplierType, SUPPLIER_TYPE.store),
      take: take(PAGE.storeSearch, TAKE_CAP),
      skip
    })
  },
  byProductType: { query: v.object({ productType: v.optional(productType, '1'), term: v.optional(term, '') }) }
} satisfies SchemasOf<typeof search>
