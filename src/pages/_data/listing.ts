import type { APIContext } from 'astro'
import { choiceQuery, pagesOf, SORTINGS, rangeOf, type Choice, type ListingView } from '#components/listing/address.ts'
import { ApiError } from '#client/call.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import type { CategoryNode } from '#contract/catalogue/calls.ts'
import * as info from '#contract/info/calls.ts'
import { LISTING_PATH, SUPPLIER_TYPE, type SupplierKind } from '#domain/enums.ts'
import { describeForCache } from './answer.ts'
import { shownIn } from './shown.ts'

/** Flattens the category tree, children after their parent. */
const flat = (nodes: readonly CategoryNode[]): CategoryNode[] => nodes.flatMap((node) => [node, ...flat(node.children)])

/** Loads one page of a listing with its filters. Throws ApiError NOT_FOUND for a missing page, category or city. */
export const loadListing = async (astro: Pick<APIContext, 'url' | 'locals'> & { response: { headers: Headers } }, kind: SupplierKind) => {
  const { call, t } = astro.locals
  const query = astro.url.searchParams
  const choice: Choice = {
    category: query.get('category') ?? undefined,
    city: query.get('city') ?? undefined,
    open: query.get('open') === '1',
    deals: query.get('deals') === '1',
    free: query.get('free') === '1',
    sort: SORTINGS.find(({ id }) => String(id) === query.get('sort'))?.id,
    near: query.get('near') ?? undefined,
    ...shownIn(query)
  }
  const [lat, lng] = choice.near?.split(',').map(Number) ?? []
  const [{ cities }, tree, found] = await Promise.all([
    call(info.info),
    call(catalogue.categories, { query: { type: kind } }),
    call(catalogue.suppliers, {
      query: {
        type: SUPPLIER_TYPE[kind],
        ...rangeOf(choice),
        categoryIds: choice.category,
        city: choice.city,
        openNow: choice.open || undefined,
        deals: choice.deals || undefined,
        freeDelivery: choice.free || undefined,
        sorting: choice.sort,
        lat,
        lng
      }
    })
  ])
  const categories = flat(tree)
  const known = (key: string | undefined, among: readonly { key: string }[]) => key === undefined || among.some((one) => one.key === key)
  const isThere = (choice.page ?? 1) <= pagesOf(choice, found.totalCount)
  if (!isThere || !known(choice.category, categories) || !known(choice.city, cities))
    throw new ApiError('NOT_FOUND', 404, 'no such page of the listing')
  describeForCache(
    astro.response.headers,
    ['catalogue'],
    found.items.map(({ open }) => open)
  )
  const category = categories.find(({ key }) => key === choice.category)
  const whole = { name: t(`catalogue:${kind}`), path: LISTING_PATH[kind] }
  const title = category ? `${category.name} · ${whole.name}` : whole.name
  const listing: ListingView = { kind, title, choice, suppliers: found.items, totalCount: found.totalCount, categories, cities }
  // Only categories are indexed as pages of their own; other filters and sortings are not.
  const canonical = whole.path + choiceQuery({ category: choice.category })
  const trail = category ? [whole, { name: category.name, path: canonical }] : [whole]
  return { listing, query: choiceQuery(choice), head: { title, canonical, trail } }
}
