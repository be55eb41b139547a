import * as v from 'valibot'
import { TAKE_CAP } from '#domain/constants.ts'
import { PAGE } from '#domain/limits/page-sizes.ts'
import { PRODUCT_SORTINGS, SUPPLIER_TYPE } from '#domain/enums.ts'
import { flag, id, latitude, line, longitude, numberish, skip, take, term, wholeNumber, type SchemasOf } from '#contract/fields.ts'
import type * as search from './calls.ts'

const supplierType = v.pipe(wholeNumber, v.minValue(SUPPLIER_TYPE.store), v.maxValue(SUPPLIER_TYPE.all))
/** Spec section 3, "Product type". */
const productType = v.pipe(v.string(), v.picklist(['1', '2']))

const amd = v.optional(v.pipe(numberish, v.minValue(0), v.maxValue(99_999_999)))
const city = v.optional(line(40))

export const searchSchemas = {
  search: {
    query: v.object({
      term,
      supplierType: v.optional(supplierType, SUPPLIER_TYPE.all),
      city,
      lat: v.optional(latitude),
      lng: v.optional(longitude),
      anywhere: v.optional(flag),
      openNow: v.optional(flag),
      dc: v.optional(flag),
      min: amd,
      max: amd,
      o: v.optional(v.pipe(wholeNumber, v.picklist(Object.values(PRODUCT_SORTINGS)))),
      take: take(PAGE.listing, TAKE_CAP),
      skip
    })
  },
  menu: { query: v.object({ supplierId: id, term, categoryId: v.optional(id), take: take(PAGE.listing, TAKE_CAP), skip }) },
  suggest: { query: v.object({ term: v.optional(term, ''), supplierType: v.optional(supplierType, SUPPLIER_TYPE.all), city }) },
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
