import { spawnSync } from 'node:child_process'
import { vitest } from '#server/cli/steps.ts'
import { ROOT } from '#tests/support/sources.ts'
import type { Row } from './rows.ts'

interface Longer {
  what: string
  goal: string
  /** The figure when it passes, and when it does not. */
  as: string
  unless: string
  /** How much of it, and the seed. */
  env: Record<string, string>
}

/** Runs a file of the API's tests on PostgreSQL with more cases than the suite gives it. */
export const runLonger = (file: string, { what, goal, as, unless, env }: Longer): Row => {
  const started = performance.now()
  const { status } = spawnSync(process.execPath, [...vitest('api'), `tests/api/${file}.test.ts`], {
    ...{ cwd: ROOT, stdio: 'inherit' },
    env: { ...process.env, TEST_ENGINE: 'postgres', ...env }
  })
  const seconds = ((performance.now() - started) / 1_000).toFixed(0)
  return { what, goal, figure: `${status === 0 ? as : unless} in ${seconds} s`, met: status === 0 }
}
