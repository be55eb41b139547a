import { Worker } from 'node:worker_threads'
import type { PasswordTask } from './password-worker.ts'

const idle: Worker[] = []

/** Does one task on a thread of its own; threads are kept for the next ones and never hold the process up. */
export const onWorker = (task: PasswordTask): Promise<unknown> => {
  const worker = idle.pop() ?? newWorker()
  return new Promise((resolve, reject) => {
    const done = (answer: unknown): void => {
      worker.off('error', reject)
      idle.push(worker)
      resolve(answer)
    }
    worker.once('message', done)
    worker.once('error', reject)
    worker.postMessage(task)
  })
}

const newWorker = (): Worker => {
  const worker = new Worker(new URL('./password-worker.ts', import.meta.url))
  worker.unref()
  return worker
}
