import { runScheduled } from './schedule.ts'
import { bin, line, runStep, vitest, type Outcome, type Step } from './steps.ts'

const node = process.execPath

/** Checks that take seconds and no browser; the longest first. */
export const CHECKS: Step[] = [
  // Allocates much short-lived memory: a larger young generation means less garbage collection.
  { name: 'types', program: node, args: ['--max-semi-space-size=64', 'src/server/cli/check-types.ts'] },
  { name: 'unit tests', program: node, args: vitest('unit'), report: 'vitest' },
  {
    name: 'formatting',
    program: node,
    args: [bin('prettier'), '--check', '--log-level', 'warn', '--cache', '--cache-location', 'node_modules/.cache/prettier-check', '.']
  },
  { name: 'lint', program: node, args: [bin('oxlint'), '--deny-warnings'] },
  { name: 'unused code', program: node, args: [bin('knip')] }
]

/** Runs steps and prints a line for each; the output of concurrent steps is shown only when they fail. */
export const runSteps = (steps: readonly Step[]): Promise<Outcome[]> =>
  runScheduled(steps, async (step) => {
    if (step.alone) process.stdout.write(`\n=== ${step.name}\n`)
    const outcome = await runStep(step, !step.alone)
    process.stdout.write(line(outcome))
    return outcome
  })
