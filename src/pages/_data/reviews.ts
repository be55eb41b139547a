import type { APIContext } from 'astro'
import { ApiError } from '#client/call.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import * as reviews from '#contract/reviews/calls.ts'
import { REVIEWS } from '#domain/constants.ts'
import { describeForCache, pageOf } from './answer.ts'

/** Loads one page of a supplier's reviews. Throws ApiError SUPPLIER_NOT_FOUND, or NOT_FOUND for a missing page. */
export const loadReviews = async (astro: Pick<APIContext, 'params' | 'url' | 'locals'> & { response: { headers: Headers } }) => {
  const { call } = astro.locals
  const page = pageOf(astro.url.searchParams.get('page'))
  const supplier = await call(catalogue.supplierByAlias, { params: { name: astro.params['alias'] ?? '' } })
  const query = { skip: (page - 1) * REVIEWS.page, take: REVIEWS.page }
  const found = await call(reviews.ofSupplier, { params: { id: supplier.id }, query })
  const pages = Math.max(1, Math.ceil(found.totalCount / REVIEWS.page))
  if (page > pages) throw new ApiError('NOT_FOUND', 404, 'no such page of reviews')
  describeForCache(astro.response.headers, [`supplier:${supplier.id}`])
  return { supplier, reviews: found, page, pages }
}
