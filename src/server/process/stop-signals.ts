import type { Kernel } from '#server/kernel.ts'

/** One Ctrl-C may arrive several times: from the terminal, npm and a parent process. */
const SAME_PRESS_MS = 500

/** Runs `stop` at the first SIGTERM or SIGINT and exits after it. A second signal exits at once. */
export const onStopSignal = (log: Kernel['log'], stop: () => Promise<void>): void => {
  let firstSignalAt: number | null = null
  const onSignal = (signal: string): void => {
    if (firstSignalAt !== null) {
      if (performance.now() - firstSignalAt > SAME_PRESS_MS) process.exit(1)
      return
    }
    firstSignalAt = performance.now()
    log('info', `stopping (${signal})`)
    void endAfter(log, stop)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

/** Exits when the work is done: with 0, or with 1 when it failed. */
export const endAfter = (log: Kernel['log'], work: () => Promise<void>): Promise<void> =>
  work().then(
    () => process.exit(0),
    (cause: unknown) => {
      log('error', 'stopping failed', cause)
      process.exit(1)
    }
  )
