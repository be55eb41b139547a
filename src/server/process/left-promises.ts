import type { Kernel } from '#server/kernel.ts'

/**
 * A promise that fails while nobody waits for it would end the process, and with it everybody's requests. It is a fault of ours all the same:
 * logged with its stack, and counted. Installed once, by a process that serves.
 */
export const logUnhandledRejections = (log: Kernel['log']): void => {
  let count = 0
  process.on('unhandledRejection', (cause) => {
    count += 1
    log('error', `nobody waited for what failed (${count} since the start)`, cause)
  })
}
