import { createLane } from '#server/jobs/start.ts'
import { lanesOf } from '#server/jobs/tasks.ts'
import type { Kernel } from '#server/kernel.ts'
import type { TestApi } from './api.ts'

/** The market's own work by the test's clock: what a running shop does in `ms`, in so many rounds, without the tasks named. */
export const workThrough = async (
  api: TestApi,
  ms: number,
  { rounds = 6, without = [], kernel = api.kernel }: { rounds?: number; without?: readonly string[]; kernel?: Kernel } = {}
): Promise<void> => {
  const lanes = lanesOf(kernel).map((tasks) =>
    createLane(
      kernel,
      tasks.filter(({ name }) => !without.includes(name)),
      api.clock.now
    )
  )
  for (let round = 0; round < rounds; round += 1) {
    api.clock.advance(ms / rounds)
    for (const lane of lanes) await lane.runDue()
  }
}
