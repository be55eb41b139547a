import type { Configurator, Product } from '#contract/catalogue/calls.ts'
import { validateOptions } from '#domain/basket.ts'
import { fittingOptions } from '#domain/options/selected-options.ts'
import { WEIGHED_UNIT } from '#domain/enums.ts'
import { paidQuantity } from '#domain/basket.ts'
import { fromAmd, priceOfQuantity, toAmd } from '#domain/money.ts'
import { tierAt } from '#domain/prices/tiers.ts'

/** Ids of the chosen values, by group id. */
export type Chosen = Readonly<Record<number, number[]>>

/** Default selection: the first value of required single-choice groups. */
export const preselected = (groups: readonly Configurator[]): Chosen =>
  Object.fromEntries(
    groups.flatMap((group) => {
      const first = group.values.find(({ soldOut }) => !soldOut)
      return group.min > 0 && group.type !== 'checkbox' && first ? [[group.id, [first.id]]] : []
    })
  )

/** The selection of a link, with defaults for other groups. */
export const chosenBy = (groups: readonly Configurator[], text: string | undefined): Chosen => {
  const ids = fittingOptions(groups, text)
  const named = groups.flatMap(({ id, values }) => {
    const own = values.map((value) => value.id).filter((value) => ids.includes(value))
    return own.length > 0 ? [[id, own] as const] : []
  })
  return { ...preselected(groups), ...Object.fromEntries(named) }
}

/** Price in AMD of a quantity with these options; same calculation as the server's. */
export const priceWith = (
  product: Pick<Product, 'price' | 'unitId' | 'configurators' | 'labels' | 'tiers'>,
  ids: readonly number[],
  quantity: number
): number => {
  const extra = product.configurators.flatMap(({ values }) => values).filter(({ id }) => ids.includes(id))
  const weighed = product.unitId === WEIGHED_UNIT
  const own = fromAmd((tierAt(product.tiers, quantity, weighed) ?? product).price)
  const unit = extra.reduce((sum, { price }) => sum + fromAmd(price), own)
  return toAmd(priceOfQuantity(unit, paidQuantity(quantity, !weighed && product.labels.includes('plus_one')), weighed))
}

export interface OptionProblem {
  groupId: number
  problem: 'missing' | 'too-many'
}

/** The first group with an invalid selection. */
export const firstProblem = (groups: readonly Configurator[], ids: readonly number[]): OptionProblem | null => {
  const check = validateOptions(groups, ids)
  if (check.ok || check.groupId === null) return null
  return { groupId: check.groupId, problem: check.problem === 'too-many' ? 'too-many' : 'missing' }
}
