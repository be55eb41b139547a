import { stripVTControlCharacters } from 'node:util'

/** What the reporters in `tests/config` write of a run. */
export interface TestReport {
  /** Files that the run was to do, from the root. */
  listed: readonly string[]
  tests: readonly Tested[]
  /** What failed outside tests: a file that does not load, a hook, an error that nobody handled. */
  errors: readonly string[]
}

/** `flaky`: failed at first and passed each time it was run again, alone. */
type State = 'passed' | 'failed' | 'skipped' | 'flaky'
export interface Tested {
  /** File from the root. */
  file: string
  /** File and title; of a browser's test the device too. */
  name: string
  state: State
  milliseconds: number
  /** Beginning of the error's message; absent from a test that passed. */
  reason?: string
}

/** End of the titles of tests that need a PostgreSQL server, when WITHOUT_POSTGRES=1 leaves them out. */
export const NEEDS_POSTGRES = ' [needs PostgreSQL]'

const MAX_REASON_LINES = 30
/** Returns the first lines of an error, without colours. */
export const shorten = (text: string): string => stripVTControlCharacters(text).split('\n').slice(0, MAX_REASON_LINES).join('\n')

/** End of the titles of tests that need what this machine lacks, such as systemd. */
export const notHere = (reason: string): string => ` [not on this machine: ${reason}]`
const NOT_HERE = /\[not on this machine: [^\]]+\]$/

/** Tests that need what the machine lacks are left out by their own support; WITHOUT_POSTGRES=1 excuses tests of PostgreSQL alone. */
const isExcused = ({ state, name }: Tested, withoutPostgres: boolean): boolean =>
  state === 'skipped' && (NOT_HERE.test(name) || (withoutPostgres && name.endsWith(NEEDS_POSTGRES)))

/** Returns the names of tests that were left out because of the machine. */
export const leftOutIn = (tests: readonly Tested[]): string[] => tests.filter(({ name }) => NOT_HERE.test(name)).map(({ name }) => name)

export interface Counts {
  passed: number
  failed: number
  /** Left out by WITHOUT_POSTGRES=1, or for what the machine lacks; tests skipped for any other reason count as failed. */
  skipped: number
  flaky: number
}

export const countsOf = (tests: readonly Tested[], withoutPostgres: boolean): Counts => {
  const of = (state: State): number => tests.filter((test) => test.state === state).length
  const skipped = tests.filter((test) => isExcused(test, withoutPostgres)).length
  return { passed: of('passed'), failed: of('failed') + of('skipped') - skipped, skipped, flaky: of('flaky') }
}

/** Returns the tests that count as failed. */
export const failedIn = (tests: readonly Tested[], withoutPostgres: boolean): Tested[] =>
  tests.filter((test) => test.state === 'failed' || (test.state === 'skipped' && !isExcused(test, withoutPostgres)))

/** Returns the name of a failed test and its reason. */
export const describeFailure = ({ name, state, reason }: Tested): string =>
  state === 'skipped' ? `${name} (skipped)` : reason ? `${name}\n${shorten(reason)}` : name

/** Returns files that a run was to do and of which no test has a result. */
export const missingIn = ({ listed, tests, errors }: TestReport): string[] => {
  const files = new Set(tests.map(({ file }) => file))
  return listed.filter((file) => !files.has(file) && !errors.some((error) => error.startsWith(file)))
}

export const slowestOf = (tests: readonly Tested[], count: number): Tested[] =>
  tests.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, count)
