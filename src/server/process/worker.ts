import type { Config } from '#server/config.ts'
import type { Kernel } from '#server/kernel.ts'
import { serve, type Running } from './serve.ts'
import { endAfter } from './stop-signals.ts'
import { createCountExchange } from './worker-counts.ts'
import { FIRST, type FromWorker, type ToWorker } from './worker-messages.ts'

/**
 * One of several processes behind one port. The primary says when to stop; a SIGTERM to this process alone ends it as gently, and the primary
 * puts another in its place. Ctrl-C reaches all processes of a terminal and is left to the primary. Without a primary it ends at once.
 */
export const runWorker = async (config: Config, log: Kernel['log']): Promise<void> => {
  let running: Running | null = null
  let ending = false
  const notifyPrimary = (message: FromWorker): void => {
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
  }
  const end = (): void => {
    if (ending) return
    ending = true
    // Whoever is not open yet has nobody to wait for.
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
  running = await serve(config, log, { counts, prepared: process.env[FIRST] !== '1' })
  notifyPrimary({ type: 'open', greeting: running.greeting })
}
