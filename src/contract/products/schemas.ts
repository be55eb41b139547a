import * as v from 'valibot'
import { TAKE_CAP } from '#domain/constants.ts'
import { PAGE } from '#domain/limits/page-sizes.ts'
import { PRODUCT_SORTINGS, SUPPLIER_TYPE } from '#domain/enums.ts'
import type * as products from './calls.ts'
import { flag, id, kindOrAll, line, numberish, skip, take, term, wholeNumber, type SchemasOf } from '#contract/fields.ts'

export const MAX_VALUES = 60
export const areFewValues = (text: string): boolean => text.split('|').length <= MAX_VALUES
export const values = v.optional(v.pipe(line(4_000), v.check(areFewValues)))
export const amd = v.optional(v.pipe(numberish, v.minValue(0), v.maxValue(99_999_999)))
const supplierType = v.optional(v.pipe(wholeNumber, v.minValue(SUPPLIER_TYPE.store), v.maxValue(SUPPLIER_TYPE.all)))
const key = line(120)
const city = v.optional(line(40))

const filter = {
  o: v.optional(v.pipe(wholeNumber, v.picklist(Object.values(PRODUCT_SORTINGS)))),
  s: v.optional(id),
  dc: v.optional(flag),
  max: amd,
  min: amd,
  f: values,
  pi: values,
  pc: values,
  c: v.optional(id),
  term: v.optional(term),
  city,
  isStore: v.optional(flag)
}

/** GET /products/listing; its schema is in the catalogue, beside the other product calls. */
export const listingSchema = v.object({
  ...filter,
  sa: v.optional(key),
  isShop: v.optional(flag),
  catalog: v.optional(key),
  take: take(PAGE.listing, TAKE_CAP),
  skip
})

export const productsSchemas = {
  filter: { params: v.object({ id }), query: v.object({ ...filter, supplierType, take: take(PAGE.filter, TAKE_CAP), skip }) },
  byCategory: { params: v.object({ id }), query: v.object({ take: take(PAGE.listing, TAKE_CAP), skip }) },
  byDepartment: { params: v.object({ id }), query: v.object({ take: take(PAGE.listing, TAKE_CAP), skip }) },
  byLink: { params: v.object({ link: line(160) }) },
  one: { params: v.object({ id }) },
  filters: {
    params: v.object({ id }),
    query: v.object({
      brand: v.optional(key),
      catalog: v.optional(key),
      supplierType,
      dc: filter.dc,
      city,
      min: amd,
      max: amd,
      f: values,
      pi: values,
      pc: values
    })
  },
  brand: { params: v.object({ id: key }), query: v.object({ take: take(PAGE.listing, TAKE_CAP), skip, term: v.optional(term) }) },
  brands: { query: v.object({ city }) },
  catalogs: { query: v.object({ type: v.optional(kindOrAll), city }) },
  catalog: { params: v.object({ id: key }), query: v.object({ take: take(PAGE.listing, TAKE_CAP), skip }) }
} satisfies SchemasOf<typeof products>
