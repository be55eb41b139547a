import type { APIContext } from 'astro'
import { pagesOf, takenOf } from '#components/listing/address.ts'
import { goodsQuery, type GoodsChoice, type GoodsView } from '#components/listing/goods-address.ts'
import { ApiError } from '#client/call.ts'
import { catalogue } from '#contract/catalogue.ts'
import { goods } from '#contract/goods.ts'
import { MOST_COUNTED } from '#domain/constants.ts'
import { PARENT_CATEGORY } from '#domain/enums.ts'
import { sentPrice } from '#domain/listing.ts'
import { describeForCache } from './answer.ts'
import { shownIn } from './shown.ts'

/** Which goods a page lists: all of them, or those of a category, a brand or a catalog. */
export interface GoodsScope {
  categoryId?: number
  brand?: string
  catalog?: string
}

const numberIn = (text: string | null): number | undefined => (text ? Number(text) : undefined)

/** One page of a list of goods with its filters. Throws ApiError NOT_FOUND for a page that is not there; values nobody offers are left out. */
export const loadGoods = async (
  astro: Pick<APIContext, 'url' | 'locals'> & { response: { headers: Headers } },
  { categoryId = PARENT_CATEGORY.root, brand, catalog }: GoodsScope
) => {
  const { call } = astro.locals
  const query = astro.url.searchParams
  const filters = await call(goods.filters, { params: { id: categoryId }, query: { brand, catalog } })
  const offered = new Set(filters.properties.flatMap(({ values }) => values.map(({ id }) => id)))
  const bounds = { min: filters.minPrice.value, max: filters.maxPrice.value }
  const choice: GoodsChoice = {
    values:
      query
        .get('f')
        ?.split('|')
        .filter((id) => offered.has(id)) ?? [],
    ...sentPrice({ min: numberIn(query.get('min')), max: numberIn(query.get('max')) }, bounds),
    deals: query.get('deals') === '1',
    sort: filters.sortings.find(({ id }) => String(id) === query.get('sort'))?.id,
    ...shownIn(query)
  }
  const own = brand === undefined ? [] : [`b-${brand}`]
  const found = await call(catalogue.listing, {
    query: {
      c: categoryId,
      catalog,
      f: [...own, ...choice.values].join('|') || undefined,
      min: choice.min,
      max: choice.max,
      dc: choice.deals || undefined,
      o: choice.sort,
      ...takenOf(choice)
    }
  })
  if ((choice.page ?? 1) > Math.min(pagesOf(choice, found.totalCount), pagesOf(choice, MOST_COUNTED)))
    throw new ApiError('NOT_FOUND', 404, 'no such page of goods')
  describeForCache(astro.response.headers, ['catalogue'])
  const view: GoodsView = {
    ...{ choice, filters, products: found.items, totalCount: found.totalCount },
    ...{ isMore: found.isMore ?? false, categoryId, brand, catalog }
  }
  return { view, query: goodsQuery(choice) }
}
