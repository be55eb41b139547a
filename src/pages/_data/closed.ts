import type { APIContext } from 'astro'
import { supplierStates } from '#client/supplier-states.ts'
import type { ProductCard, Supplier } from '#contract/catalogue/calls.ts'
import type { OpenState } from '#contract/catalogue/branches.ts'
import type { Translate } from '#i18n/keys.ts'
import { openingText } from '#i18n/opening.ts'

/** When a closed supplier opens, by its id; empty for an open one. */
export const closedOf = ({ id, open }: Pick<Supplier, 'id' | 'open'>, t: Translate): ReadonlyMap<number, string> =>
  new Map(open.status === 1 ? [[id, openingText(open, t, Date.now())]] : [])

/** Loads when the closed suppliers of these products open, by id, and the states of all, which limit how long the page is valid. */
export const closedSuppliers = async (
  { locals: { call, city, t } }: Pick<APIContext, 'locals'>,
  products: readonly ProductCard[]
): Promise<{ closed: ReadonlyMap<number, string>; states: OpenState[] }> => {
  const states = await supplierStates(call, products, city)
  const now = Date.now()
  const closed = [...states].filter(([, open]) => open.status === 1).map(([id, open]) => [id, openingText(open, t, now)] as const)
  return { closed: new Map(closed), states: [...states.values()] }
}
