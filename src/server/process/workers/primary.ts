import cluster, { type Worker } from 'node:cluster'
import { basename } from 'node:path'
import type { Config } from '#server/config.ts'
import type { Kernel } from '#server/kernel.ts'
import { DIST } from '../folders.ts'
import { BEAT_MS, createHeartbeats, MAX_MISSED } from './heartbeats.ts'
import { createReplacement, MAX_TRIES } from './replacement.ts'
import { onStopSignal } from '../stop-signals.ts'
import { BUILD, FIRST, type FromWorker, type ToWorker } from './worker-messages.ts'

/** Time beyond DRAIN_SECONDS after which a worker that has not exited is killed. */
const STOP_MS = 10_000

/** Thrown when no worker could be started. An empty message: the worker has already printed the reason. */
export class NoWorker extends Error {
  override name = 'NoWorker'
}

/**
 * Runs WEB_CONCURRENCY workers behind one port: first one, which prepares the database and reports what is wrong, then the others.
 * Workers that exit are replaced, those that hang are killed first; one of them runs the background jobs. Resolves when the first is open; throws NoWorker when none
 * starts.
 */
export const runPrimary = async (config: Config, log: Kernel['log'], greet: (greeting: string) => void): Promise<void> => {
  // Workers accept connections themselves. With round robin, a connection handed to a worker that is being killed would stay open
  // forever without an answer.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const replacement = createReplacement()
  const heartbeats = createHeartbeats()
  const opening = Promise.withResolvers<undefined>()
  const open = new Set<Worker>()
  let taskWorker: Worker | null = null
  let stopping = false

  /** Assigns the background jobs to an open worker, or to the next one that opens. */
  const handOverTasks = (): void => {
    if (stopping || (taskWorker && open.has(taskWorker))) return
    taskWorker = open.values().next().value ?? null
    if (taskWorker) sendTo(taskWorker, { type: 'work' })
  }
  const onOpen = (worker: Worker, greeting: string): void => {
    const first = !replacement.everOpen
    replacement.opened()
    open.add(worker)
    heartbeats.watch(worker.id)
    handOverTasks()
    if (!first) return
    greet(greeting)
    opening.resolve(undefined)
    for (let count = 1; count < config.WEB_CONCURRENCY; count += 1) fork()
  }
  const fork = (): void => {
    if (stopping) return
    const worker = cluster.fork({ [FIRST]: replacement.everOpen ? '0' : '1', [BUILD]: basename(DIST) })
    replacement.forked(worker.id)
    worker.on('message', (message: FromWorker) => {
      if (message.type === 'open') onOpen(worker, message.greeting)
      else if (message.type === 'alive') heartbeats.beat(worker.id)
      else for (const other of open) if (other !== worker) sendTo(other, message)
    })
  }
  cluster.on('exit', (worker, code: number | null, signal: string | null) => {
    heartbeats.forget(worker.id)
    open.delete(worker)
    handOverTasks()
    if (stopping) return
    const exitReason = signal ?? `exit code ${String(code)}`
    const next = replacement.died(worker.id, code)
    if (next === 'refused') return opening.reject(new NoWorker(''))
    if (next === 'hopeless')
      return opening.reject(new NoWorker(`No worker came up in ${MAX_TRIES} tries; the last ended with ${exitReason}.`))
    log('error', `worker ${worker.process.pid ?? '?'} ended (${exitReason}); another takes its place`)
    setTimeout(fork, next)
  })
  const heartbeatTimer = setInterval(() => {
    for (const worker of heartbeats.findHung().flatMap((id) => cluster.workers?.[id] ?? [])) {
      log('error', `worker ${worker.process.pid ?? '?'} has said nothing for ${(MAX_MISSED * BEAT_MS) / 1_000} s and is killed`)
      // The only signal that a stopped process does not keep waiting. Its jobs do not wait for its end.
      worker.process.kill('SIGKILL')
      open.delete(worker)
      handOverTasks()
    }
  }, BEAT_MS)
  onStopSignal(log, async () => {
    stopping = true
    clearInterval(heartbeatTimer)
    const killTimer = setTimeout(() => mapWorkers((worker) => worker.process.kill('SIGKILL')), config.DRAIN_SECONDS * 1_000 + STOP_MS)
    await Promise.all(mapWorkers(stopWorker))
    clearTimeout(killTimer)
  })
  fork()
  await opening.promise
}

const mapWorkers = <T>(work: (worker: Worker) => T): T[] =>
  Object.values(cluster.workers ?? {}).flatMap((worker) => (worker ? [work(worker)] : []))

const sendTo = (worker: Worker, message: ToWorker): void => {
  if (worker.isConnected()) worker.send(message, undefined, () => undefined)
}

const stopWorker = (worker: Worker): Promise<void> =>
  new Promise((resolve) => {
    worker.once('exit', () => resolve())
    if (worker.isDead()) resolve()
    sendTo(worker, { type: 'stop' })
  })
