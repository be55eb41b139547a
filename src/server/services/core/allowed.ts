/** Allowed values of a field, as far as a schema or a rule knows; refusals describe them. */
export type Allowed =
  | { kind: 'numbers'; min: number | null; max: number | null; whole: boolean }
  | { kind: 'characters'; max: number }
  | { kind: 'values'; values: readonly (string | number)[] }
  /** Several in one text, joined with a pipe. */
  | { kind: 'parts'; max: number }
  /** A tax id; as many as a list holds. */
  | { kind: 'tin' | 'full'; max: number }
  | { kind: 'pin' | 'password' | 'email' | 'phone' }
  | { kind: 'date' | 'time' | 'filled' | 'line' | 'name' | 'offered' }
