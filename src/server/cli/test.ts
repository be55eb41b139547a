import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHECKS, printOutcomes, runSteps } from './checks.ts'
import { memoryFolder } from './machine.ts'
import { leftOutIn, shorten, slowestOf } from './report.ts'
import { LAST_RUN } from './rerun.ts'
import { ROOT } from './root.ts'
import { IS_FULL } from '../../../tests/config/full.ts'
import { bin, sum, vitest, withoutPostgres, type Step } from './steps.ts'

const node = process.execPath
const BUILD = 'build'
const SLOWEST = 20

/** Ends what hangs: three times what these steps take on two cores that do nothing else. Every audit takes about four times as long. */
const LONG_MINUTES = IS_FULL ? 180 : 25

const api = (engine: string, env: Record<string, string>): Step => ({
  name: `API on ${engine}`,
  program: node,
  args: vitest('api'),
  report: 'vitest',
  env,
  limitMinutes: LONG_MINUTES
})
const ON_BOTH_ENGINES = [
  api('PostgreSQL', { TEST_ENGINE: 'postgres' }),
  api('PGlite', { TEST_ENGINE: 'pglite', ...(IS_FULL ? {} : { TEST_FILES: 'both-engines' }) })
]

const steps: Step[] = [
  { name: BUILD, program: node, args: ['src/server/cli/run.js', 'prepare'] },
  // This step waits a lot, so it begins as soon as it can and runs beside those that compute.
  { name: 'processes', program: node, args: vitest('process'), report: 'vitest', after: BUILD, limitMinutes: LONG_MINUTES },
  ...CHECKS,
  { name: 'market import and lock', program: node, args: vitest('market'), report: 'vitest' },
  // Without PostgreSQL this step fails; with WITHOUT_POSTGRES=1 everything runs on PGlite.
  ...(withoutPostgres ? [api('PGlite', { TEST_ENGINE: 'pglite' })] : ON_BOTH_ENGINES),
  {
    name: 'browser',
    program: node,
    args: [bin('@playwright/test'), 'test', '--config', 'tests/config/playwright.config.ts'],
    env: { PLAYWRIGHT_LAST_RUN_OUTPUT_FILE: join(ROOT, LAST_RUN) },
    report: 'playwright',
    alone: true,
    after: BUILD,
    limitMinutes: LONG_MINUTES
  }
]

process.env.TMPDIR = memoryFolder()
const cache = join(ROOT, 'node_modules/.cache')
mkdirSync(cache, { recursive: true })
rmSync(join(ROOT, LAST_RUN), { force: true })
const write = (name: string, rows: readonly unknown[]): void => writeFileSync(join(cache, name), `${JSON.stringify(rows, null, 1)}\n`)

// A seed in the environment repeats a run.
if (IS_FULL) process.env.RANDOM_SEED ??= String(Math.floor(Math.random() * 2 ** 31))
const requested = process.argv.slice(2)
const isSelected = ({ name }: Step): boolean => requested.length === 0 || requested.some((word) => name.includes(word))
const outcomes = await runSteps(steps.filter(isSelected))

const tests = outcomes.flatMap(({ step, tests: ofStep }) => ofStep.map((test) => ({ step: step.name, ...test })))
write(
  'test-durations.json',
  tests.map(({ reason: _, file: __, ...test }) => test)
)
write(
  'test-flaky.json',
  tests.filter(({ state }) => state === 'flaky').map((test) => ({ ...test, reason: shorten(test.reason ?? '') }))
)

process.stdout.write(`\nThe slowest tests (all of them in node_modules/.cache/test-durations.json):\n`)
for (const { name, milliseconds } of slowestOf(tests, SLOWEST))
  process.stdout.write(`${(milliseconds / 1000).toFixed(1).padStart(7)} s ${name}\n`)
const notes = [
  ...(IS_FULL ? [`Random cases came from RANDOM_SEED=${process.env.RANDOM_SEED ?? ''}.`] : []),
  ...leftOutIn(tests).map((name) => `Left out: ${name}`),
  ...(withoutPostgres
    ? [`WITHOUT_POSTGRES=1: ${sum(outcomes).skipped} tests of PostgreSQL skipped, and the API tested on PGlite alone.`]
    : [])
]
process.exit(printOutcomes(outcomes, notes) ? 0 : 1)
