import { Worker } from 'node:worker_threads'
import type { PasswordTask } from './password-worker.ts'

const idle: Worker[] = []

/** Runs one task on a worker thread. Threads are reused and do not keep the process alive. */
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
