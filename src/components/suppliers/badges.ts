import type { SupplierCard } from '#contract/catalogue/calls.ts'
import { isTelling } from '#domain/telling-labels.ts'

/** Which badges the cards of a list show. */
export type Badges = Readonly<Record<'isNew' | 'discount', boolean>>
export const ALL_BADGES: Badges = { isNew: true, discount: true }

/** Leaves out what most of these suppliers are, and a discount that all of them have alike. */
export const badgesOf = (suppliers: readonly SupplierCard[]): Badges => ({
  isNew: isTelling(suppliers, ({ isNew }) => isNew),
  discount: suppliers.length < 2 || new Set(suppliers.map(({ maxDiscount }) => maxDiscount)).size > 1
})
