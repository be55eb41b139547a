import type { SelectorType } from './enums.ts'

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
