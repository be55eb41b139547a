import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_RERUN } from '../../../tests/config/no-rerun.ts'
import type { Run } from './engine-crash.ts'
import { countsOf, describeFailure, failedIn, type Tested } from './report.ts'
import { runOnce, withoutPostgres, type Outcome, type Step } from './steps.ts'

/** More failures than these are no coincidence. */
const MAX_RERUN = 5
/** A test that failed counts as flaky only if it passes this often. */
export const RERUNS = 3

/** Returns why the failures of a run are final; null when its failed tests may be run again. */
export const finalBecause = (outcomes: readonly Outcome[]): string | null => {
  const broken = outcomes.find(({ broken, notRun }) => broken.length > 0 || notRun)
  if (broken) return `the step "${broken.step.name}" failed outside its tests`
  const failures = outcomes.flatMap(({ failures }) => failures)
  if (failures.length > MAX_RERUN) return `${failures.length} tests failed, and more than ${MAX_RERUN} are no coincidence`
  const skipped = failures.find(({ state }) => state === 'skipped')
  if (skipped) return `${skipped.name} was skipped`
  const kept = failures.find(({ file }) => NO_RERUN.some((pattern) => pattern.test(file)))
  return kept ? `${kept.file} is of those that may not fail once (tests/config/no-rerun.ts)` : null
}

/** Runs the failed tests of a step again, alone, in one worker: all of a Vitest file, of Playwright what failed last. */
export type RunAgain = (step: Step, failures: readonly Tested[]) => Promise<Run>

/**
 * Runs the failed tests of a step again, three times. They are flaky when all pass each time, nothing else fails beside them and no test
 * is missing; otherwise they stay failed, and say what happened.
 */
export const rerunStep = async (outcome: Outcome, runAgain: RunAgain): Promise<Outcome> => {
  const { step, failures } = outcome
  const files = new Set(failures.map(({ file }) => file))
  const names = new Set(
    step.report === 'vitest'
      ? outcome.tests.filter(({ file }) => files.has(file)).map(({ name }) => name)
      : failures.map(({ name }) => name)
  )
  for (let turn = 1; turn <= RERUNS; turn += 1) {
    const run = await runAgain(step, failures)
    const fault = faultOf(run, names)
    if (fault) return failedAgain(outcome, `run again, ${turn} of ${RERUNS}: ${fault}`)
  }
  const isFailure = new Set(failures.map(({ name }) => name))
  const tests = outcome.tests.map((test) => (isFailure.has(test.name) ? { ...test, state: 'flaky' as const } : test))
  return { ...outcome, tests, failures: [], ...countsOf(tests, withoutPostgres) }
}

const faultOf = (run: Run, names: ReadonlySet<string>): string | null => {
  const [failure] = failedIn(run.tests, withoutPostgres)
  if (failure) return describeFailure(failure)
  if (run.errors[0]) return run.errors[0]
  const ran = new Set(run.tests.map(({ name }) => name))
  const missing = [...names].find((name) => !ran.has(name))
  if (missing) return `${missing} did not run`
  return run.code === 0 ? null : run.timedOut ? 'it took too long' : `the runner ended with exit code ${run.code}`
}

const failedAgain = (outcome: Outcome, note: string): Outcome => ({
  ...outcome,
  failures: outcome.failures.map((test) => ({ ...test, reason: `${test.reason ?? ''}\n${note}`.trim() }))
})

/** What Playwright needs to know which tests failed last: its own file, kept from the first run. */
export const LAST_RUN = 'node_modules/.cache/playwright-last-run.json'

/** Runs the tests as they ran at first, but alone. Results of the first run in `test-results` stay. */
export const runAgainAlone: RunAgain = async (step, failures) => {
  const folder = mkdtempSync(join(tmpdir(), 'shuka-rerun-'))
  try {
    if (step.report === 'vitest') {
      const files = [...new Set(failures.map(({ file }) => file))]
      return await runOnce({ ...step, args: [...step.args, '--maxWorkers=1'] }, { files, folder, quiet: true })
    }
    const lastRun = join(folder, 'last-run.json')
    if (existsSync(LAST_RUN)) copyFileSync(LAST_RUN, lastRun)
    const args = [...step.args, '--last-failed', `--last-failed-file=${lastRun}`, '--workers=1', '--output=test-results/again']
    return await runOnce({ ...step, args }, { files: [], folder, quiet: true })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
