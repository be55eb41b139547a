import { persistentAtom } from '@nanostores/persistent'
import * as v from 'valibot'

/**
 * A store kept in local storage and followed by other tabs. What is not as the schema says (an older version, somebody's edit) reads as the fallback.
 * Read it after mount: `useStore($saved, { ssr: () => FALLBACK })`.
 */
export const savedStore = <T>(key: string, schema: v.GenericSchema<unknown, T>, fallback: T) =>
  persistentAtom<T>(key, fallback, {
    encode: JSON.stringify,
    decode: (text) => {
      try {
        const result = v.safeParse(schema, JSON.parse(text))
        return result.success ? result.output : fallback
      } catch {
        return fallback
      }
    }
  })
