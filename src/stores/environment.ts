import type { CallerOptions, Call, Fetch } from '#client/call.ts'
import { createBrowserCaller } from '#client/browser-caller.ts'
import { documentCookies, randomId, type CookieJar } from '#client/cookies.ts'
import type { SignInSession, Tokens } from '#client/tokens.ts'
import { isLocale, DEFAULT_LOCALE, type Locale } from '#domain/locale.ts'

/** Where stores touch the world. Tests hand in their own (house rule: fakes only at ports). */
export interface Environment {
  locale: Locale
  now: () => number
  call: Call
  fetch: Fetch
  /** Address, headers and refresh of the caller, for streams. */
  caller: CallerOptions
  tokens: Tokens
  cookies: CookieJar
  /** Id of this browser, made when missing. */
  anonymousId: () => string
  /** Own origin only: a path with its query. */
  navigate: (path: string) => void
  /** Path and query of the page. */
  path: () => string
  isOnline: () => boolean
  /** Calls back when the connection returns; answers how to stop. */
  onOnline: (listener: () => void) => () => void
  geolocate: () => Promise<{ latitude: number; longitude: number }>
  /** A new idempotency key. */
  newKey: () => string
  /** Runs work after so many milliseconds; answers how to cancel. */
  later: (ms: number, work: () => void) => () => void
  /** Tells the plain script and sleeping islands: `intent:modal`, `basket:change`, `session:change`, `place:change`. */
  emit: (event: string) => void
  /** Says a sentence in the page's live region. */
  say: (text: string) => void
}

/** What the caller asks of the session store, which stands above this module and fills these in. */
export const sessionHooks: { session: () => SignInSession; ended: () => void } = {
  session: () => ({ isAuthenticated: false }),
  ended: () => undefined
}

let current: Environment | null = null

export const environment = (): Environment => (current ??= browserEnvironment())

/** Replaces the environment whole; for tests. */
export const useEnvironment = (next: Environment): void => {
  current = next
}

const browserEnvironment = (): Environment => {
  const language = document.documentElement.lang
  const locale = isLocale(language) ? language : DEFAULT_LOCALE
  const fetch: Fetch = (input, init) => window.fetch(input, init)
  const { call, tokens, anonymousId, options } = createBrowserCaller({
    fetch,
    cookies: documentCookies,
    locale,
    session: () => sessionHooks.session(),
    onSessionEnd: () => sessionHooks.ended()
  })
  return {
    locale,
    now: Date.now,
    call,
    fetch,
    caller: options,
    tokens,
    cookies: documentCookies,
    anonymousId,
    // The entry of an open modal is replaced: going back must not lead to it.
    navigate: (path) => (history.state?.layer ? location.replace(path) : location.assign(path)),
    path: () => location.pathname + location.search,
    isOnline: () => navigator.onLine,
    onOnline: (listener) => {
      addEventListener('online', listener)
      return () => removeEventListener('online', listener)
    },
    geolocate: () =>
      new Promise((resolve, reject) =>
        navigator.geolocation.getCurrentPosition(({ coords }) => resolve(coords), reject, { timeout: 10_000, maximumAge: 60_000 })
      ),
    newKey: randomId,
    later: (ms, work) => {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    emit: (event) => void document.dispatchEvent(new CustomEvent(event)),
    say: (text) => {
      const region = document.querySelector('[data-announce]')
      if (region) region.textContent = text
    }
  }
}
