import type { Endpoint } from '#contract/endpoint.ts'
import { addressOf, headersOf, type CallerOptions } from './call.ts'
import { readEvents, type StreamEvent } from './event-stream.ts'
import { runInTurn, type RunInTurn } from './in-turn.ts'

export interface FollowOptions {
  caller: CallerOptions
  endpoint: Endpoint
  onEvent: (event: StreamEvent) => void
  /** Connection state, in the tab that reads the stream. */
  onState?: (live: boolean) => void
  runInTurn?: RunInTurn
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 30_000
const STABLE_AFTER_MS = 60_000

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })

/**
 * Follows a stream of server-sent events until the returned function is called. One tab leads and reads it (browsers allow six connections
 * per origin), the others receive events through a channel. When the leader closes, the next tab resumes after the last event received.
 */
export const followEvents = (options: FollowOptions): (() => void) => {
  const { endpoint, onEvent } = options
  const stop = new AbortController()
  const name = `shuka:events:${endpoint.path}`
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
  let lastId = ''
  const handleEvent = (event: StreamEvent): void => {
    if (event.id) lastId = event.id
    onEvent(event)
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<StreamEvent>) => handleEvent(data))
  stop.signal.addEventListener('abort', () => channel?.close())

  const lead = async (): Promise<void> => {
    const wait = options.wait ?? sleep
    let pause = FIRST_PAUSE_MS
    while (!stop.signal.aborted) {
      const began = Date.now()
      await readOnce(options, lastId, stop.signal, (event) => {
        pause = FIRST_PAUSE_MS
        handleEvent(event)
        channel?.postMessage(event)
        // The stream is reopened after a pause, whatever ended it.
      }).catch(() => undefined)
      options.onState?.(false)
      if (stop.signal.aborted) return
      if (Date.now() - began > STABLE_AFTER_MS) pause = FIRST_PAUSE_MS
      await wait(pause, stop.signal)
      pause = Math.min(MAX_PAUSE_MS, pause * 2)
    }
  }
  void (options.runInTurn ?? runInTurn)(name, lead)
  return () => stop.abort()
}

/** Reads one connection to its end. Rejects when it fails. */
const readOnce = async (
  options: FollowOptions,
  lastId: string,
  signal: AbortSignal,
  onEvent: (event: StreamEvent) => void
): Promise<void> => {
  const { caller, endpoint } = options
  await caller.ready?.()
  const token = caller.accessToken?.() ?? null
  const headers = { ...headersOf(endpoint, caller), ...(lastId ? { 'Last-Event-ID': lastId } : {}) }
  const response = await caller.fetch(addressOf(endpoint, {}, caller.base), { headers, signal, credentials: 'same-origin' })
  if (response.status === 401) await caller.refresh?.(token)
  if (!response.ok || !response.body) throw new Error(`the stream answered ${response.status}`)
  options.onState?.(true)
  for await (const event of readEvents(response.body)) onEvent(event)
}
