import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repeatCrashed, type EngineCrash, type Run } from './engine-crash.ts'
import { countsOf, failedIn, missingIn, shorten, type Counts, type Tested, type TestReport } from './report.ts'
import { ROOT } from './root.ts'
import { runProgram } from './run-program.ts'

export interface Step {
  name: string
  program: string
  args: string[]
  env?: Record<string, string>
  /** Whose reporter writes what came of its tests; without one the step counts as a single check. */
  report?: 'vitest' | 'playwright'
  /** Uses all cores: nothing runs beside it, and its output is shown as it comes. */
  alone?: true
  /** Name of the step that must have passed before. */
  after?: string
  /** Longer is a failure; 10 unless told. */
  limitMinutes?: number
}
export interface Outcome extends Counts {
  step: Step
  seconds: number
  tests: readonly Tested[]
  failures: readonly Tested[]
  /** What failed outside tests, each with its reason: nothing of it is run again. */
  broken: readonly string[]
  /** Files that were run again because the engine ended their worker. */
  crashes: readonly EngineCrash[]
  /** Whether a step that it needs has failed. */
  notRun?: true
}

/** Tests of PostgreSQL are skipped only with WITHOUT_POSTGRES=1, and are then counted as skipped. */
export const withoutPostgres = process.env.WITHOUT_POSTGRES === '1'

const LIMIT_MINUTES = 10

/** Returns the path of a package's JavaScript entry. */
export const bin = (name: string): string => {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>
  }
  const entry =
    typeof manifest.bin === 'string' ? manifest.bin : (manifest.bin[name.split('/').at(-1) ?? ''] ?? Object.values(manifest.bin)[0] ?? '')
  return join(ROOT, 'node_modules', name, entry)
}

export const vitest = (config: string): string[] => [bin('vitest'), 'run', '--config', `tests/config/${config}.config.ts`]

/** Runs one step; its output is shown as it comes, or only when it fails. */
export const runStep = async (step: Step, quiet = false): Promise<Outcome> => {
  const started = performance.now()
  const folder = mkdtempSync(join(tmpdir(), 'shuka-step-'))
  const run = (files: readonly string[]): Promise<Run> => runOnce(step, { files, folder, quiet })
  const { output, ...result } = await runTwiceIfBroken(step, run)
  rmSync(folder, { recursive: true, force: true })
  const outcome = outcomeOf(step, { output, ...result }, (performance.now() - started) / 1000)
  if (quiet && outcome.failed > 0) process.stdout.write(`\n--- ${step.name}\n${output}`)
  return outcome
}

/** A runner that died before its first test has said nothing of the tests: it is started once more. */
const runTwiceIfBroken = async (step: Step, run: (files: readonly string[]) => Promise<Run>): ReturnType<typeof repeatCrashed> => {
  const runAll = (): ReturnType<typeof repeatCrashed> =>
    step.report === 'vitest' ? repeatCrashed(run) : run([]).then((result) => ({ ...result, crashes: [] }))
  const first = await runAll()
  if (!step.report || first.reported || first.started || first.timedOut) return first
  process.stdout.write(`${step.name}: the runner ended before its first test (exit code ${first.code}) and is started once more\n`)
  return runAll()
}

/** What is run of a step, in which folder its report is written, and whether its output is shown as it comes. */
export interface RunOptions {
  files: readonly string[]
  folder: string
  quiet: boolean
}

/** Runs all of a step or some of its files. Every run of it writes which calls it made to one folder, so that they are judged together. */
export const runOnce = async (step: Step, { files, folder, quiet }: RunOptions): Promise<Run> => {
  const report = join(folder, 'report.json')
  for (const path of [report, `${report}.started`]) rmSync(path, { force: true })
  const args = [...step.args, ...files]
  if (step.report === 'vitest') args.push('--reporter=default', '--reporter=./tests/config/vitest-reporter.ts')
  const { code, output, timedOut } = await runProgram(step.program, args, {
    env: { ...process.env, TEST_REPORT: report, CALL_LOGS: join(folder, 'calls'), ...step.env },
    limitMs: (step.limitMinutes ?? LIMIT_MINUTES) * 60_000,
    ...(quiet ? {} : { onOutput: (piece) => void process.stdout.write(piece) })
  })
  const reported = step.report !== undefined && existsSync(report)
  const read = reported ? (JSON.parse(readFileSync(report, 'utf8')) as TestReport) : { listed: [], tests: [], errors: [] }
  return { code, output, timedOut, started: existsSync(`${report}.started`), reported, ...read }
}

/** A step without a report is one check. */
export const outcomeOf = (step: Step, run: Run & { crashes: readonly EngineCrash[] }, seconds: number): Outcome => {
  const { tests, crashes } = run
  const counts = countsOf(tests, withoutPostgres)
  const failures = failedIn(tests, withoutPostgres)
  const broken = brokenIn(step, run)
  const passed = step.report ? counts.passed : broken.length > 0 ? 0 : 1
  return { step, seconds, tests, failures, broken, crashes, ...counts, passed, failed: counts.failed + broken.length }
}

const MAX_LAST_LINES = 12
const lastLines = (output: string): string => shorten(output.trimEnd().split('\n').filter(Boolean).slice(-MAX_LAST_LINES).join('\n'))

/** Returns why a run counts as failed although no test did. */
const brokenIn = (step: Step, run: Run): string[] => {
  const { code, output, timedOut, started, reported, tests, errors } = run
  if (timedOut) return [`it was ended after ${step.limitMinutes ?? LIMIT_MINUTES} minutes`]
  if (!step.report) return code === 0 ? [] : [`exit code ${code}`]
  if (!reported) {
    const when = started ? 'among its tests' : 'before its first test, twice'
    return [`the runner ended ${when} (exit code ${code})\n${lastLines(output)}`]
  }
  const named = [...errors.map(shorten), ...missingIn(run).map((file) => `${file} has no result`)]
  if (named.length > 0) return named
  if (tests.length === 0) return ['no test ran']
  return code !== 0 && failedIn(tests, withoutPostgres).length === 0
    ? [`every test passed, but the runner ended with exit code ${code}\n${lastLines(output)}`]
    : []
}

/** What became of a step whose needed step has failed. */
export const notRun = (step: Step): Outcome => ({
  step,
  seconds: 0,
  tests: [],
  failures: [],
  broken: [],
  crashes: [],
  passed: 0,
  failed: 0,
  skipped: 0,
  flaky: 0,
  notRun: true
})

export const line = ({ step, passed, failed, skipped, flaky, seconds, crashes, notRun: isLeftOut }: Outcome): string => {
  if (isLeftOut) return `FAIL ${step.name.padEnd(28)} not run: ${step.after ?? ''} failed\n`
  const again = crashes.map(({ file, signal }) => `     engine crash: ${file}, ${signal}, run again\n`).join('')
  const columns = [`${String(passed).padStart(5)} passed`, `${String(failed).padStart(4)} failed`, `${String(flaky).padStart(3)} flaky`]
  const end = `${seconds.toFixed(1).padStart(7)} s${skipped > 0 ? ` ${skipped} skipped` : ''}`
  return `${failed === 0 ? 'ok  ' : 'FAIL'} ${step.name.padEnd(28)} ${columns.join(' ')} ${end}\n${again}`
}

export const sum = (outcomes: readonly Counts[]): Counts =>
  outcomes.reduce(
    (total, { passed, failed, skipped, flaky }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
      flaky: total.flaky + flaky
    }),
    { passed: 0, failed: 0, skipped: 0, flaky: 0 }
  )
