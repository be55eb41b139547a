import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { routePath } from 'hono/route'
import { createAdapters } from '#server/adapters/create.ts'
import { createApi } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import type { Engine } from '#server/db/engine.ts'
import { isDatabaseAway } from '#server/db/server-away.ts'
import { htmlPolicy, RETRY_AFTER_SECONDS } from '#server/front/headers.ts'
import { INSIDE } from '#server/routes/http/caller.ts'
import type { Kernel } from '#server/kernel.ts'
import { mountStyles } from '#server/simulators/create.ts'
import { mountOutbox } from '#server/routes/simulators/outbox.ts'
import { createKernel, type KernelOptions } from './create-kernel.ts'

export interface Marketplace {
  kernel: Kernel
  /** Answers `/api` over HTTP. */
  api: (req: IncomingMessage, res: ServerResponse) => Promise<void>
  /** In-process fetch of the API, for pages. */
  fetch: (input: string, init?: RequestInit) => Promise<Response>
  /** `/outbox` and `/simulator`. */
  simulatorPages: (req: IncomingMessage, res: ServerResponse) => Promise<void>
}

/** Creates the marketplace on an open engine: kernel, API and the simulators' pages. */
export const assemble = async (config: Config, engine: Engine, log: Kernel['log'], options: KernelOptions = {}): Promise<Marketplace> => {
  const now = Date.now
  const kernel = createKernel({ config, engine, now, log, adapters: await createAdapters(engine, config, now), ...options })
  const app = createApi(kernel)
  const simulatorPages = new Hono()
  simulatorPages.use(async (c, next) => {
    await next()
    c.header('Content-Security-Policy', htmlPolicy(config))
    c.header('Cache-Control', 'no-store')
  })
  simulatorPages.onError((cause, c) => {
    log('error', `${c.req.method} ${routePath(c)}`, cause)
    if (!isDatabaseAway(cause)) return c.text('Something went wrong on our side. Try again in a minute.', 500)
    return c.text('The data cannot be reached just now. Try again in a few seconds.', 503, { 'Retry-After': RETRY_AFTER_SECONDS })
  })
  mountOutbox(simulatorPages, kernel)
  mountSimulators(simulatorPages, kernel.adapters)
  return {
    kernel,
    api: asListener(app.fetch),
    simulatorPages: asListener(simulatorPages.fetch),
    fetch: async (input, init) => app.fetch(insideRequest(config.SITE_URL + input, init), INSIDE)
  }
}

/** Pages of the simulated banks. Their interfaces are reached from inside only. */
const mountSimulators = (app: Hono, { simulators, fiscalSimulator }: Kernel['adapters']): void => {
  if (simulators.length > 0 || fiscalSimulator) mountStyles(app)
  for (const { pages } of simulators) app.route('/', pages)
  if (fiscalSimulator) app.route('/', fiscalSimulator.pages)
}

/** Only the fields of a Request that the API reads: constructing a real one takes longer than most responses. */
const insideRequest = (url: string, init: RequestInit = {}): Request => {
  const { method = 'GET', headers, body, signal } = init
  if (body || signal) return new Request(url, init)
  const minimal: Pick<Request, 'method' | 'url' | 'headers' | 'body'> = { method, url, headers: new Headers(headers), body: null }
  return minimal as Request
}

type HonoFetch = Parameters<typeof getRequestListener>[0]
const asListener = (fetch: HonoFetch): ((req: IncomingMessage, res: ServerResponse) => Promise<void>) => {
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false })
  return async (req, res) => {
    await listener(req, res)
  }
}
