import type { Call, CallerOptions, Fetch } from '#client/call.ts'
import type { CookieJar } from '#client/cookies.ts'
import { createTokens } from '#client/tokens.ts'
import { DEFAULT_LOCALE } from '#domain/locale.ts'
import type { Environment } from '#stores/environment.ts'
import { NOON } from './clock.ts'

/** What a page's stores did to their surroundings, and the hand on its clock. */
export interface Page {
  environment: Environment
  /** Where the page was told to go, last at the end. */
  visited: string[]
  said: string[]
  emitted: string[]
  /** Lets time pass and runs what was due, in order. */
  pass: (ms: number) => void
}

const cookieJar = (): CookieJar => {
  const jar = new Map<string, string>()
  return {
    read: (name) => jar.get(name) ?? null,
    write: (name, value, seconds) => void (seconds === 0 ? jar.delete(name) : jar.set(name, value))
  }
}

const refuseFetch: Fetch = () => Promise.reject(new Error('this page has no network'))

/** The environment port of a page that exists only in memory. */
export const createPage = (given: Partial<Environment> & { call: Call }): Page => {
  let now = NOON
  let keys = 0
  const timers = new Set<{ at: number; work: () => void }>()
  const [visited, said, emitted]: [string[], string[], string[]] = [[], [], []]
  const cookies = cookieJar()
  const caller: CallerOptions = { fetch: given.fetch ?? refuseFetch, locale: given.locale ?? DEFAULT_LOCALE }
  const environment: Environment = {
    locale: DEFAULT_LOCALE,
    now: () => now,
    fetch: refuseFetch,
    caller,
    tokens: createTokens(cookies, () => ({ isAuthenticated: false })),
    cookies,
    anonymousId: () => 'a'.repeat(32),
    navigate: (path) => void visited.push(path),
    print: () => undefined,
    replacePath: (path) => void visited.push(path),
    path: () => '/checkout',
    shownCity: () => null,
    hasVeiledProducts: () => false,
    isOnline: () => true,
    onOnline: () => () => undefined,
    geolocate: () => Promise.reject(new Error('refused')),
    newKey: () => `key-${String(++keys).padStart(12, '0')}`,
    later: (ms, work) => {
      const timer = { at: now + ms, work }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    emit: (event) => void emitted.push(event),
    say: (text) => void said.push(text),
    ...given
  }
  const pass = (ms: number): void => {
    const until = now + ms
    for (;;) {
      const [next] = [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)
      if (!next) break
      timers.delete(next)
      now = Math.max(now, next.at)
      next.work()
    }
    now = until
  }
  return { environment, visited, said, emitted, pass }
}
