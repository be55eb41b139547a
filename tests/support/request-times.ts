import diagnostics from 'node:diagnostics_channel'

/** One request of this process's `fetch`. */
export interface TimedRequest {
  path: string
  /** null: the connection broke. */
  status: number | null
  ms: number
}

interface Message {
  request: object & { path: string }
  response?: { statusCode: number }
}

/** Times every request that this process sends by `fetch`, until stopped. */
export const watchRequests = (): { done: TimedRequest[]; stop: () => void } => {
  const started = new WeakMap<object, number>()
  const done: TimedRequest[] = []
  const created = (message: unknown): void => void started.set((message as Message).request, performance.now())
  const ended = (message: unknown): void => {
    const { request, response } = message as Message
    const ms = performance.now() - (started.get(request) ?? performance.now())
    done.push({ path: request.path, status: response?.statusCode ?? null, ms })
  }
  const channels: [string, (message: unknown) => void][] = [
    ['undici:request:create', created],
    ['undici:request:headers', ended],
    ['undici:request:error', ended]
  ]
  for (const [name, listen] of channels) diagnostics.subscribe(name, listen)
  return {
    done,
    stop: () => {
      for (const [name, listen] of channels) diagnostics.unsubscribe(name, listen)
    }
  }
}
