import type { SelectorType } from '#domain/enums.ts'

interface Group {
  type: SelectorType
  max: number
  values: readonly { id: number; soldOut?: boolean }[]
}

/** Returns the valid values of `3|17` in the order of a product's groups: at most one of a radio or select, up to the maximum of the rest. */
export const fittingOptions = (groups: readonly Group[], text: string | null | undefined): number[] => {
  if (!text) return []
  const selected = new Set(text.split('|', 200).map(Number))
  return groups.flatMap(({ type, max, values }) =>
    values
      .filter(({ soldOut }) => !soldOut)
      .map(({ id }) => id)
      .filter((id) => selected.has(id))
      .slice(0, type === 'checkbox' ? max : 1)
  )
}
