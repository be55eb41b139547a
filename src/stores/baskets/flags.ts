import { map } from 'nanostores'

/** Spec section 3: flags for double add, limit error, after-done error. `offline`: changes wait for the connection. */
const $basketFlags = map({ adding: false, overloaded: false, doneOverloaded: false, limitError: false, offline: false })
export { $basketFlags }

const adding = new Set<string>()

/** Returns false when an addition of this line is running already. */
export const beginAdding = (key: string): boolean => {
  if (adding.has(key)) return false
  adding.add(key)
  $basketFlags.setKey('adding', true)
  return true
}
export const endAdding = (key: string): void => {
  adding.delete(key)
  $basketFlags.setKey('adding', adding.size > 0)
}
