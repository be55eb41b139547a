import type { SupplierCard } from '#contract/catalogue/calls.ts'
import { isTelling } from '#domain/telling-labels.ts'

/** Which badges the cards of a list show. */
export type Badges = Readonly<Record<'isNew' | 'hasDiscount', boolean>>
export const ALL_BADGES: Badges = { isNew: true, hasDiscount: true }

/** Leaves out badges that most of these suppliers have. */
export const badgesOf = (suppliers: readonly SupplierCard[]): Badges => ({
  isNew: isTelling(suppliers, ({ isNew }) => isNew),
  hasDiscount: isTelling(suppliers, ({ hasDiscount }) => hasDiscount)
})
