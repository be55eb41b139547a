import { CHECKS } from './checks.ts'
import { line, runStep, sum, type Outcome } from './steps.ts'

// Two at a time: the machine the project is made for has two cores.
const waiting = [...CHECKS]
const outcomes: Outcome[] = []
const work = async (): Promise<void> => {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const outcome = await runStep(step, true)
    outcomes.push(outcome)
    process.stdout.write(line(outcome))
  }
}
await Promise.all([work(), work()])
const { passed, failed } = sum(outcomes)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
