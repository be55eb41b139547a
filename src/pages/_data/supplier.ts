import type { APIContext } from 'astro'
import { ApiError } from '#client/call.ts'
import * as catalogue from '#contract/catalogue/calls.ts'
import type { Menu } from '#contract/catalogue/calls.ts'
import * as info from '#contract/info/calls.ts'
import * as reviews from '#contract/reviews/calls.ts'
import { REVIEWS, TAKE_CAP } from '#domain/constants.ts'
import type { SupplierKind } from '#domain/enums.ts'
import { describeForCache } from './answer.ts'

/** Loads a supplier with its whole menu. Throws ApiError SUPPLIER_NOT_FOUND when there is none of this kind. */
export const loadSupplier = async (
  astro: Pick<APIContext, 'params' | 'locals'> & { response: { headers: Headers } },
  kind: SupplierKind
) => {
  const { call } = astro.locals
  const [supplier, { cities }] = await Promise.all([
    call(catalogue.supplierByAlias, { params: { name: astro.params['alias'] ?? '' } }),
    call(info.info)
  ])
  const { id, open, overload } = supplier
  if (supplier.kind !== kind) throw new ApiError('SUPPLIER_NOT_FOUND', 421, 'listed elsewhere')
  const part = (skip: number) => call(catalogue.products, { query: { supplierId: supplier.id, take: TAKE_CAP, skip } })
  const whole = async (): Promise<Menu> => {
    let menu: Menu = await part(0)
    while (menu.items.length < menu.totalCount) {
      const { items } = await part(menu.items.length)
      if (items.length === 0) break
      menu = { ...menu, items: [...menu.items, ...items] }
    }
    return menu
  }
  const [menu, written] = await Promise.all([whole(), call(reviews.ofSupplier, { params: { id }, query: { take: REVIEWS.first } })])
  // The end of an overload changes the page, as an opening does.
  const states = overload?.until ? [open, { ...open, status: 1 as const, changesAt: overload.until }] : [open]
  describeForCache(astro.response.headers, [`supplier:${id}`], states)
  return { supplier, menu, cities, reviews: written }
}
