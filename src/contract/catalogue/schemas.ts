import * as v from 'valibot'
import { TAKE_CAP } from '#domain/constants.ts'
import { PAGE } from '#domain/limits/page-sizes.ts'
import { SUPPLIER_TYPE } from '#domain/enums.ts'
import type * as catalogue from './calls.ts'
import { amd, listingSchema, values } from '#contract/products/schemas.ts'
import { flag, id, kindOrAll, latitude, line, longitude, skip, take, term, wholeNumber, type SchemasOf } from '#contract/fields.ts'

/** The spec's default of the type is a name, its enumeration numbers: both are taken. */
const typeNumber = v.pipe(
  v.union([v.number(), v.string()]),
  v.transform((type) => Object.entries(SUPPLIER_TYPE).find(([name]) => name.toLowerCase() === String(type).toLowerCase())?.[1] ?? type),
  wholeNumber
)

const SuppliersQuerySchema = v.object({
  type: v.optional(v.pipe(typeNumber, v.minValue(1), v.maxValue(SUPPLIER_TYPE.all)), SUPPLIER_TYPE.restaurant),
  skip,
  take: take(PAGE.suppliers, TAKE_CAP),
  categoryIds: v.optional(line(400)),
  city: v.optional(line(40)),
  sorting: v.optional(v.pipe(wholeNumber, v.minValue(1), v.maxValue(9))),
  openNow: v.optional(flag),
  deals: v.optional(flag),
  freeDelivery: v.optional(flag),
  min: amd,
  max: amd,
  f: values,
  ids: v.optional(line(1_200)),
  term: v.optional(term),
  lat: v.optional(latitude),
  lng: v.optional(longitude)
})

export const catalogueSchemas = {
  branchesByCoordinates: { params: v.object({ supplierId: id }), query: v.object({ lat: latitude, lng: longitude }) },
  suppliers: { query: SuppliersQuerySchema },
  count: { query: SuppliersQuerySchema },
  supplierByAlias: { params: v.object({ name: line(120) }) },
  categoryTree: { params: v.object({ path: line(400) }) },
  supplier: { params: v.object({ id }) },
  categories: { query: v.object({ type: v.optional(kindOrAll), city: v.optional(line(40)) }) },
  supplierCategories: { params: v.object({ id }) },
  products: {
    query: v.object({
      supplierId: id,
      departmentId: v.optional(id),
      term: v.optional(term),
      take: take(TAKE_CAP, 400),
      skip
    })
  },
  listing: { query: listingSchema },
  product: {
    params: v.object({ id }),
    query: v.object({
      selectedOptions: v.optional(line(600)),
      supplierId: v.optional(id),
      brandId: v.optional(id),
      withCrossSelling: v.optional(flag)
    })
  },
  configurators: { params: v.object({ id }) }
} satisfies SchemasOf<typeof catalogue>
