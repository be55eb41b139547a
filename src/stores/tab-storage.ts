/** Session storage of this tab: survives a reload, is removed with the tab. */
export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

let replacement: TabStorage | null = null

/** Replaces the tab's storage; for tests. */
export const useTabStorage = (storage: TabStorage): void => {
  replacement = storage
}

const guarded = <T>(work: (storage: TabStorage) => T, fallback: T): T => {
  try {
    return work(replacement ?? window.sessionStorage)
  } catch {
    // Storage is disabled, full, or holds invalid JSON: the page works without it.
    return fallback
  }
}

/** Returns the stored value, or null. The caller checks its shape. */
export const readTab = (name: string): unknown => guarded((storage) => JSON.parse(storage.getItem(name) ?? 'null') as unknown, null)
export const writeTab = (name: string, value: object): void => guarded((storage) => storage.setItem(name, JSON.stringify(value)), undefined)
export const clearTab = (name: string): void => guarded((storage) => storage.removeItem(name), undefined)
