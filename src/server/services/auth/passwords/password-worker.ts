import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync, type Options } from '@node-rs/argon2'

/** A password to be hashed at a cost, or compared with a hash. */
export type PasswordTask = { password: string; cost: Options } | { password: string; hash: string }

/**
 * Gives way to everything else on the machine: a password may wait a moment, the next basket may not. Linux lowers threads one by one, by
 * their id; elsewhere it stays an ordinary thread.
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
