import type { APIContext } from 'astro'
import { catalogue, type OpenState, type ProductCard, type Supplier } from '#contract/catalogue.ts'
import { SUPPLIER_TYPE } from '#domain/enums.ts'
import type { Translate } from '#i18n/keys.ts'
import { openingText } from '#i18n/opening.ts'

/** Sellers asked for at once; of a longer list the first ones. */
const MOST = 100

/** When a seller opens that is closed, by its id. */
export const closedOf = ({ id, open }: Pick<Supplier, 'id' | 'open'>, t: Translate): ReadonlyMap<number, string> =>
  new Map(open.status === 1 ? [[id, openingText(open, t, Date.now())]] : [])

/** Of the sellers of these goods those that are closed, and when each opens; and the states of all, on whose hours the page depends. */
export const closedSellers = async (
  { locals: { call, t } }: Pick<APIContext, 'locals'>,
  products: readonly ProductCard[]
): Promise<{ closed: ReadonlyMap<number, string>; states: OpenState[] }> => {
  const ids = [...new Set(products.map(({ supplier }) => supplier.id))].slice(0, MOST)
  if (ids.length === 0) return { closed: new Map(), states: [] }
  const { items } = await call(catalogue.suppliers, { query: { type: SUPPLIER_TYPE.all, ids: ids.join('|'), take: MOST } })
  const now = Date.now()
  return {
    closed: new Map(items.filter(({ open }) => open.status === 1).map(({ id, open }) => [id, openingText(open, t, now)])),
    states: items.map(({ open }) => open)
  }
}
