import type { APIContext } from 'astro'
import { choiceQuery, SORTINGS, type Choice, type ListingView } from '#components/listing/address.ts'
import { ApiError } from '#client/call.ts'
import { catalogue } from '#contract/catalogue.ts'
import { info } from '#contract/info.ts'
import { PAGE } from '#domain/constants.ts'
import { SUPPLIER_TYPE, type SupplierKind } from '#domain/enums.ts'
import { describeForCache, pageOf } from './answer.ts'

/** One page of a listing with its filters. Throws ApiError NOT_FOUND for a page, category or city that is not there. */
export const loadListing = async (astro: Pick<APIContext, 'url' | 'locals'> & { response: { headers: Headers } }, kind: SupplierKind) => {
  const { call } = astro.locals
  const query = astro.url.searchParams
  const choice: Choice = {
    category: query.get('category') ?? undefined,
    city: query.get('city') ?? undefined,
    open: query.get('open') === '1',
    sort: SORTINGS.find(({ id }) => String(id) === query.get('sort'))?.id,
    page: pageOf(query.get('page'))
  }
  const [{ cities }, categories, found] = await Promise.all([
    call(info.info),
    call(catalogue.categories, { query: { type: kind } }),
    call(catalogue.suppliers, {
      query: {
        type: SUPPLIER_TYPE[kind],
        take: PAGE.listing,
        skip: ((choice.page ?? 1) - 1) * PAGE.listing,
        categoryIds: choice.category,
        city: choice.city,
        openNow: choice.open || undefined,
        sorting: choice.sort
      }
    })
  ])
  const pages = Math.max(1, Math.ceil(found.totalCount / PAGE.listing))
  const known = (key: string | undefined, among: readonly { key: string }[]) => key === undefined || among.some((one) => one.key === key)
  if ((choice.page ?? 1) > pages || !known(choice.category, categories) || !known(choice.city, cities))
    throw new ApiError('NOT_FOUND', 404, 'no such page of the listing')
  describeForCache(
    astro.response.headers,
    ['catalogue'],
    found.items.map(({ open }) => open)
  )
  const listing: ListingView = { kind, choice, suppliers: found.items, totalCount: found.totalCount, pages, categories, cities }
  return { listing, query: choiceQuery(choice) }
}
