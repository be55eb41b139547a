import { CHECKS, printOutcomes, runSteps } from './checks.ts'

process.exit(printOutcomes(await runSteps(CHECKS)) ? 0 : 1)
