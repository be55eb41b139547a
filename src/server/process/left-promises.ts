import type { Kernel } from '#server/kernel.ts'

/**
 * Logs unhandled rejections, with stack and count, instead of letting them end the process and all its requests.
 * Installed once, by a process that serves.
 */
export const logUnhandledRejections = (log: Kernel['log']): void => {
  let count = 0
  process.on('unhandledRejection', (cause) => {
    count += 1
    log('error', `unhandled rejection (${count} since the start)`, cause)
  })
}
