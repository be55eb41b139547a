import { waitUntilQuiet } from './machine.ts'
import { describeFailure, shorten } from './report.ts'
import { finalBecause, rerunStep, RERUNS, runAgainAlone } from './rerun.ts'
import { passSignalsOn } from './run-program.ts'
import { runScheduled } from './schedule.ts'
import { bin, line, notRun, runStep, sum, vitest, type Outcome, type Step } from './steps.ts'

const node = process.execPath

/** Checks that take seconds and no browser; the longest first. */
export const CHECKS: Step[] = [
  { name: 'unit tests', program: node, args: vitest('unit'), report: 'vitest' },
  { name: 'types', program: node, args: ['src/server/cli/check-types.ts'] },
  { name: 'formatting', program: node, args: [bin('oxfmt'), '--check', '.'] },
  // The only files that the formatter of the others does not know.
  { name: 'formatting of .astro files', program: node, args: [bin('prettier'), '--check', '--log-level', 'warn', '**/*.astro'] },
  { name: 'lint', program: node, args: [bin('oxlint'), '--deny-warnings'] },
  { name: 'unused code', program: node, args: [bin('knip')] }
]

const MAX_WAIT_MS = 60_000

/**
 * Runs steps and prints a line for each; the output of concurrent steps is shown only when they fail. When all have ended and the machine is
 * quiet, tests that failed are run again by themselves, unless the failures are final.
 */
export const runSteps = async (steps: readonly Step[]): Promise<Outcome[]> => {
  passSignalsOn()
  const outcomes = await runScheduled<Outcome>(steps, async (step, needed) => {
    if (step.alone) process.stdout.write(`\n=== ${step.name}\n`)
    const outcome = needed && (needed.failed > 0 || needed.notRun) ? notRun(step) : await runStep(step, !step.alone)
    process.stdout.write(line(outcome))
    return outcome
  })
  return rerunFailed(outcomes)
}

const rerunFailed = async (outcomes: readonly Outcome[]): Promise<Outcome[]> => {
  if (sum(outcomes).failed === 0 && !outcomes.some(({ notRun: isLeftOut }) => isLeftOut)) return [...outcomes]
  const reason = finalBecause(outcomes)
  if (reason) {
    process.stdout.write(`\nNothing is run again: ${reason}.\n`)
    return [...outcomes]
  }
  const isQuiet = await waitUntilQuiet(MAX_WAIT_MS)
  process.stdout.write(`\nFailed tests are run again ${RERUNS} times, alone${isQuiet ? '' : ', though the machine is busy'} …\n`)
  const judged: Outcome[] = []
  for (const outcome of outcomes) judged.push(outcome.failures.length > 0 ? await rerunStep(outcome, runAgainAlone) : outcome)
  return judged
}

/** Prints what failed, each with its reason, then a line for each step and the sum. Returns whether nothing failed. */
export const printOutcomes = (outcomes: readonly Outcome[], notes: readonly string[] = []): boolean => {
  // Failures stand last: a log that is cut is cut in its middle.
  const failed = outcomes.flatMap(({ step, failures, broken }) => [
    ...failures.map((failure) => `FAIL ${step.name}: ${describeFailure(failure)}`),
    ...broken.map((reason) => `BROKEN ${step.name}: ${reason}`)
  ])
  const flaky = outcomes.flatMap(({ tests }) =>
    tests.filter(({ state }) => state === 'flaky').map(({ name, reason = '' }) => `FLAKY ${name}: ${shorten(reason).split('\n')[0] ?? ''}`)
  )
  const total = sum(outcomes)
  const isGreen = total.failed === 0 && !outcomes.some(({ notRun: isLeftOut }) => isLeftOut)
  const lines = [...failed, ...flaky, '', outcomes.map(line).join('').trimEnd(), ...notes]
  if (total.flaky > 0) lines.push(`${total.flaky} flaky: failed at first, passed ${RERUNS} times when run again`)
  process.stdout.write(`\n${lines.join('\n')}\n${total.passed} passed, ${total.failed} failed\n`)
  return isGreen
}
