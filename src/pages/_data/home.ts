import type { APIContext } from 'astro'
import { catalogue } from '#contract/catalogue.ts'
import { info } from '#contract/info.ts'
import { LISTING_PATH, SUPPLIER_TYPE, type SupplierKind } from '#domain/enums.ts'
import { describeForCache } from './answer.ts'

const TAKE = 12
const STRIPS = [
  { kind: 'store', title: 'home:markets' },
  { kind: 'pharmacy', title: 'home:pharmacies' },
  { kind: 'shop', title: 'home:shops' }
] as const satisfies readonly { kind: SupplierKind; title: string }[]

/** Everything the home page shows. At night, when no restaurant is open, the first ones of the listing take the place. */
export const loadHome = async (astro: Pick<APIContext, 'locals'> & { response: { headers: Headers } }) => {
  const { call } = astro.locals
  const suppliersOf = (kind: SupplierKind, openNow?: boolean) =>
    call(catalogue.suppliers, { query: { type: SUPPLIER_TYPE[kind], take: TAKE, skip: 0, openNow } })
  const [cuisines, open, listed, deals, campaigns, ...others] = await Promise.all([
    call(catalogue.categories, { query: { type: 'restaurant' } }),
    suppliersOf('restaurant', true),
    suppliersOf('restaurant'),
    call(catalogue.listing, { query: { dc: true, take: TAKE, skip: 0 } }),
    call(info.campaigns),
    ...STRIPS.map(({ kind }) => suppliersOf(kind))
  ])
  const restaurants = open.items.length > 0 ? open.items : listed.items
  const strips = STRIPS.map((strip, index) => ({ ...strip, path: LISTING_PATH[strip.kind], suppliers: others[index]?.items ?? [] }))
  const shown = [...listed.items, ...restaurants, ...strips.flatMap(({ suppliers }) => suppliers)]
  describeForCache(
    astro.response.headers,
    ['catalogue', 'campaigns'],
    shown.map((supplier) => supplier.open)
  )
  return {
    cuisines,
    restaurants,
    openCount: open.totalCount,
    deals: deals.items,
    strips,
    campaigns: campaigns.filter(({ running }) => running)
  }
}
