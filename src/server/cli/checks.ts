import { bin, line, runStep, vitest, type Outcome, type Step } from './steps.ts'

const node = process.execPath

/** Everything that takes seconds and no browser; the longest first. */
export const CHECKS: Step[] = [
  { name: 'types of pages', program: node, args: [bin('@astrojs/check'), '--minimumSeverity', 'warning'] },
  {
    name: 'types',
    program: node,
    args: [
      bin('typescript').replace(/tsserver$/, 'tsc'),
      '--noEmit',
      '-p',
      '.',
      '--incremental',
      '--tsBuildInfoFile',
      'node_modules/.cache/types.tsbuildinfo'
    ]
  },
  { name: 'lint', program: node, args: [bin('oxlint'), '--deny-warnings'] },
  { name: 'formatting', program: node, args: [bin('prettier'), '--check', '--log-level', 'warn', '.'] },
  { name: 'unused code', program: node, args: [bin('knip')] },
  { name: 'unit tests', program: node, args: vitest('unit'), report: 'vitest' }
]

/** Runs steps two at a time, because the machine the project is made for has two cores; says only what fails, and a line each. */
export const runChecks = async (steps: readonly Step[]): Promise<Outcome[]> => {
  const waiting = [...steps]
  const outcomes: Outcome[] = []
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const outcome = await runStep(step, true)
      outcomes.push(outcome)
      process.stdout.write(line(outcome))
    }
  }
  await Promise.all([work(), work()])
  return outcomes
}
