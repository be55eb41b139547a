import type { Kernel } from '#server/kernel.ts'
import { jobContext } from './context.ts'
import { followClock } from './follow-clock.ts'
import { lanesOf, type Task } from './tasks.ts'

const TICK_MS = 1_000

export interface Jobs {
  /** Resolves when the running task has ended; no further task starts. */
  stop(): Promise<void>
}

/** Runs tasks one after the other. A failed task is logged and retried at its next turn. `clock` is monotonic, in milliseconds. */
export const createLane = (kernel: Kernel, definitions: readonly Task[], clock: () => number = () => performance.now()) => {
  const tasks = definitions.map((task) => ({ ...task, dueAt: -Infinity }))
  return {
    runDue: async (isStopped: () => boolean = () => false): Promise<void> => {
      for (const task of tasks) {
        if (isStopped() || clock() < task.dueAt) continue
        task.dueAt = clock() + task.everyMs
        try {
          await task.run(jobContext(kernel), () => !isStopped())
        } catch (cause) {
          kernel.engine.disk.report(cause)
          kernel.log('error', `job ${task.name}`, cause)
        }
      }
    }
  }
}

/** Runs the background tasks about once a second, codes more often. Each lane runs separately, so that a slow external server delays no other work. */
export const startJobs = (kernel: Kernel): Jobs => {
  const lanes = [[followClock(kernel)], ...lanesOf(kernel)].map((tasks) => startLane(kernel, tasks))
  return {
    stop: async () => {
      await Promise.all(lanes.map((lane) => lane.stop()))
    }
  }
}

const startLane = (kernel: Kernel, tasks: readonly Task[]): Jobs => {
  const lane = createLane(kernel, tasks)
  const tickMs = Math.min(...tasks.map((task) => task.tickMs ?? TICK_MS))
  let stopped = false
  let round: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null
  const schedule = (): void => {
    if (stopped) return
    timer = setTimeout(() => {
      round = lane.runDue(() => stopped).finally(schedule)
    }, tickMs).unref()
  }
  schedule()

  return {
    stop: async () => {
      stopped = true
      if (timer) clearTimeout(timer)
      await round
    }
  }
}
