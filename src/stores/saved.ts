import { persistentAtom } from '@nanostores/persistent'

/** A check of shape.ts, or a Standard Schema such as valibot's; the schema library is then bundled with that store. */
export type SavedShape<T> = ((value: unknown) => value is T) | { readonly '~standard': { readonly validate: (value: unknown) => unknown } }

/**
 * A store persisted in local storage and synchronised between tabs. A value that fails the shape (older version, manual edit) reads as the fallback.
 * Read it after mount: `useStore($saved, { ssr: () => FALLBACK })`.
 */
export const savedStore = <T>(key: string, shape: SavedShape<T>, fallback: T) =>
  persistentAtom<T>(key, fallback, {
    encode: JSON.stringify,
    decode: (text) => {
      try {
        return read(shape, JSON.parse(text)) ?? fallback
      } catch {
        // Invalid JSON, for example after a manual edit.
        return fallback
      }
    }
  })

const read = <T>(shape: SavedShape<T>, value: unknown): T | null => {
  if (typeof shape === 'function') return shape(value) ? value : null
  const result = shape['~standard'].validate(value) as { issues?: unknown; value?: T }
  return result.issues ? null : (result.value ?? null)
}
