import type { APIContext } from 'astro'
import { pagesOf, rangeOf } from '#components/listing/address.ts'
import { choiceOf, collectionQuery } from '#components/collections/address.ts'
import { ApiError } from '#client/call.ts'
import * as home from '#contract/home/calls.ts'
import { PAGE } from '#domain/limits/page-sizes.ts'
import { appBarIdOf } from '#domain/home.ts'
import { describeForCache } from './answer.ts'
import { closedSuppliers } from './closed.ts'
import { shownIn } from './shown.ts'

/** Loads a collection of the app bar. Throws ApiError NOT_FOUND for a missing collection, occasion or page. */
export const loadCollection = async (astro: Pick<APIContext, 'url' | 'params' | 'locals'> & { response: { headers: Headers } }) => {
  const { call, city } = astro.locals
  const id = appBarIdOf(astro.params['collection'] ?? '')
  // Gift cards have their own listing, and numeric ids are no URLs.
  if (!id || id === 'gift-cards' || id !== astro.params['collection']) throw new ApiError('NOT_FOUND', 404, 'no such collection')
  const choice = choiceOf(astro.url.searchParams, shownIn(astro.url.searchParams))
  const { occasion, price } = choice
  const query = { city, ...rangeOf(choice), ...(occasion ? { occasion } : {}), ...(price ? { price } : {}) }
  const view = await call(home.quickView, { params: { id }, query })
  if ((choice.page ?? 1) > pagesOf(choice, view.totalCount)) throw new ApiError('NOT_FOUND', 404, 'no such page of the collection')
  // "Buy again" is personal and rendered by an island: the cached page shows deals below it.
  const meanwhile =
    id === 'buy-it-again' ? (await call(home.quickView, { params: { id: 'hot-deals' }, query: { take: PAGE.quick, city } })).items : []
  const { closed, states } = await closedSuppliers(astro, [...view.items, ...meanwhile])
  describeForCache(astro.response.headers, ['catalogue'], [...view.suppliers.map(({ open }) => open), ...states])
  return { id, view, choice, meanwhile, closed, query: collectionQuery({ ...choice, city: undefined }) }
}
