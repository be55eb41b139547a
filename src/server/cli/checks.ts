import { runScheduled } from './schedule.ts'
import { bin, line, runStep, vitest, type Outcome, type Step } from './steps.ts'

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

/** Runs steps and prints a line for each; the output of concurrent steps is shown only when they fail. */
export const runSteps = (steps: readonly Step[]): Promise<Outcome[]> =>
  runScheduled(steps, async (step) => {
    if (step.alone) process.stdout.write(`\n=== ${step.name}\n`)
    const outcome = await runStep(step, !step.alone)
    process.stdout.write(line(outcome))
    return outcome
  })
