/** Storage of this tab: survives a reload, dies with the tab. */
export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

let own: TabStorage | null = null

/** Replaces the tab's storage; for tests. */
export const useTabStorage = (storage: TabStorage): void => {
  own = storage
}

const guarded = <T>(work: (storage: TabStorage) => T, fallback: T): T => {
  try {
    return work(own ?? window.sessionStorage)
  } catch {
    // Refused by the browser, full, or somebody's edit: the page works without it.
    return fallback
  }
}

/** What was kept, or null; the caller checks its shape. */
export const readTab = (name: string): unknown => guarded((storage) => JSON.parse(storage.getItem(name) ?? 'null') as unknown, null)
export const writeTab = (name: string, value: object): void => guarded((storage) => storage.setItem(name, JSON.stringify(value)), undefined)
export const clearTab = (name: string): void => guarded((storage) => storage.removeItem(name), undefined)
