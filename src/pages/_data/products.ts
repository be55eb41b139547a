import type { APIContext } from 'astro'
import { pagesOf, rangeOf } from '#components/listing/address.ts'
import type { ProductChoice, ProductListView } from '#components/listing/product-address.ts'
import { ApiError } from '#client/call.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import * as info from '#contract/info/calls.ts'
import * as products from '#contract/products/calls.ts'
import { MAX_COUNTED } from '#domain/constants.ts'
import { PARENT_CATEGORY } from '#domain/enums.ts'
import { isOutside, sentPrice } from '#domain/listing.ts'
import { describeForCache } from './answer.ts'
import { closedSuppliers } from './closed.ts'
import { shownIn } from './shown.ts'

/** Which products a page lists: all, or those of a category, a brand or a catalog. */
export interface ProductScope {
  categoryId?: number
  brand?: string
  catalog?: string
}

const numberIn = (text: string | null): number | undefined => (text ? Number(text) : undefined)

/** Loads one page of a product list with its filters. Throws ApiError NOT_FOUND for a missing page; unknown filter values are ignored. */
export const loadProducts = async (
  astro: Pick<APIContext, 'url' | 'locals'> & { response: { headers: Headers } },
  { categoryId = PARENT_CATEGORY.root, brand, catalog }: ProductScope
) => {
  const { call, city } = astro.locals
  const query = astro.url.searchParams
  const list = { params: { id: categoryId }, query: { brand, catalog, city } }
  const [whole, { cities }] = await Promise.all([call(products.filters, list), call(info.info)])
  const offered = new Set(whole.properties.flatMap(({ values }) => values.map(({ id }) => id)))
  const bounds = { min: whole.minPrice.value, max: whole.maxPrice.value }
  const requested = { min: numberIn(query.get('min')), max: numberIn(query.get('max')) }
  const choice: ProductChoice = {
    city: query.get('city') ?? undefined,
    values:
      query
        .get('f')
        ?.split('|')
        .filter((id) => offered.has(id)) ?? [],
    ...sentPrice(requested, bounds),
    deals: query.get('deals') === '1',
    sort: whole.sortings.find(({ id }) => String(id) === query.get('sort'))?.id,
    ...shownIn(query)
  }
  const { values, min, max } = choice
  const chosen = { min, max, dc: choice.deals || undefined }
  const isNarrowed = values.length > 0 || Object.values(chosen).some((value) => value !== undefined)
  const brandValues = brand === undefined ? [] : [`b-${brand}`]
  const [filters, found] = await Promise.all([
    isNarrowed ? call(products.filters, { ...list, query: { ...list.query, ...chosen, f: values.join('|') || undefined } }) : whole,
    call(catalogue.listing, {
      query: {
        c: categoryId,
        catalog,
        city,
        f: [...brandValues, ...values].join('|') || undefined,
        ...chosen,
        o: choice.sort,
        ...rangeOf(choice)
      }
    })
  ])
  if ((choice.page ?? 1) > Math.min(pagesOf(choice, found.totalCount), pagesOf(choice, MAX_COUNTED)))
    throw new ApiError('NOT_FOUND', 404, 'no such page of products')
  const { closed, states } = await closedSuppliers(astro, found.items)
  describeForCache(astro.response.headers, ['catalogue'], states)
  const view: ProductListView = {
    choice,
    filters,
    cities,
    products: found.items,
    closed,
    totalCount: found.totalCount,
    isMore: found.isMore ?? false,
    isPriceOutside: isOutside(requested, bounds),
    categoryId,
    brand,
    catalog
  }
  return { view }
}
