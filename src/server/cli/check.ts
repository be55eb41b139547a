import { CHECKS, runSteps } from './checks.ts'
import { sum } from './steps.ts'

const { passed, failed } = sum(await runSteps(CHECKS))
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
