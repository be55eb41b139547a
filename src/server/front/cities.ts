import { setTimeout as sleep } from 'node:timers/promises'
import { createCaller, type Fetch } from '#client/call.ts'
import * as info from '#contract/info/calls.ts'
import { CITY_COOKIE, DEFAULT_CITY } from '#domain/constants.ts'
import { DEFAULT_LOCALE } from '#domain/locale.ts'

/** The market's cities. Pages are cached for these only, so that made-up names cannot fill the cache. */
export interface Cities {
  /** Whether a request may need the list, and it is not known yet. */
  isMissing: (cookie: string | undefined) => boolean
  /** Waits until the list is known, at most LIMIT_MS. Never rejects. */
  ready: () => Promise<void>
  /**
   * The city of a request: the requested one, else the one of the cookie. undefined for the default city, and for a cookie's while the list
   * is not known. Unknown ones do not count.
   */
  of: (requested: string | null, cookie: string | undefined) => string | undefined
}

const IN_COOKIE = new RegExp(`(?:^|;\\s*)${CITY_COOKIE}=([a-z0-9-]{1,40})(?:;|$)`)
/** Age from which the list is read again in the background. */
const FRESH_MS = 60_000
/** After a failure it is not read again for this long. */
const RETRY_MS = 5_000
const LIMIT_MS = 1_000

export const createCities = (fetch: Fetch, now: () => number): Cities => {
  const call = createCaller({ fetch, locale: DEFAULT_LOCALE })
  let keys: ReadonlySet<string> | null = null
  let usual: string = DEFAULT_CITY
  let readAgainAt = 0
  let reading: Promise<void> | null = null
  const read = async (): Promise<void> => {
    try {
      const { cities } = await call(info.info)
      keys = new Set(cities.map(({ key }) => key))
      usual = keys.has(DEFAULT_CITY) ? DEFAULT_CITY : (cities[0]?.key ?? DEFAULT_CITY)
      readAgainAt = now() + FRESH_MS
    } catch {
      // The list read before stays; without one everybody gets the default city.
      readAgainAt = now() + RETRY_MS
    } finally {
      reading = null
    }
  }
  const refresh = (): void => {
    if (now() >= readAgainAt) reading ??= read()
  }
  return {
    isMissing: (cookie) => keys === null && cookie !== undefined && cookie.includes(CITY_COOKIE),
    ready: async () => {
      refresh()
      if (keys !== null || !reading) return
      await Promise.race([reading, sleep(LIMIT_MS, undefined, { ref: false })])
    },
    of: (requested, cookie) => {
      if (keys === null) return requested ?? undefined
      if (requested !== null && keys.has(requested)) return requested === usual ? undefined : requested
      const chosen = cookie?.includes(CITY_COOKIE) ? IN_COOKIE.exec(cookie)?.[1] : undefined
      return chosen !== undefined && chosen !== usual && keys.has(chosen) ? chosen : undefined
    }
  }
}
