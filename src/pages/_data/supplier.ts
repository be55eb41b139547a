import type { APIContext } from 'astro'
import { ApiError } from '#client/call.ts'
import { catalogue, type Menu } from '#contract/catalogue.ts'
import { info } from '#contract/info.ts'
import { TAKE_CAP } from '#domain/constants.ts'
import type { SupplierKind } from '#domain/enums.ts'
import { describeForCache } from './answer.ts'

/** A supplier and its whole menu. Throws ApiError SUPPLIER_NOT_FOUND when there is none of this kind. */
export const loadSupplier = async (
  astro: Pick<APIContext, 'params' | 'locals'> & { response: { headers: Headers } },
  kind: SupplierKind
) => {
  const { call } = astro.locals
  const [supplier, { cities }] = await Promise.all([
    call(catalogue.supplierByAlias, { params: { name: astro.params['alias'] ?? '' } }),
    call(info.info)
  ])
  if (supplier.kind !== kind) throw new ApiError('SUPPLIER_NOT_FOUND', 421, 'listed elsewhere')
  const part = (skip: number) => call(catalogue.products, { query: { supplierId: supplier.id, take: TAKE_CAP, skip } })
  let menu: Menu = await part(0)
  while (menu.items.length < menu.totalCount) {
    const { items } = await part(menu.items.length)
    if (items.length === 0) break
    menu = { ...menu, items: [...menu.items, ...items] }
  }
  describeForCache(astro.response.headers, [`supplier:${supplier.id}`], [supplier.open])
  return { supplier, menu, cities }
}
