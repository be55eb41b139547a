import type { APIContext } from 'astro'
import { ApiError } from '#client/call.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import { countryName } from '#domain/countries.ts'
import { describeForCache } from './answer.ts'
import { closedOf } from './closed.ts'

/** Cards of each strip below it. */
const STRIP = 6

/** A product, the country's name and its neighbours. The address is the id, with or without words after it: `/products/12-khorovats`. */
export const loadProduct = async (astro: Pick<APIContext, 'params' | 'locals'> & { response: { headers: Headers } }) => {
  const { call, locale, t } = astro.locals
  const id = /^([1-9]\d{0,15})(-[\w-]*)?$/.exec(astro.params['product'] ?? '')?.[1]
  if (!id) throw new ApiError('ARTICLE_NOT_FOUND', 422, 'no such product')
  const product = await call(catalogue.product, { params: { id: Number(id) }, query: { withCrossSelling: true } })
  // Whether it is open now: the page says so before something is added.
  const seller = await call(catalogue.supplier, { params: { id: product.supplier.id } })
  const near = await call(catalogue.products, {
    query: { supplierId: product.supplier.id, departmentId: product.departmentId, take: STRIP + 1 }
  })
  describeForCache(astro.response.headers, [`supplier:${product.supplier.id}`], [seller.open])
  return {
    product: { ...product, crossSelling: product.crossSelling?.slice(0, STRIP) },
    seller,
    closed: closedOf(seller, t),
    country: product.country && countryName(product.country, locale),
    related: near.items.filter((card) => card.id !== product.id).slice(0, STRIP)
  }
}
