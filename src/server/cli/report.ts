import { ROOT } from './root.ts'

/** Two shapes of report: Vitest lists files with their tests, Playwright nests suites. */
export interface Report {
  testResults?: { name: string; assertionResults: { fullName: string; status: string; duration?: number | null }[] }[]
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
  tests: { projectName: string; status: string; results: { duration: number }[] }[]
}

/** `flaky` failed at first and passed when it was tried again. */
type State = 'passed' | 'failed' | 'skipped' | 'flaky'
export interface Tested {
  /** Its file and title, as whoever looks for it writes them. */
  name: string
  state: State
  milliseconds: number
}

const VITEST: Record<string, State> = { passed: 'passed', failed: 'failed' }
const PLAYWRIGHT: Record<string, State> = { expected: 'passed', unexpected: 'failed', flaky: 'flaky' }

/** Every test of a runner's report. What is neither passed nor failed did not run. */
export const testsIn = ({ testResults = [], suites = [] }: Report): Tested[] => [
  ...testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ fullName, status, duration }) => ({
      name: `${file.replace(`${ROOT}/`, '')} › ${fullName}`,
      state: VITEST[status] ?? 'skipped',
      milliseconds: duration ?? 0
    }))
  ),
  ...suites.flatMap(testsOfSuite)
]
const testsOfSuite = ({ suites = [], specs = [] }: Suite): Tested[] => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      name: `[${projectName}] ${file} › ${title}`,
      state: PLAYWRIGHT[status] ?? 'skipped',
      milliseconds: results.reduce((total, { duration }) => total + duration, 0)
    }))
  ),
  ...suites.flatMap(testsOfSuite)
]

export interface Counts {
  passed: number
  failed: number
  /** Left out by name (WITHOUT_POSTGRES=1); a test skipped for any other reason has failed. */
  skipped: number
}

/** A flaky test has failed: it failed once. A skipped one is a promise not held, unless leaving it out was asked for. */
export const countsOf = (tests: readonly Tested[], maySkip: boolean): Counts => {
  const of = (...states: State[]): number => tests.filter(({ state }) => states.includes(state)).length
  const skipped = maySkip ? of('skipped') : 0
  return { passed: of('passed'), failed: of('failed', 'flaky', 'skipped') - skipped, skipped }
}

/** What failed, by name; why, where it is not plain. */
export const failuresOf = (tests: readonly Tested[], maySkip: boolean): string[] =>
  tests.flatMap(({ name, state }) => {
    if (state === 'failed') return [name]
    if (state === 'flaky') return [`${name} (flaky: passed only when tried again)`]
    return state === 'skipped' && !maySkip ? [`${name} (skipped)`] : []
  })

export const slowestOf = (tests: readonly Tested[], count: number): Tested[] =>
  tests.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, count)
