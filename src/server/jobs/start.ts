import type { Kernel } from '#server/kernel.ts'
import { jobContext } from './context.ts'
import { carryingTasks, tasksOf, type Task } from './tasks.ts'

const TICK_MS = 1_000

export interface Jobs {
  /** Resolves when the task that is running has ended; none begins after. */
  stop(): Promise<void>
}

/**
 * Runs the market's own tasks about once a second: those of the database one after the other, and each that waits for somebody else's server
 * on a lane of its own, so that a slow one holds up nobody.
 */
export const startJobs = (kernel: Kernel): Jobs => {
  const lanes = [tasksOf(kernel), ...carryingTasks(kernel).map((task) => [task])].map((tasks) => startLane(kernel, tasks))
  return {
    stop: async () => {
      await Promise.all(lanes.map((lane) => lane.stop()))
    }
  }
}

/** One task after the other. A task that fails is logged and tried at its next turn. */
const startLane = (kernel: Kernel, given: readonly Task[]): Jobs => {
  const tasks = given.map((task) => ({ ...task, dueAt: 0 }))
  let stopped = false
  let round: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null

  const runDue = async (): Promise<void> => {
    for (const task of tasks) {
      if (stopped || performance.now() < task.dueAt) continue
      task.dueAt = performance.now() + task.everyMs
      try {
        await task.run(jobContext(kernel))
      } catch (cause) {
        kernel.log('error', `job ${task.name}`, cause)
      }
    }
  }
  const schedule = (): void => {
    if (stopped) return
    timer = setTimeout(() => {
      round = runDue().finally(schedule)
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
