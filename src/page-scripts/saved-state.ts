import { ADULT_COOKIE } from '#domain/constants.ts'
import type { BasketSnapshot } from '#stores/baskets/snapshot.ts'

/** Reads saved stores as JSON without a schema; an invalid value counts as missing. */
const read = (key: string): Record<string, unknown> | null => {
  try {
    const value = JSON.parse(localStorage.getItem(key) ?? 'null') as Record<string, unknown> | null
    return value?.['version'] === 1 ? value : null
  } catch {
    // Storage is disabled, or holds invalid JSON.
    return null
  }
}

/**
 * Whether the user is 18 or older: by the profile, for guests by the one-day cookie. The scripts of shared pages read as guests, so a
 * profile that says yes sets that cookie; signing out removes it.
 */
export const isConfirmedAdult = (): boolean => {
  const user = read('root:auth')?.['user'] as { isAdult?: boolean | null } | null | undefined
  if (user?.isAdult) document.cookie = `${ADULT_COOKIE}=1; path=/; max-age=86400; samesite=lax`
  return user ? user.isAdult === true : document.cookie.split('; ').includes(`${ADULT_COOKIE}=1`)
}

const userId = (): unknown => (read('root:auth')?.['user'] as { id?: number } | null | undefined)?.id
const ownFavourites = (): Record<string, unknown> | null => {
  const saved = read('root:favourites')
  return saved && userId() !== undefined && saved['userId'] === userId() ? saved : null
}
const idsIn = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : [])
/** Ids of the signed-in user's favourites. */
export const favouritesOf = (): { suppliers: number[]; articles: number[] } => {
  const { suppliers, articles } = ownFavourites() ?? {}
  return { suppliers: idsIn(suppliers), articles: idsIn(articles) }
}
export const isWithoutFavourites = (): boolean => ownFavourites() === null
const PENDING_KEY = 'root:hearts'
const pendingFavourites = (): { type: string; id: number }[] => {
  const saved: unknown = JSON.parse(sessionStorage.getItem(PENDING_KEY) ?? '[]')
  return Array.isArray(saved) ? (saved as { type: string; id: number }[]) : []
}
/** Saves a press before the stores are loaded, because the page may be left before. */
export const savePendingFavourite = (pending: { type: 'supplier' | 'article'; id: number; isSet: boolean }): void => {
  try {
    sessionStorage.setItem(
      PENDING_KEY,
      JSON.stringify([...pendingFavourites().filter(({ type, id }) => type !== pending.type || id !== pending.id), pending])
    )
  } catch {
    // Storage is disabled: only a press just before leaving the page is lost.
  }
}
/** Whether presses of this tab are pending: a guest was asked to sign in, or the page was left. */
export const hasPendingFavourite = (): boolean => {
  try {
    return pendingFavourites().length > 0
  } catch {
    // Storage is disabled, or holds invalid JSON.
    return false
  }
}

type Snapshot = Pick<BasketSnapshot, 'count' | 'total' | 'lines' | 'fees' | 'below' | 'group'>
export const readSnapshot = (): Snapshot => {
  const saved = read('root:basket') as Snapshot | null
  const isComplete = typeof saved?.count === 'number' && typeof saved.total === 'number' && Array.isArray(saved.lines)
  return isComplete ? saved : { count: 0, total: 0, lines: [], fees: undefined, below: undefined, group: undefined }
}
export const isSignedIn = (): boolean => !!read('root:auth')?.['user']
export const locationTitle = (): string => String(read('root:place')?.['title'] ?? '')
/** The delivery location, with the key of its city once that is known. */
export const locationPoint = (): { lat: number; lng: number; city: unknown } | null => {
  const { latitude, longitude, city } = read('root:place') ?? {}
  return typeof latitude === 'number' && typeof longitude === 'number' ? { lat: latitude, lng: longitude, city } : null
}
/** Whether the basket has unconfirmed changes: not sent yet, or the page was left before the response. */
export const isUnsettled = (): boolean => read('root:basket')?.['basketVersion'] === -1
