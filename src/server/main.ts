import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { BadConfiguration, readConfig } from './config.ts'
import { describeCause } from './process/describe-cause.ts'
import { markBuildServed } from './process/builds.js'
import { DIST } from './process/folders.ts'
import { createLogOutput } from './process/log-output.ts'
import { cacheModuleResolution } from './process/module-resolution-cache.ts'

enableCompileCache()
cacheModuleResolution()
// React and Astro run development checks unless NODE_ENV is production.
process.env.NODE_ENV ??= 'production'
// A terminal, pipe or disk that takes nothing more must not end the shop.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
const logOutput = createLogOutput()

/** Starts the shop: in this process, or as WEB_CONCURRENCY workers that this process supervises. */
const main = async (): Promise<void> => {
  const config = readConfig(process.env)
  if (!existsSync(join(DIST, 'server/entry.mjs')))
    throw new BadConfiguration('There is no build yet. Run `npm run build`, or `npm start`, which builds.')
  const { createLog, withoutRepeats } = await import('./process/log.ts')
  const log = withoutRepeats(createLog(config, logOutput.write))
  const greet = (greeting: string): void => void process.stdout.write(`${greeting}\n`)

  const { default: cluster } = await import('node:cluster')
  if (cluster.isPrimary) {
    await (await import('./process/http-server.ts')).ensurePortIsFree(config)
    markBuildServed(DIST)
  }
  // A primary serves no requests: an unhandled rejection ends it, and its supervisor restarts it.
  if (config.WEB_CONCURRENCY === 1 || cluster.isWorker) (await import('./process/left-promises.ts')).logUnhandledRejections(log)
  if (config.WEB_CONCURRENCY > 1) {
    if (cluster.isWorker) return (await import('./process/workers/worker.ts')).runWorker(config, log, logOutput.lost)
    return (await import('./process/workers/primary.ts')).runPrimary(config, log, greet)
  }
  const [{ serve }, { onStopSignal }] = await Promise.all([import('./process/serve.ts'), import('./process/stop-signals.ts')])
  const running = await serve(config, log, { lostLogLines: logOutput.lost })
  running.work()
  onStopSignal(log, running.stop)
  greet(running.greeting)
}

main().catch((cause: unknown) => {
  const friendly =
    cause instanceof BadConfiguration ||
    (cause instanceof Error && ['DataFolderInUse', 'FolderRefused', 'MigrationRefused', 'NoWorker'].includes(cause.name))
  const text = friendly ? cause.message : describeCause(cause)
  if (text !== '') logOutput.write(`${text}\n`)
  process.exit(friendly ? 2 : 1)
})
