import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync, type Options } from '@node-rs/argon2'

/** A password to hash at a cost, or to compare with a hash. */
export type PasswordTask = { password: string; cost: Options } | { password: string; hash: string }

/**
 * Lowers the priority of this thread: passwords may wait, other requests may not. Linux supports priorities per thread; on other systems
 * nothing changes.
 */
const giveWay = (): void => {
  if (process.platform !== 'linux') return
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), 19)
  } catch {
    // A machine without /proc, or one that forbids it: slower neighbours, nothing worse.
  }
}

giveWay()
parentPort?.on('message', (task: PasswordTask) => {
  parentPort?.postMessage('cost' in task ? hashSync(task.password, task.cost) : verifySync(task.hash, task.password))
})
