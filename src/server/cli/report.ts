import { stripVTControlCharacters } from 'node:util'
import { ROOT } from './root.ts'

/** A JSON report of Vitest (files with tests) or Playwright (nested suites). */
export interface Report {
  testResults?: {
    name: string
    assertionResults: { fullName: string; status: string; duration?: number | null; failureMessages?: string[] }[]
  }[]
  suites?: Suite[]
}
interface Suite {
  title: string
  suites?: Suite[]
  specs?: Spec[]
}
interface Spec {
  title: string
  file: string
  tests: { projectName: string; status: string; results: { duration: number; errors?: { message?: string }[] }[] }[]
}

/** `flaky`: failed at first and passed on retry. */
type State = 'passed' | 'failed' | 'skipped' | 'flaky'
export interface Tested {
  /** File and title. */
  name: string
  state: State
  milliseconds: number
  /** Beginning of the error's message; absent from a test that passed. */
  reason?: string
}

const MAX_REASON_LINES = 30
/** Returns the first lines of an error, without colours. */
const reasonOf = (messages: readonly (string | undefined)[]): { reason?: string } => {
  const message = messages.find((text) => text)
  return message ? { reason: stripVTControlCharacters(message).split('\n').slice(0, MAX_REASON_LINES).join('\n') } : {}
}

const VITEST: Record<string, State> = { passed: 'passed', failed: 'failed' }
const PLAYWRIGHT: Record<string, State> = { expected: 'passed', unexpected: 'failed', flaky: 'flaky' }

/** Returns all tests of a report. Tests with an unknown status count as skipped. */
export const testsIn = ({ testResults = [], suites = [] }: Report): Tested[] => [
  ...testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ fullName, status, duration, failureMessages = [] }) => ({
      name: `${file.replace(`${ROOT}/`, '')} › ${fullName}`,
      state: VITEST[status] ?? 'skipped',
      milliseconds: duration ?? 0,
      ...reasonOf(failureMessages)
    }))
  ),
  ...suites.flatMap(testsOfSuite)
]
const testsOfSuite = ({ suites = [], specs = [] }: Suite): Tested[] => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      name: `[${projectName}] ${file} › ${title}`,
      state: PLAYWRIGHT[status] ?? 'skipped',
      milliseconds: results.reduce((total, { duration }) => total + duration, 0),
      ...reasonOf(results.flatMap(({ errors = [] }) => errors.map(({ message }) => message)))
    }))
  ),
  ...suites.flatMap(testsOfSuite)
]

export interface Counts {
  passed: number
  failed: number
  /** Skipped by WITHOUT_POSTGRES=1; tests skipped for any other reason count as failed. */
  skipped: number
}

/** Counts tests. Flaky tests count as failed, and so do skipped ones unless `maySkip`. */
export const countsOf = (tests: readonly Tested[], maySkip: boolean): Counts => {
  const of = (...states: State[]): number => tests.filter(({ state }) => states.includes(state)).length
  const skipped = maySkip ? of('skipped') : 0
  return { passed: of('passed'), failed: of('failed', 'flaky', 'skipped') - skipped, skipped }
}

/** Returns the names of failed tests, each with its reason. */
export const failuresOf = (tests: readonly Tested[], maySkip: boolean): string[] =>
  tests.flatMap(({ name, state, reason = '' }) => {
    if (state === 'failed') return [reason ? `${name}\n${reason}` : name]
    if (state === 'flaky') return [`${name} (flaky: passed only when tried again)`]
    return state === 'skipped' && !maySkip ? [`${name} (skipped)`] : []
  })

export const slowestOf = (tests: readonly Tested[], count: number): Tested[] =>
  tests.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, count)
