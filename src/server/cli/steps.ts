import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repeatCrashed, type EngineCrash, type Run } from './engine-crash.ts'
import { countsOf, failuresOf, testsIn, type Counts, type Report, type Tested } from './report.ts'
import { ROOT } from './root.ts'

export interface Step {
  name: string
  program: string
  args: string[]
  env?: Record<string, string>
  /** Format of the runner's report; without one the step counts as a single check. */
  report?: 'vitest' | 'playwright'
  /** Uses all cores: nothing runs beside it, and its output is shown as it comes. */
  alone?: true
  /** Name of the step that must have ended before. */
  after?: string
}
export interface Outcome extends Counts {
  name: string
  seconds: number
  /** Names of failed tests; empty for a step without a report. */
  failures: readonly string[]
  tests: readonly Tested[]
  /** Files that were run again because the engine ended their worker. */
  crashes: readonly EngineCrash[]
}

/** Tests of PostgreSQL are skipped only with WITHOUT_POSTGRES=1, and are then counted as skipped. */
export const withoutPostgres = process.env.WITHOUT_POSTGRES === '1'

/** Returns the path of a package's JavaScript entry. */
export const bin = (name: string): string => {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>
  }
  const entry =
    typeof manifest.bin === 'string' ? manifest.bin : (manifest.bin[name.split('/').at(-1) ?? ''] ?? Object.values(manifest.bin)[0] ?? '')
  return join(ROOT, 'node_modules', name, entry)
}

/** Runs one step; its output is shown as it comes, or only when it fails. */
export const runStep = async (step: Step, quiet = false): Promise<Outcome> => {
  const started = performance.now()
  const folder = mkdtempSync(join(tmpdir(), 'shuka-step-'))
  const run = (files: readonly string[]): Promise<Run> => runOnce(step, files, folder, quiet)
  const { code, output, tests, crashes } = await (step.report === 'vitest' ? repeatCrashed(run) : run([]).then(withoutCrashes))
  rmSync(folder, { recursive: true, force: true })
  const outcome: Outcome = {
    name: step.name,
    seconds: (performance.now() - started) / 1000,
    failures: failuresOf(tests, withoutPostgres),
    tests,
    crashes,
    ...result(step, tests, code)
  }
  if (quiet ? outcome.failed > 0 : code !== 0) process.stdout.write(`\n--- ${step.name}\n${output}`)
  return outcome
}

const withoutCrashes = (run: Run): Run & { crashes: EngineCrash[] } => ({ ...run, crashes: [] })

/** Runs all of a step or some of its files. Every run of it writes which calls it made to one folder, so that they are judged together. */
const runOnce = async (step: Step, files: readonly string[], folder: string, quiet: boolean): Promise<Run> => {
  const file = join(folder, 'report.json')
  rmSync(file, { force: true })
  const args = [...step.args, ...files]
  if (step.report === 'vitest') args.push('--reporter=default', '--reporter=json', `--outputFile.json=${file}`)
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file, CALL_LOGS: join(folder, 'calls'), ...step.env }
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
    const child = spawn(step.program, args, { cwd: ROOT, env, stdio: quiet ? 'pipe' : 'inherit' })
    const pieces: Buffer[] = []
    child.stdout?.on('data', (piece: Buffer) => pieces.push(piece))
    child.stderr?.on('data', (piece: Buffer) => pieces.push(piece))
    child.once('error', (cause) => resolve({ code: 1, output: `${step.name}: ${cause.message}\n` }))
    child.once('exit', (exit) => resolve({ code: exit ?? 1, output: Buffer.concat(pieces).toString() }))
  })
  const tests = step.report && existsSync(file) ? testsIn(JSON.parse(readFileSync(file, 'utf8')) as Report) : []
  return { code, output, tests }
}

/** A step without a report is one check; a runner that fails outside its tests, or ran none, counts as failed. */
const result = ({ report }: Step, tests: readonly Tested[], code: number): Counts => {
  if (!report) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
  const counts = countsOf(tests, withoutPostgres)
  return (code !== 0 || tests.length === 0) && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

export const line = ({ name, passed, failed, skipped, seconds, crashes }: Outcome): string => {
  const again = crashes.map(({ file, signal }) => `     engine crash: ${file}, ${signal}, run again\n`).join('')
  return `${failed === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(28)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(1).padStart(7)} s${skipped > 0 ? ` ${skipped} skipped` : ''}\n${again}`
}

export const sum = (outcomes: readonly Counts[]): Counts =>
  outcomes.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped
    }),
    { passed: 0, failed: 0, skipped: 0 }
  )

export const vitest = (config: string): string[] => [bin('vitest'), 'run', '--config', `tests/config/${config}.config.ts`]
