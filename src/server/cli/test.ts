import { existsSync } from 'node:fs'
import { CHECKS, runChecks } from './checks.ts'
import { bin, line, ROOT, runStep, sum, vitest, type Outcome, type Step } from './steps.ts'

const node = process.execPath
const hasPostgres = Boolean(process.env.DATABASE_URL) || existsSync('/usr/lib/postgresql')

const steps: Step[] = [
  { name: 'build', program: node, args: ['src/server/cli/run.js', 'prepare'] },
  { name: 'API on PGlite', program: node, args: vitest('api'), report: 'vitest', env: { TEST_ENGINE: 'pglite' } },
  ...(hasPostgres
    ? [{ name: 'API on PostgreSQL', program: node, args: vitest('api'), report: 'vitest', env: { TEST_ENGINE: 'postgres' } } satisfies Step]
    : []),
  { name: 'market import and lock', program: node, args: vitest('market'), report: 'vitest' },
  { name: 'processes', program: node, args: vitest('process'), report: 'vitest' },
  {
    name: 'browser',
    program: node,
    args: [bin('@playwright/test'), 'test', '--config', 'tests/config/playwright.config.ts'],
    report: 'playwright'
  }
]

const only = process.argv.slice(2)
const wanted = ({ name }: Step): boolean => only.length === 0 || only.some((word) => name.includes(word))
const outcomes: Outcome[] = await runChecks(CHECKS.filter(wanted))
for (const step of steps.filter(wanted)) {
  process.stdout.write(`\n=== ${step.name}\n`)
  outcomes.push(await runStep(step))
}
// What failed is named at the end, where whoever reads only the end of a long log finds it.
for (const { name, failures } of outcomes) for (const failure of failures) process.stdout.write(`FAIL ${name}: ${failure}\n`)
process.stdout.write(`\n${outcomes.map(line).join('')}`)
if (!hasPostgres) process.stdout.write(`No DATABASE_URL and no PostgreSQL programs: the API was tested on PGlite alone (${ROOT}).\n`)
const { passed, failed } = sum(outcomes)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
