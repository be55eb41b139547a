import type { Config } from '#server/config.ts'
import { createFront } from '#server/front/front.ts'
import type { PageCache } from '#server/front/page-cache.ts'
import type { Kernel } from '#server/kernel.ts'
import { anySimulated } from '#server/services/messages/simulated.ts'
import { createEarlyServer, openHttpServer } from './http-server.ts'
import { openMarketplace, type OpenOptions } from './open.ts'
import { dataDirOf, DIST } from './folders.ts'

export interface Running {
  /** One line for the person at the terminal. */
  greeting: string
  /** Starts the background jobs, once. */
  work: () => void
  /** Stops: readiness is refused, running requests finish, streams close. */
  stop: () => Promise<void>
}

/** Serves the shop in this process: API, files and pages on HOST and PORT. */
export const serve = (config: Config, log: Kernel['log'], options: Omit<OpenOptions, 'stopping'> = {}): Promise<Running> =>
  config.API_URL ? serveRemote(config, config.API_URL, log, options) : serveEmbedded(config, log, options)

/** Drops cached pages by tag: a supplier's pages have its tag, pages of several suppliers have `catalogue` (src/pages/_data). */
export const dropChanged = (cache: Pick<PageCache, 'drop'>, supplierIds: readonly number[] | null): void => {
  for (const tag of supplierIds ? ['catalogue', ...supplierIds.map((id) => `supplier:${id}`)] : ['*']) cache.drop(tag)
}

const serveEmbedded = async (config: Config, log: Kernel['log'], options: OpenOptions): Promise<Running> => {
  const stopping = new AbortController()
  const early = createEarlyServer(config)
  const market = await openMarketplace(config, log, { ...options, stopping: stopping.signal, onWait: early.wait })
  const { listener, cache } = await createFront({
    config,
    dist: DIST,
    api: market.api,
    apiFetch: market.fetch,
    simulatorPages: market.simulatorPages,
    pictures: market.pictures,
    now: Date.now,
    log
  })
  const unwatch = market.onCatalogueChange((supplierIds) => dropChanged(cache, supplierIds))
  const server = await early.serve(listener)
  market.announce(server.address)
  const outbox = anySimulated(market.kernel) ? `, outbox ${server.address}/outbox` : ''
  const dataLocation = config.DATABASE_URL ? 'PostgreSQL' : dataDirOf(config)
  return {
    greeting: `Shuka is open at ${server.address}${outbox}, data in ${dataLocation}`,
    work: market.work,
    stop: async () => {
      stopping.abort()
      await server.close(async () => {
        await Promise.all([market.kernel.events.close(), market.kernel.groups.close()])
      })
      unwatch()
      await market.stop()
    }
  }
}

const serveRemote = async (
  config: Config,
  apiUrl: string,
  log: Kernel['log'],
  { lostLogLines = () => 0 }: Pick<OpenOptions, 'lostLogLines'>
): Promise<Running> => {
  const { createProxy } = await import('#server/front/proxy.ts')
  const stopping = new AbortController()
  const proxy = createProxy({ apiUrl, config, log, stopping: stopping.signal, lostLogLines })
  const { listener } = await createFront({ config, dist: DIST, api: proxy.answer, apiFetch: proxy.fetch, now: Date.now, log })
  const server = await openHttpServer(config, listener)
  return {
    greeting: `Shuka is open at ${server.address}, API at ${apiUrl}`,
    work: () => undefined,
    stop: async () => {
      stopping.abort()
      await server.close(() => Promise.resolve(proxy.close()))
    }
  }
}
