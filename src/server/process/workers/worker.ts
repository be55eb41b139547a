import type { Config } from '#server/config.ts'
import type { Kernel } from '#server/kernel.ts'
import { BEAT_MS } from './heartbeats.ts'
import { serve, type Running } from '../serve.ts'
import { endAfter } from '../stop-signals.ts'
import { createCountExchange } from './worker-counts.ts'
import { FIRST, type FromWorker, type ToWorker } from './worker-messages.ts'

/**
 * Runs one of several processes behind one port. It stops gracefully when the primary says so or on its own SIGTERM, after which the
 * primary replaces it. SIGINT reaches all processes of a terminal and is left to the primary.
 */
export const runWorker = async (config: Config, log: Kernel['log'], lostLogLines: Kernel['lostLogLines']): Promise<void> => {
  let running: Running | null = null
  let ending = false
  const notifyPrimary = (message: FromWorker): void => {
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
  }
  const end = (): void => {
    if (ending) return
    ending = true
    // A worker that is not open yet has no requests to finish.
    if (running) void endAfter(log, running.stop)
    else process.exit(0)
  }
  const counts = createCountExchange((pending) => notifyPrimary({ type: 'counted', counts: pending }))
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', end)
  process.on('message', (message: ToWorker) => {
    if (message.type === 'stop') end()
    else if (message.type === 'counted') counts.receive(message.counts)
    else running?.work()
  })
  running = await serve(config, log, { counts, lostLogLines, prepared: process.env[FIRST] !== '1' })
  notifyPrimary({ type: 'open', greeting: running.greeting })
  setInterval(() => notifyPrimary({ type: 'alive' }), BEAT_MS).unref()
}
