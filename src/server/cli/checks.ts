import { runScheduled } from './schedule.ts'
import { bin, line, runStep, vitest, type Outcome, type Step } from './steps.ts'

const node = process.execPath

/** Everything that takes seconds and no browser; the longest first. */
export const CHECKS: Step[] = [
  // Much short-lived memory: with more room for it, less time goes into collecting it.
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

/** Runs steps and says a line of each; of those that run beside another, the output is shown only when they fail. */
export const runSteps = (steps: readonly Step[]): Promise<Outcome[]> =>
  runScheduled(steps, async (step) => {
    if (step.alone) process.stdout.write(`\n=== ${step.name}\n`)
    const outcome = await runStep(step, !step.alone)
    process.stdout.write(line(outcome))
    return outcome
  })
