import type { APIContext } from 'astro'
import { pagesOf, rangeOf, type Shown } from '#components/listing/address.ts'
import { ApiError } from '#client/call.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import type { Supplier } from '#contract/catalogue/calls.ts'
import * as search from '#contract/search/calls.ts'
import { SUPPLIER_KINDS, SUPPLIER_TYPE } from '#domain/enums.ts'
import { isSearchTab, TAB_OF_KIND, type SearchTab } from '#domain/search/tabs.ts'
import { searchTerm } from '#domain/search/term.ts'
import { describeForCache } from './answer.ts'
import { closedOf, closedSuppliers } from './closed.ts'
import { shownIn } from './shown.ts'

type Astro = Pick<APIContext, 'url' | 'locals'> & { response: { headers: Headers } }

/** Number of suppliers on the tab "all"; the others are on their own tabs. */
const FIRST_SUPPLIERS = 6

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

const inMarket = async (astro: Astro, term: string, tab: SearchTab, shown: Shown) => {
  const { call } = astro.locals
  const kind = SUPPLIER_KINDS.find((one) => TAB_OF_KIND[one] === tab)
  const answer = await call(search.search, {
    query: { term, supplierType: kind ? SUPPLIER_TYPE[kind] : SUPPLIER_TYPE.all, ...rangeOf(shown) }
  })
  // Supplier tabs paginate suppliers, the others products.
  const totalCount = kind ? answer.supplierCount : answer.productCount
  if ((shown.page ?? 1) > pagesOf(shown, totalCount)) throw new ApiError('NOT_FOUND', 404, 'no such page of the search')
  const isFirst = rangeOf(shown).skip === 0
  const suppliers = kind ? answer.suppliers : tab === 'all' && isFirst ? answer.suppliers.slice(0, FIRST_SUPPLIERS) : []
  const products = kind ? [] : answer.products
  const { closed, states } = await closedSuppliers(astro, products)
  describeForCache(astro.response.headers, ['catalogue'], [...suppliers.map(({ open }) => open), ...states])
  return { found: { in: 'market', tab, answer, totalCount, suppliers, products, closed } as const }
}

const inMenu = async (astro: Astro, alias: string, term: string, shown: Shown) => {
  const { call, t } = astro.locals
  const supplier: Supplier = await call(catalogue.supplierByAlias, { params: { name: alias } })
  const answer = await call(search.menu, { query: { supplierId: supplier.id, term, ...rangeOf(shown) } })
  if ((shown.page ?? 1) > pagesOf(shown, answer.totalCount)) throw new ApiError('NOT_FOUND', 404, 'no such page of the search')
  describeForCache(astro.response.headers, ['catalogue'], [supplier.open])
  return { found: { in: 'menu', supplier, answer, totalCount: answer.totalCount, closed: closedOf(supplier, t) } as const }
}
