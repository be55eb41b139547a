import type { APIContext } from 'astro'
import { choiceQuery, pagesOf, SORTINGS, rangeOf, type Choice, type ListingView } from '#components/listing/address.ts'
import { ApiError, type Call } from '#client/call.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import type { CategoryNode } from '#contract/catalogue/calls.ts'
import * as info from '#contract/info/calls.ts'
import * as products from '#contract/products/calls.ts'
import { LISTING_PATH, PARENT_CATEGORY, SUPPLIER_TYPE, type SupplierKind } from '#domain/enums.ts'
import { describeForCache } from './answer.ts'
import { shownIn } from './shown.ts'

/** Flattens the category tree, children after their parent. */
const flat = (nodes: readonly CategoryNode[]): CategoryNode[] => nodes.flatMap((node) => [node, ...flat(node.children)])

const amountIn = (text: string | null): number | undefined => (text ? Number(text) : undefined)

/** Names of the chosen brands and countries; nothing is asked when none is chosen. */
const namesOf = async (call: Call, { values = [] }: Choice): Promise<ReadonlyMap<string, string>> => {
  if (values.length === 0) return new Map()
  const { properties } = await call(products.filters, { params: { id: PARENT_CATEGORY.root }, query: {} })
  return new Map(properties.flatMap((group) => group.values.map(({ id, name }) => [id, name] as const)))
}

/** Loads one page of a listing with its filters, of a city. Throws ApiError NOT_FOUND for a missing page or category. */
export const loadListing = async (astro: Pick<APIContext, 'url' | 'locals'> & { response: { headers: Headers } }, kind: SupplierKind) => {
  const { call, city, t } = astro.locals
  const query = astro.url.searchParams
  const choice: Choice = {
    category: query.get('category') ?? undefined,
    city: query.get('city') ?? undefined,
    open: query.get('open') === '1',
    deals: query.get('deals') === '1',
    free: query.get('free') === '1',
    values: query.get('f')?.split('|') ?? [],
    min: amountIn(query.get('min')),
    max: amountIn(query.get('max')),
    sort: SORTINGS.find(({ id }) => String(id) === query.get('sort'))?.id,
    near: query.get('near') ?? undefined,
    ...shownIn(query)
  }
  const [lat, lng] = choice.near?.split(',').map(Number) ?? []
  const [{ cities }, tree, valueNames, found] = await Promise.all([
    call(info.info),
    call(catalogue.categories, { query: { type: kind, city } }),
    namesOf(call, choice),
    call(catalogue.suppliers, {
      query: {
        type: SUPPLIER_TYPE[kind],
        ...rangeOf(choice),
        categoryIds: choice.category,
        city,
        openNow: choice.open || undefined,
        deals: choice.deals || undefined,
        freeDelivery: choice.free || undefined,
        f: choice.values?.join('|') || undefined,
        min: choice.min,
        max: choice.max,
        sorting: choice.sort,
        lat,
        lng
      }
    })
  ])
  const categories = flat(tree)
  const known = (key: string | undefined, among: readonly { key: string }[]) => key === undefined || among.some((one) => one.key === key)
  const isThere = (choice.page ?? 1) <= pagesOf(choice, found.totalCount)
  if (!isThere || !known(choice.category, categories)) throw new ApiError('NOT_FOUND', 404, 'no such page of the listing')
  describeForCache(
    astro.response.headers,
    ['catalogue'],
    found.items.map(({ open }) => open)
  )
  const category = categories.find(({ key }) => key === choice.category)
  const whole = { name: t(`catalogue:${kind}`), path: LISTING_PATH[kind] }
  const title = category ? `${category.name} · ${whole.name}` : kind === 'shop' ? t('catalogue:mall') : whole.name
  const listing: ListingView = { kind, title, choice, suppliers: found.items, totalCount: found.totalCount, valueNames, categories, cities }
  // Only categories are indexed as pages of their own; other filters and sortings are not.
  const canonical = whole.path + choiceQuery({ category: choice.category })
  const trail = category ? [whole, { name: category.name, path: canonical }] : [whole]
  return { listing, query: choiceQuery({ ...choice, city: undefined }), head: { title, canonical, trail } }
}
