/** What a field may hold, as far as a schema or a rule knows; a refusal says it in words. */
export type Allowed =
  | { kind: 'numbers'; min: number | null; max: number | null; whole: boolean }
  | { kind: 'characters'; max: number }
  | { kind: 'values'; values: readonly (string | number)[] }
  | { kind: 'date' | 'time' }
