import type { CallerOptions, Call, Fetch } from '#client/call.ts'
import { createBrowserCaller } from '#client/browser-caller.ts'
import { documentCookies, randomId, type CookieJar } from '#client/cookies.ts'
import type { SignInSession, Tokens } from '#client/tokens.ts'
import { isLocale, DEFAULT_LOCALE, type Locale } from '#domain/locale.ts'

/** The port between stores and the browser. Tests replace it (house rule: fakes only at ports). */
export interface Environment {
  locale: Locale
  now: () => number
  call: Call
  fetch: Fetch
  /** Base address, headers and token refresh of the caller, for event streams. */
  caller: CallerOptions
  tokens: Tokens
  cookies: CookieJar
  /** The anonymous id of this browser; created when missing. */
  anonymousId: () => string
  /** Navigates to a path with its query on the own origin. */
  navigate: (path: string) => void
  print: () => void
  /** Gives the current page another address without loading it, also below the modals that are open. */
  replacePath: (path: string) => void
  /** Path and query of the current page. */
  path: () => string
  /** Key of the city whose deliveries the page shows; null for a page of no city. */
  shownCity: () => string | null
  /** Whether the page has age-restricted products that are still hidden. */
  hasVeiledProducts: () => boolean
  isOnline: () => boolean
  /** Calls the listener when the connection returns. Returns the function that stops listening. */
  onOnline: (listener: () => void) => () => void
  geolocate: () => Promise<{ latitude: number; longitude: number }>
  /** Returns a new idempotency key. */
  newKey: () => string
  /** Runs work after a delay in milliseconds. Returns the function that cancels it. */
  later: (ms: number, work: () => void) => () => void
  /** Dispatches a document event to the page scripts and to islands not hydrated yet: `intent:modal`, `basket:change`, `session:change`, `place:change`. */
  emit: (event: string) => void
  /** Writes a sentence into the page's live region. */
  say: (text: string) => void
}

/** Callbacks of the session store for the caller. The session store imports this module and sets them, which avoids an import cycle. */
export const sessionHooks: { session: () => SignInSession; ended: () => void } = {
  session: () => ({ isAuthenticated: false }),
  ended: () => undefined
}

/** Solves challenges. Set by the session store, which loads the store of challenges with the first one, or by that store itself. */
export const challengeHook: { solve: (challenge: unknown) => Promise<string> } = { solve: () => Promise.resolve('') }

let current: Environment | null = null

export const environment = (): Environment => (current ??= browserEnvironment())

/** Replaces the whole environment; for tests. */
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
    onSessionEnd: () => sessionHooks.ended(),
    solve: (challenge) => challengeHook.solve(challenge)
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
    // The history entry of an open modal is replaced, so that going back does not lead to it.
    navigate: (path) => {
      if (!history.state?.layer) return location.assign(path)
      // The `history.go` of a modal that closes meanwhile would cancel the navigation.
      history.replaceState({ ...history.state, layer: 0 }, '')
      location.replace(path)
    },
    print: () => print(),
    replacePath: (path) => {
      const replace = (): void => {
        history.replaceState(history.state, '', path)
        if (!history.state?.layer) removeEventListener('popstate', replace)
      }
      addEventListener('popstate', replace)
      replace()
    },
    path: () => location.pathname + location.search,
    shownCity: () => document.querySelector<HTMLElement>('[data-city]')?.dataset['city'] ?? null,
    hasVeiledProducts: () => document.querySelector('[data-adult=""]') !== null,
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
