import type { SelectorType } from './enums.ts'

interface Group {
  type: SelectorType
  max: number
  values: readonly { id: number; soldOut?: boolean }[]
}

/** What of `3|17` fits the groups of a product, in their order: one at most of a radio or select, as many as may be of the rest. */
export const fittingOptions = (groups: readonly Group[], text: string | null | undefined): number[] => {
  if (!text) return []
  const wanted = new Set(text.split('|', 200).map(Number))
  return groups.flatMap(({ type, max, values }) =>
    values
      .filter(({ soldOut }) => !soldOut)
      .map(({ id }) => id)
      .filter((id) => wanted.has(id))
      .slice(0, type === 'checkbox' ? max : 1)
  )
}
