import { createServer, type Server } from 'node:http'
import { enableCompileCache } from 'node:module'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Kernel } from './routes/caller.ts'
import { BadConfiguration, readConfig, type Config } from './config.ts'

enableCompileCache()

const ROOT = join(import.meta.dirname, '../..')

/** Starts the shop: reads the configuration, opens the database, serves API, files and pages, stops gracefully. */
const main = async (): Promise<void> => {
  const config = readConfig(process.env)
  const dist = join(ROOT, 'dist')
  if (!existsSync(join(dist, 'server/entry.mjs')))
    throw new BadConfiguration('There is no build yet. Run `npm run build`, or `npm start`, which builds.')
  const { createLog } = await import('./process/log.ts')
  const log = createLog(config)
  const running = config.API_URL ? await serveRemote(config, dist, log) : await serveEmbedded(config, dist, log)
  const stop = (signal: string): void => {
    log('info', `stopping (${signal})`)
    // A second signal does not wait for anybody.
    process.once(signal, () => process.exit(1))
    running.stop().then(
      () => process.exit(0),
      (cause: unknown) => {
        log('error', 'stopping failed', cause)
        process.exit(1)
      }
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  process.stdout.write(`${running.greeting}\n`)
}

type Log = Kernel['log']
interface Running {
  greeting: string
  stop: () => Promise<void>
}

const serveEmbedded = async (config: Config, dist: string, log: Log): Promise<Running> => {
  const [{ openMarketplace }, { createFront }] = await Promise.all([import('./process/open.ts'), import('./front/front.ts')])
  const dataDir = resolve(ROOT, config.DATA_DIR)
  const market = await openMarketplace(config, dataDir, log)
  const { listener, cache } = await createFront({
    config,
    dist,
    api: market.api,
    apiFetch: market.fetch,
    plain: market.plain,
    pictures: market.pictures,
    now: Date.now,
    log
  })
  const unwatch = market.onCatalogueChange(() => cache.drop('*'))
  const server = createServer(listener)
  const address = await listen(server, config)
  market.announce(address)
  const outbox = market.kernel.adapters.messages.simulated ? `, outbox ${address}/outbox` : ''
  const where = config.DATABASE_URL ? 'PostgreSQL' : dataDir
  return {
    greeting: `Shuka is open at ${address}${outbox}, data in ${where}`,
    stop: async () => {
      const closed = close(server)
      unwatch()
      await market.kernel.events.close()
      await closed
      await market.stop()
    }
  }
}

const serveRemote = async (config: Config, dist: string, log: Log): Promise<Running> => {
  const [{ createProxy }, { createFront }] = await Promise.all([import('./front/proxy.ts'), import('./front/front.ts')])
  const apiUrl = config.API_URL ?? ''
  const { listener } = await createFront({
    config,
    dist,
    api: createProxy(apiUrl),
    apiFetch: (input, init) => fetch(`${apiUrl}${input.replace(/^\/api/, '')}`, init),
    now: Date.now,
    log
  })
  const server = createServer(listener)
  const address = await listen(server, config)
  return { greeting: `Shuka is open at ${address}, API at ${apiUrl}`, stop: () => close(server) }
}

const listen = (server: Server, config: Config): Promise<string> =>
  new Promise((resolve, reject) => {
    server.keepAliveTimeout = 65_000
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(
        cause.code === 'EADDRINUSE'
          ? new BadConfiguration(`PORT ${config.PORT} is taken on ${config.HOST} by another program. Stop it, or set PORT to a free one.`)
          : cause
      )
    )
    server.listen(config.PORT, config.HOST, () => {
      const bound = server.address()
      const port = typeof bound === 'object' && bound ? bound.port : config.PORT
      resolve(`http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`)
    })
  })

/** Running requests end, idle connections close; whoever still talks after five seconds is cut off. */
const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), 5_000)
    server.close(() => {
      clearTimeout(late)
      resolve()
    })
    server.closeIdleConnections()
  })

main().catch((cause: unknown) => {
  const friendly = cause instanceof BadConfiguration || (cause instanceof Error && cause.name === 'DataFolderInUse')
  process.stderr.write(`${friendly ? cause.message : cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}\n`)
  process.exit(friendly ? 2 : 1)
})
