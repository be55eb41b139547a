import { persistentAtom } from '@nanostores/persistent'

/** A check of shape.ts, or any schema of the "standard schema" kind such as valibot's, which then comes with the store that names it. */
export type SavedShape<T> = ((value: unknown) => value is T) | { readonly '~standard': { readonly validate: (value: unknown) => unknown } }

/**
 * A store kept in local storage and followed by other tabs. What is not as its shape says (an older version, somebody's edit) reads as the fallback.
 * Read it after mount: `useStore($saved, { ssr: () => FALLBACK })`.
 */
export const savedStore = <T>(key: string, shape: SavedShape<T>, fallback: T) =>
  persistentAtom<T>(key, fallback, {
    encode: JSON.stringify,
    decode: (text) => {
      try {
        return read(shape, JSON.parse(text)) ?? fallback
      } catch {
        // Somebody's edit.
        return fallback
      }
    }
  })

const read = <T>(shape: SavedShape<T>, value: unknown): T | null => {
  if (typeof shape === 'function') return shape(value) ? value : null
  const result = shape['~standard'].validate(value) as { issues?: unknown; value?: T }
  return result.issues ? null : (result.value ?? null)
}
