type Check = (value: unknown) => boolean
/** The type a check accepts. */
export type Of<C> = C extends ((value: unknown) => value is infer T) ? T : never
type Guard<T> = (value: unknown) => value is T

/** Checks for saved values that every page with a basket reads. A schema library would be larger than these functions. */
export const isText: Guard<string> = (value): value is string => typeof value === 'string'
export const isNumber: Guard<number> = (value): value is number => Number.isFinite(value)
export const isFlag: Guard<boolean> = (value): value is boolean => typeof value === 'boolean'
export const isExactly =
  <const T extends string | number | boolean>(expected: T): Guard<T> =>
  (value): value is T =>
    value === expected
export const isNullOr =
  <C extends Check>(check: C): Guard<Of<C> | null> =>
  (value): value is Of<C> | null =>
    value === null || check(value)
export const isListOf =
  <C extends Check>(check: C): Guard<Of<C>[]> =>
  (value): value is Of<C>[] =>
    Array.isArray(value) && value.every(check)
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
export const isRecordOf =
  <C extends Check>(check: C): Guard<Record<string, Of<C>>> =>
  (value): value is Record<string, Of<C>> =>
    isObject(value) && Object.values(value).every(check)
/** Every named field passes its check; further fields are ignored. */
export const isShape =
  <S extends Record<string, Check>>(checks: S): Guard<{ [K in keyof S]: Of<S[K]> }> =>
  (value): value is { [K in keyof S]: Of<S[K]> } =>
    isObject(value) && Object.entries(checks).every(([name, check]) => check(value[name]))
