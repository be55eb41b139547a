import { setPersistentEngine } from '@nanostores/persistent'
import { vi } from 'vitest'
import type { CookieJar } from '#client/cookies.ts'
import type { Fetch } from '#client/call.ts'
import type { RunInTurn } from '#client/in-turn.ts'
import type { Locale } from '#domain/locale.ts'
import type { Client } from './api.ts'

interface Listener {
  key: string
  hear: (event: { key: string; newValue: string | null }) => void
}

/** Local storage of one browser; `tell` does what the browser does for the other tabs. */
export const createStorage = () => {
  const values: Record<string, string> = {}
  const listeners = new Set<Listener>()
  setPersistentEngine(values, {
    addEventListener: (key: string, hear: never) => void listeners.add({ key, hear }),
    removeEventListener: (key: string, hear: never) => {
      for (const listener of listeners) if (listener.key === key && listener.hear === hear) listeners.delete(listener)
    }
  } as never)
  const tell = (key: string): void => {
    for (const listener of listeners) if (listener.key === key) listener.hear({ key, newValue: values[key] ?? null })
  }
  return { values, tell }
}

/** Cookies of one browser: the ones the server set and the ones the page writes. */
export const cookiesOf = (client: Client): CookieJar => ({
  read: (name) => client.cookies.get(name) ?? null,
  write: (name, value, seconds) => void (seconds > 0 ? client.cookies.set(name, value) : client.cookies.delete(name))
})

export interface TabOptions {
  client: Client
  locale?: Locale
  path?: string
  takeTurns?: RunInTurn
}

/** An answer with all of its body, so that nothing of it is on its way once it has come; a stream of events goes on. */
const whole = async (response: Response): Promise<Response> => {
  if (!response.headers.get('content-type')?.includes('json')) return response
  const { status, headers } = response
  return new Response(await response.arrayBuffer(), { status, headers })
}

/** A page in a browser: stores of its own (fresh modules) on the real API. Only the ports are ours. */
export const openTab = async ({ client, locale = 'en', path = '/', takeTurns }: TabOptions) => {
  vi.resetModules()
  const { challengeHook, sessionHooks, useEnvironment } = await import('#stores/environment.ts')
  const { createBrowserCaller } = await import('#client/browser-caller.ts')
  const timers = new Set<{ at: number; work: () => void }>()
  const online = new Set<() => void>()
  const tab = {
    now: 0,
    isOnline: true,
    /** `POST /baskets`, in the order they were sent. */
    requests: [] as string[],
    said: [] as string[],
    events: [] as string[],
    went: [] as string[],
    /** Answers in place of the API, by `METHOD /path`. */
    answers: new Map<string, () => Response | Promise<Response>>(),
    running: 0,
    shownCity: null,
    hasVeiledProducts: false,
    /** Lets time pass, then everything that was asked come back. */
    pass: async (ms = 0) => {
      tab.now += ms
      for (const timer of [...timers].filter(({ at }) => at <= tab.now)) {
        timers.delete(timer)
        timer.work()
      }
      let quiet = 0
      while (quiet < 3) {
        await new Promise((resolve) => setTimeout(resolve, 1))
        quiet = tab.running === 0 ? quiet + 1 : 0
      }
    },
    connect: async () => {
      tab.isOnline = true
      for (const listener of online) listener()
      await tab.pass()
    }
  }
  const fetch: Fetch = async (input, init = {}) => {
    const request = `${init.method ?? 'GET'} ${input.split('?')[0]?.replace('/api', '')}`
    tab.requests.push(request)
    if (!tab.isOnline) throw new TypeError('Failed to fetch')
    tab.running += 1
    try {
      return await whole(await (tab.answers.get(request)?.() ?? client.fetch(input, init)))
    } finally {
      tab.running -= 1
    }
  }
  const cookies = cookiesOf(client)
  const caller = createBrowserCaller({
    fetch,
    cookies,
    locale,
    session: () => sessionHooks.session(),
    onSessionEnd: () => sessionHooks.ended(),
    solve: (challenge) => challengeHook.solve(challenge),
    runInTurn: takeTurns ?? ((_name, work) => work())
  })
  useEnvironment({
    locale,
    now: () => tab.now,
    call: caller.call,
    fetch,
    caller: caller.options,
    tokens: caller.tokens,
    cookies,
    anonymousId: caller.anonymousId,
    print: () => undefined,
    navigate: (to) => void tab.went.push(to),
    replacePath: (to) => void tab.went.push(to),
    path: () => path,
    shownCity: () => tab.shownCity,
    hasVeiledProducts: () => tab.hasVeiledProducts,
    isOnline: () => tab.isOnline,
    onOnline: (listener) => {
      online.add(listener)
      return () => void online.delete(listener)
    },
    geolocate: () => Promise.resolve({ latitude: 40.18, longitude: 44.51 }),
    newKey: () => crypto.randomUUID(),
    later: (ms, work) => {
      const timer = { at: tab.now + ms, work }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    emit: (event) => void tab.events.push(event),
    say: (text) => void tab.said.push(text)
  })
  return tab
}
export type Tab = Awaited<ReturnType<typeof openTab>>

/** An answer of the API as a proxy or another version of it might give. */
export const answerOf = (code: number, type: string, body = 'words'): Response =>
  new Response(JSON.stringify({ code, messages: [{ type, body }], data: null, requestId: 'test' }))
