import type { APIRequestContext } from '@playwright/test'
import * as catalogue from '#contract/catalogue/calls.ts'
import type { ProductCard, Supplier } from '#contract/catalogue/calls.ts'
import * as info from '#contract/info/calls.ts'
import { createCaller, type Call } from '#client/call.ts'
import { SUPPLIER_TYPE } from '#domain/enums.ts'
import type { Locale } from '#domain/locale.ts'

/** The typed client of the shop over a browser context's own requests: the cookies it is given are the browser's. */
export const callerOver = (
  request: APIRequestContext,
  options: { locale?: Locale; sessionId?: () => string; accessToken?: () => string | null } = {}
): Call =>
  createCaller({
    locale: options.locale ?? 'hy',
    ...options,
    fetch: async (input, init) => {
      const response = await request.fetch(input, {
        method: init?.method ?? 'GET',
        headers: Object.fromEntries(new Headers(init?.headers)),
        ...(init?.body ? { data: String(init.body) } : {})
      })
      return new Response(await response.text(), { status: response.status() })
    }
  })

/** What the audits need to know of the demo market, asked of the running shop. */
export interface Market {
  /** Open round the clock: what the audits buy from. */
  supplier: Supplier
  products: ProductCard[]
  plain: ProductCard
  others: [ProductCard, ProductCard]
  withOptions: ProductCard
  adult: ProductCard
  closed: { kind: Supplier['kind']; alias: string }
  campaign: string
  /** One supplier of each kind, by alias. */
  oneOf: Record<Supplier['kind'], string>
  /** A filter of restaurants that finds nothing. */
  nothing: string
}

const ALWAYS_OPEN = { restaurant: 'beef-bak', store: 'nrneni' } as const
const CLOSED_FOR_LONG = 'khaghoghi-vaz'

const found = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`the demo market has no ${what}`)
  return value
}

export const readMarket = async (request: APIRequestContext): Promise<Market> => {
  const call = callerOver(request)
  const [supplier, restaurant, closed, campaigns] = await Promise.all([
    call(catalogue.supplierByAlias, { params: { name: ALWAYS_OPEN.store } }),
    call(catalogue.supplierByAlias, { params: { name: ALWAYS_OPEN.restaurant } }),
    call(catalogue.supplierByAlias, { params: { name: CLOSED_FOR_LONG } }),
    call(info.campaigns)
  ])
  const menuOf = async ({ id }: Supplier): Promise<ProductCard[]> =>
    (await call(catalogue.products, { query: { supplierId: id, take: 200 } })).items
  const [products, dishes] = await Promise.all([menuOf(supplier), menuOf(restaurant)])
  const [plain, second, third] = products.filter(
    ({ adult, hasOptions, stock, unitId }) => !adult && !hasOptions && stock === null && unitId === 1
  )
  return {
    supplier,
    products,
    plain: found(plain, 'plain product'),
    others: [found(second, 'second product'), found(third, 'third product')],
    withOptions: found(
      dishes.find(({ hasOptions }) => hasOptions),
      'product with options'
    ),
    adult: found(
      products.find(({ adult }) => adult),
      'product for adults'
    ),
    closed: found(closed.open.status === 1 ? closed : undefined, 'supplier that is closed for long'),
    campaign: found(campaigns[0], 'campaign').slug,
    oneOf: await oneOfEach(call),
    nothing: await emptyFilter(call)
  }
}

const oneOfEach = async (call: Call): Promise<Market['oneOf']> => {
  const { items } = await call(catalogue.suppliers, { query: { type: SUPPLIER_TYPE.all, take: 200 } })
  const aliasOf = (kind: Supplier['kind']): string =>
    found(
      items.find((supplier) => supplier.kind === kind),
      kind
    ).alias
  return {
    store: aliasOf('store'),
    restaurant: aliasOf('restaurant'),
    shop: aliasOf('shop'),
    pharmacy: aliasOf('pharmacy'),
    service: aliasOf('service'),
    giftCard: aliasOf('giftCard')
  }
}

const emptyFilter = async (call: Call): Promise<string> => {
  const [{ cities }, categories] = await Promise.all([call(info.info), call(catalogue.categories, { query: { type: 'restaurant' } })])
  for (const { key: city } of cities.toReversed())
    for (const { key } of categories) {
      const { count } = await call(catalogue.count, { query: { type: SUPPLIER_TYPE.restaurant, city, categoryIds: key } })
      if (count === 0) return `category=${key}&city=${city}`
    }
  throw new Error('every kind of restaurant is in every city of the demo market')
}
