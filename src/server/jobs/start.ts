import type { Kernel } from '#server/kernel.ts'
import { jobContext } from './context.ts'
import { lanesOf, type Task } from './tasks.ts'

const TICK_MS = 1_000

export interface Jobs {
  /** Resolves when the task that is running has ended; none begins after. */
  stop(): Promise<void>
}

/** One task after the other. A task that fails is logged and tried at its next turn. `clock` counts milliseconds and never goes back. */
export const createLane = (kernel: Kernel, given: readonly Task[], clock: () => number = () => performance.now()) => {
  const tasks = given.map((task) => ({ ...task, dueAt: -Infinity }))
  return {
    runDue: async (isStopped: () => boolean = () => false): Promise<void> => {
      for (const task of tasks) {
        if (isStopped() || clock() < task.dueAt) continue
        task.dueAt = clock() + task.everyMs
        try {
          await task.run(jobContext(kernel))
        } catch (cause) {
          kernel.log('error', `job ${task.name}`, cause)
        }
      }
    }
  }
}

/** Runs the market's own tasks about once a second, each lane by itself, so that a server that is slow holds up nobody else's work. */
export const startJobs = (kernel: Kernel): Jobs => {
  const lanes = lanesOf(kernel).map((tasks) => startLane(kernel, tasks))
  return {
    stop: async () => {
      await Promise.all(lanes.map((lane) => lane.stop()))
    }
  }
}

const startLane = (kernel: Kernel, tasks: readonly Task[]): Jobs => {
  const lane = createLane(kernel, tasks)
  let stopped = false
  let round: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null
  const schedule = (): void => {
    if (stopped) return
    timer = setTimeout(() => {
      round = lane.runDue(() => stopped).finally(schedule)
    }, TICK_MS).unref()
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
