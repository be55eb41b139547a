import type { SelectorType } from '#domain/enums.ts'

/** Longer selects stay one field that opens; up to here every value stands on the page with its price. */
const MAX_LISTED = 7

/** How a group is shown: a short select as a list of radios. */
export const shownAs = ({ type, values }: { type: SelectorType; values: readonly unknown[] }): SelectorType =>
  type === 'select' && values.length <= MAX_LISTED ? 'radio' : type

/** What choosing nothing is called in a list of radios; null where something must be chosen. */
export const emptyLabel = ({ type, min, values }: { type: SelectorType; min: number; values: readonly { price: number }[] }) =>
  type !== 'select' || min > 0 ? null : values.some(({ price }) => price > 0) ? 'product:withoutOption' : 'product:anyOption'

/** The hint about how many values of a group can be selected. */
export type OptionNote =
  | { say: 'between'; values: { min: number; max: number } }
  | { say: 'atLeast' | 'upTo'; values: { count: number } }
  | { say: 'required'; values: Record<never, never> }

export const optionNote = ({ type, min, max }: { type: SelectorType; min: number; max: number }): OptionNote | null => {
  if (type === 'checkbox' && min > 1)
    return max > min ? { say: 'between', values: { min, max } } : { say: 'atLeast', values: { count: min } }
  if (min > 0) return { say: 'required', values: {} }
  return type === 'checkbox' && max > 0 ? { say: 'upTo', values: { count: max } } : null
}
