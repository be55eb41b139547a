import type { APIContext } from 'astro'
import { ApiError } from '#client/call.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import { countryName } from '#domain/countries.ts'
import { describeForCache } from './answer.ts'
import { closedOf } from './closed.ts'

/** Cards in the strip of related products. */
const STRIP = 6

/** Loads a product, its country's name and related products. The URL has the id with an optional slug: `/products/12-khorovats`. */
export const loadProduct = async (astro: Pick<APIContext, 'params' | 'locals'> & { response: { headers: Headers } }) => {
  const { call, locale, t } = astro.locals
  const id = /^([1-9]\d{0,15})(-[\w-]*)?$/.exec(astro.params['product'] ?? '')?.[1]
  if (!id) throw new ApiError('ARTICLE_NOT_FOUND', 422, 'no such product')
  const product = await call(catalogue.product, { params: { id: Number(id) }, query: { withCrossSelling: true } })
  // The page shows whether the supplier is open.
  const supplierDetails = await call(catalogue.supplier, { params: { id: product.supplier.id } })
  const near = await call(catalogue.products, {
    query: { supplierId: product.supplier.id, departmentId: product.departmentId, take: STRIP + 1 }
  })
  describeForCache(astro.response.headers, [`supplier:${product.supplier.id}`], [supplierDetails.open])
  return {
    product: { ...product, crossSelling: product.crossSelling?.slice(0, STRIP) },
    supplierDetails,
    closed: closedOf(supplierDetails, t),
    country: product.country && countryName(product.country, locale),
    related: near.items.filter((card) => card.id !== product.id).slice(0, STRIP)
  }
}
