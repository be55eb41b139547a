import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../../..')

export interface Counts {
  passed: number
  failed: number
}
export interface Step {
  name: string
  program: string
  args: string[]
  env?: Record<string, string>
  /** Reads the runner's own report; without one the step counts as a single check. */
  report?: 'vitest' | 'playwright'
}
export interface Outcome extends Counts {
  name: string
  seconds: number
  /** Names of the tests that failed, as their runner writes them; none for a step without a report. */
  failures: readonly string[]
}

/** Path of a package's program, run by this Node. */
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
  const file = join(folder, 'report.json')
  const args = [...step.args]
  if (step.report === 'vitest') args.push('--reporter=default', '--reporter=json', `--outputFile.json=${file}`)
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...step.env }
  const code = await new Promise<number>((resolve) => {
    const child = spawn(step.program, args, { cwd: ROOT, env, stdio: quiet ? 'pipe' : 'inherit' })
    const output: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => output.push(chunk))
    child.once('error', (cause) => {
      process.stderr.write(`${step.name}: ${cause.message}\n`)
      resolve(1)
    })
    child.once('exit', (exit) => {
      if (quiet && exit !== 0) process.stdout.write(`\n--- ${step.name}\n${Buffer.concat(output).toString()}`)
      resolve(exit ?? 1)
    })
  })
  const counts = countsOf(step, file, code)
  const failures = existsSync(file) ? failuresIn(JSON.parse(readFileSync(file, 'utf8'))) : []
  rmSync(folder, { recursive: true, force: true })
  return { name: step.name, failures, ...counts, seconds: (performance.now() - started) / 1000 }
}

const countsOf = (step: Step, file: string, code: number): Counts => {
  if (!step.report) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const report = JSON.parse(readFileSync(file, 'utf8')) as {
    numPassedTests?: number
    numFailedTests?: number
    numPendingTests?: number
    stats?: { expected: number; unexpected: number; flaky: number; skipped: number }
  }
  // A skipped test is a promise not held: it counts as failed.
  const { stats } = report
  const counts = stats
    ? { passed: stats.expected + stats.flaky, failed: stats.unexpected + stats.skipped }
    : { passed: report.numPassedTests ?? 0, failed: (report.numFailedTests ?? 0) + (report.numPendingTests ?? 0) }
  // A runner that fell over outside its tests has failed too.
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

/** Two shapes of report: Vitest lists files with their tests, Playwright nests suites. */
interface Report {
  testResults?: { name: string; assertionResults: { fullName: string; status: string }[] }[]
  suites?: Suite[]
}
interface Suite {
  title: string
  suites?: Suite[]
  specs?: { title: string; file: string; ok: boolean; tests: { projectName: string }[] }[]
}

/** Names of what failed in a runner's report: its file, its title. */
export const failuresIn = ({ testResults = [], suites = [] }: Report): string[] => [
  ...testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => `${name.replace(`${ROOT}/`, '')} › ${fullName}`)
  ),
  ...suites.flatMap(failuresOfSuite)
]
const failuresOfSuite = ({ suites = [], specs = [] }: Suite): string[] => [
  ...specs.filter(({ ok }) => !ok).map(({ title, file, tests }) => `[${tests[0]?.projectName ?? ''}] ${file} › ${title}`),
  ...suites.flatMap(failuresOfSuite)
]

export const line = ({ name, passed, failed, seconds }: Outcome): string =>
  `${failed === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(28)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(1).padStart(7)} s\n`

export const sum = (outcomes: readonly Counts[]): Counts =>
  outcomes.reduce((total, { passed, failed }) => ({ passed: total.passed + passed, failed: total.failed + failed }), {
    passed: 0,
    failed: 0
  })

export const vitest = (config: string): string[] => [bin('vitest'), 'run', '--config', `tests/config/${config}.config.ts`]
