import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHECKS, runSteps } from './checks.ts'
import { slowestOf } from './report.ts'
import { ROOT } from './root.ts'
import { bin, line, sum, vitest, withoutPostgres, type Step } from './steps.ts'

const node = process.execPath
const BUILD = 'build'
const SLOWEST = 20

const api = (engine: string, env: Record<string, string>): Step => ({
  name: `API on ${engine}`,
  program: node,
  args: vitest('api'),
  report: 'vitest',
  env
})
const ON_BOTH_ENGINES = [
  api('PostgreSQL', { TEST_ENGINE: 'postgres' }),
  api('PGlite', { TEST_ENGINE: 'pglite', TEST_FILES: 'both-engines' })
]

const steps: Step[] = [
  { name: BUILD, program: node, args: ['src/server/cli/run.js', 'prepare'] },
  // This step waits a lot, so it begins as soon as it can and runs beside those that compute.
  { name: 'processes', program: node, args: vitest('process'), report: 'vitest', after: BUILD },
  ...CHECKS,
  { name: 'market import and lock', program: node, args: vitest('market'), report: 'vitest' },
  // Without PostgreSQL this step fails; with WITHOUT_POSTGRES=1 everything runs on PGlite.
  ...(withoutPostgres ? [api('PGlite', { TEST_ENGINE: 'pglite' })] : ON_BOTH_ENGINES),
  {
    name: 'browser',
    program: node,
    args: [bin('@playwright/test'), 'test', '--config', 'tests/config/playwright.config.ts'],
    report: 'playwright',
    alone: true,
    after: BUILD
  }
]

const requested = process.argv.slice(2)
const isSelected = ({ name }: Step): boolean => requested.length === 0 || requested.some((word) => name.includes(word))
const outcomes = await runSteps(steps.filter(isSelected))

const durations = outcomes.flatMap(({ name, tests }) => tests.map((test) => ({ step: name, ...test })))
const cache = join(ROOT, 'node_modules/.cache')
if (!existsSync(cache)) mkdirSync(cache, { recursive: true })
writeFileSync(join(cache, 'test-durations.json'), `${JSON.stringify(durations, null, 1)}\n`)

process.stdout.write(`\nThe slowest tests (all of them in node_modules/.cache/test-durations.json):\n`)
for (const { name, milliseconds } of slowestOf(durations, SLOWEST))
  process.stdout.write(`${(milliseconds / 1000).toFixed(1).padStart(7)} s ${name}\n`)
// Failures stand last, after the durations: a log that is cut is cut in its middle.
process.stdout.write('\n')
for (const { name, failures } of outcomes) for (const failure of failures) process.stdout.write(`FAIL ${name}: ${failure}\n`)
process.stdout.write(`\n${outcomes.map(line).join('')}`)
const { passed, failed, skipped } = sum(outcomes)
if (withoutPostgres)
  process.stdout.write(`WITHOUT_POSTGRES=1: ${skipped} tests of PostgreSQL skipped, and the API tested on PGlite alone.\n`)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
