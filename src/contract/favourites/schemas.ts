import * as v from 'valibot'
import { PAGE } from '#domain/limits/page-sizes.ts'
import { SUPPLIER_KINDS, SUPPLIER_TYPE } from '#domain/enums.ts'
import type * as favourites from './calls.ts'
import { bodyId, id, skip, take, term, wholeNumber, type SchemasOf } from '#contract/fields.ts'

const MAX_AT_ONCE = 500
const type = v.picklist(['all', 'supplier', 'article', ...SUPPLIER_KINDS])

export const favouritesSchemas = {
  addSupplier: { body: v.object({ supplierId: bodyId }) },
  addArticle: { body: v.object({ articleId: bodyId }) },
  list: {
    query: v.object({
      type: v.optional(type, 'all'),
      SupplierType: v.optional(v.pipe(wholeNumber, v.minValue(1), v.maxValue(SUPPLIER_TYPE.all))),
      take: take(PAGE.favourites, MAX_AT_ONCE),
      skip,
      term: v.optional(term)
    })
  },
  remove: { params: v.object({ id }), query: v.object({ type: v.optional(type) }) }
} satisfies SchemasOf<typeof favourites>
