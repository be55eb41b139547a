import { savedStore } from '#stores/saved.ts'

/** Terms, the latest first; on this device only. */
export type RecentSearches = readonly string[]

const MAX_RECENT = 6
const MAX_LENGTH = 60
export const NO_RECENT: RecentSearches = []

const isRecent = (value: unknown): value is RecentSearches =>
  Array.isArray(value) && value.length <= MAX_RECENT && value.every((one) => typeof one === 'string' && one.length <= MAX_LENGTH)

const $recent = savedStore<RecentSearches>('root:searches', isRecent, NO_RECENT)
export { $recent }

export const rememberSearch = (typed: string): void => {
  const term = typed.trim()
  if (term === '' || term.length > MAX_LENGTH) return
  const others = $recent.get().filter((one) => one.toLowerCase() !== term.toLowerCase())
  $recent.set([term, ...others].slice(0, MAX_RECENT))
}

export const forgetSearch = (term: string): void => $recent.set($recent.get().filter((one) => one !== term))
export const forgetSearches = (): void => $recent.set(NO_RECENT)
