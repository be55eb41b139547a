import type { APIContext } from 'astro'
import { pagesOf, rangeOf, type Shown } from '#components/listing/address.ts'
import { ApiError } from '#client/call.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import type { Supplier } from '#contract/catalogue/calls.ts'
import * as info from '#contract/info/calls.ts'
import * as search from '#contract/search/calls.ts'
import { PRODUCT_SORTINGS, SUPPLIER_KINDS, SUPPLIER_TYPE } from '#domain/enums.ts'
import { isOutside, sentPrice } from '#domain/listing.ts'
import { isSearchTab, TAB_OF_KIND, type SearchTab } from '#domain/search/tabs.ts'
import { searchTerm } from '#domain/search/term.ts'
import type { Narrowing } from '#components/search/narrowing.ts'
import { describeForCache } from './answer.ts'
import { closedOf, closedSuppliers } from './closed.ts'
import { shownIn } from './shown.ts'

type Astro = Pick<APIContext, 'url' | 'locals'> & { response: { headers: Headers } }

/** Number of suppliers on the tab "all"; the others are on their own tabs. */
const FIRST_SUPPLIERS = 6
/** The same where products come first and suppliers are one row. */
const ROW_SUPPLIERS = 12

/** Data of the search page: null without a term, else results of the market or of one menu. Throws ApiError for a missing page or supplier. */
export const loadSearch = async (astro: Astro) => {
  const query = astro.url.searchParams
  const term = searchTerm(query.get('term') ?? '')
  const shown = shownIn(query)
  const alias = query.get('supplier')
  describeForCache(astro.response.headers, ['catalogue'])
  if (alias !== null) return { term, shown, ...(await inMenu(astro, alias, term, shown)) }
  const tab = query.get('tab')
  if (term === '') return { term, shown, found: null }
  return { term, shown, ...(await inMarket(astro, term, isSearchTab(tab) ? tab : 'all', shown)) }
}

const numberIn = (text: string | null): number | undefined => (text ? Number(text) : undefined)

/** The visitor's choice of place, filters and order. */
const choiceIn = (query: URLSearchParams, shown: Shown) => ({
  city: query.get('city') ?? undefined,
  near: query.get('near') ?? undefined,
  anywhere: query.get('anywhere') === '1',
  open: query.get('open') === '1',
  deals: query.get('deals') === '1',
  min: numberIn(query.get('min')),
  max: numberIn(query.get('max')),
  sort: Object.values(PRODUCT_SORTINGS).find((id) => String(id) === query.get('sort')),
  values: [],
  ...shown
})

const inMarket = async (astro: Astro, term: string, tab: SearchTab, shown: Shown) => {
  const { call } = astro.locals
  const kind = SUPPLIER_KINDS.find((one) => TAB_OF_KIND[one] === tab)
  const choice = choiceIn(astro.url.searchParams, shown)
  const [lat, lng] = choice.near?.split(',').map(Number) ?? []
  const [{ cities }, answer] = await Promise.all([
    call(info.info),
    call(search.search, {
      query: {
        term,
        supplierType: kind ? SUPPLIER_TYPE[kind] : SUPPLIER_TYPE.all,
        city: choice.city,
        lat,
        lng,
        anywhere: choice.anywhere || undefined,
        openNow: choice.open || undefined,
        dc: choice.deals || undefined,
        min: choice.min,
        max: choice.max,
        o: choice.sort,
        ...rangeOf(shown)
      }
    })
  ])
  // Supplier tabs paginate suppliers, the others products.
  const totalCount = kind ? answer.supplierCount : answer.productCount
  if ((shown.page ?? 1) > pagesOf(shown, totalCount)) throw new ApiError('NOT_FOUND', 404, 'no such page of the search')
  const isFirst = rangeOf(shown).skip === 0
  const first = answer.leads === 'suppliers' ? FIRST_SUPPLIERS : ROW_SUPPLIERS
  const suppliers = kind ? answer.suppliers : tab === 'all' && isFirst ? answer.suppliers.slice(0, first) : []
  const products = kind ? [] : answer.products
  const { closed, states } = await closedSuppliers(astro, products)
  describeForCache(astro.response.headers, ['catalogue'], [...suppliers.map(({ open }) => open), ...states])
  const bounds = { min: answer.minPrice, max: answer.maxPrice }
  const narrowing: Narrowing = {
    choice: { ...choice, ...sentPrice(choice, bounds) },
    bounds,
    isPriceOutside: isOutside(choice, bounds),
    cities,
    city: cities.find(({ key }) => key === answer.city)?.name ?? null
  }
  return { found: { in: 'market', tab, answer, totalCount, suppliers, products, closed, narrowing } as const }
}

const inMenu = async (astro: Astro, alias: string, term: string, shown: Shown) => {
  const { call, t } = astro.locals
  const supplier: Supplier = await call(catalogue.supplierByAlias, { params: { name: alias } })
  const answer = await call(search.menu, { query: { supplierId: supplier.id, term, ...rangeOf(shown) } })
  if ((shown.page ?? 1) > pagesOf(shown, answer.totalCount)) throw new ApiError('NOT_FOUND', 404, 'no such page of the search')
  describeForCache(astro.response.headers, ['catalogue'], [supplier.open])
  return { found: { in: 'menu', supplier, answer, totalCount: answer.totalCount, closed: closedOf(supplier, t) } as const }
}
