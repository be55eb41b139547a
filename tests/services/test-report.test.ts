import { describe, expect, test } from 'vitest'
import { repeatCrashed, type Run } from '#server/cli/engine-crash.ts'
import { countsOf, describeFailure, failedIn, missingIn, NEEDS_POSTGRES, notHere, slowestOf, type Tested } from '#server/cli/report.ts'
import { finalBecause, rerunStep, RERUNS } from '#server/cli/rerun.ts'
import { ROOT } from '#server/cli/root.ts'
import { nextStep, runScheduled } from '#server/cli/schedule.ts'
import { line, notRun, outcomeOf, type Outcome, type Step } from '#server/cli/steps.ts'
import { NO_RERUN } from '#tests/config/no-rerun.ts'
import { sourcesOf } from '#tests/support/sources.ts'

const tested = (name: string, state: Tested['state'] = 'passed', reason?: string): Tested => ({
  file: name.split(' › ')[0] ?? '',
  name,
  state,
  milliseconds: 1,
  ...(reason ? { reason } : {})
})
const run = (tests: readonly Tested[], rest: Partial<Run> = {}): Run => ({
  code: tests.some(({ state }) => state === 'failed') ? 1 : 0,
  output: '',
  timedOut: false,
  started: true,
  reported: true,
  listed: [...new Set(tests.map(({ file }) => file))],
  tests,
  errors: [],
  ...rest
})
const step = (name: string, rest: Partial<Step> = {}): Step => ({ name, program: '', args: [], report: 'vitest', ...rest })
const outcome = (of: Run, rest: Partial<Step> = {}): Outcome => outcomeOf(step('API', rest), { ...of, crashes: [] }, 1)

describe('a report', () => {
  const tests = [
    tested('a › one'),
    tested('a › two', 'failed', '\u001b[31mexpected 1\u001b[39m\n at line 3'),
    tested('b › three', 'skipped')
  ]

  test('names each test that failed, with its file and its error', () => {
    expect(failedIn(tests, true).map(describeFailure)).toEqual(['a › two\nexpected 1\n at line 3', 'b › three (skipped)'])
  })

  test('counts a skipped test as failed, unless it needs PostgreSQL and those were left out', () => {
    expect(countsOf(tests, false)).toEqual({ passed: 1, failed: 2, skipped: 0, flaky: 0 })
    expect(countsOf(tests, true)).toEqual({ passed: 1, failed: 2, skipped: 0, flaky: 0 })
    const left = [...tests, tested(`c › four${NEEDS_POSTGRES}`, 'skipped')]
    expect(countsOf(left, true)).toEqual({ passed: 1, failed: 2, skipped: 1, flaky: 0 })
    expect(countsOf(left, false)).toEqual({ passed: 1, failed: 3, skipped: 0, flaky: 0 })
    expect(countsOf([tested(`d › five${notHere('no systemd')}`, 'skipped')], false)).toEqual({ passed: 0, failed: 0, skipped: 1, flaky: 0 })
  })

  test('names files that were to run and have no result, but not those whose error says why', () => {
    expect(missingIn({ listed: ['a', 'b', 'c', 'd'], tests, errors: ['d does not load: no such file'] })).toEqual(['c'])
  })

  test('lists the slowest first', () => {
    expect(
      slowestOf([{ ...tested('a'), milliseconds: 5 }, tested('b'), { ...tested('c'), milliseconds: 9 }], 2).map(({ name }) => name)
    ).toEqual(['c', 'a'])
  })
})

describe('a step has failed', () => {
  test.each<[string, Run]>([
    [
      'the runner ended before its first test, twice (exit code 7)\ncannot listen',
      run([], { code: 7, reported: false, started: false, output: 'x\ncannot listen\n' })
    ],
    ['the runner ended among its tests (exit code 137)', run([], { code: 137, reported: false })],
    [
      'every test passed, but the runner ended with exit code 1\nteardown failed',
      run([tested('a › one')], { code: 1, output: 'teardown failed' })
    ],
    ['no test ran', run([])],
    ['b has no result', run([tested('a › one')], { listed: ['a', 'b'] })],
    ['unhandled error: oops', run([tested('a › one')], { code: 1, errors: ['unhandled error: oops'] })],
    ['it was ended after 10 minutes', run([tested('a › one')], { timedOut: true, code: 143 })]
  ])('%s', (reason, of) => {
    const { broken, failed } = outcome(of)
    expect(broken.map((text) => text.replace(/ \(exit code 7\)\nx\n/, ' (exit code 7)\n').trim())).toEqual([reason])
    expect(failed).toBe(1)
  })

  test('by its exit code alone when it has no tests', () => {
    const types = { report: undefined } as unknown as Partial<Step>
    expect(outcome(run([], { reported: false, code: 2 }), types)).toMatchObject({ passed: 0, failed: 1, broken: ['exit code 2'] })
    expect(outcome(run([], { reported: false }), types)).toMatchObject({ passed: 1, failed: 0, broken: [] })
  })

  test('when the one that it needs has failed: it is not run, and says so', () => {
    expect(line(notRun(step('browser', { after: 'build' })))).toBe('FAIL browser                      not run: build failed\n')
    expect(finalBecause([notRun(step('browser'))])).toContain('"browser"')
  })
})

describe('failed tests are run again', () => {
  const failing = (...names: string[]): Outcome => outcome(run(names.map((name) => tested(name, 'failed', 'late'))))

  test('at most five of them, and none of a file that may not fail once', () => {
    const page = 'tests/services/page-cache.test.ts'
    expect(finalBecause([failing(...[1, 2, 3, 4, 5].map((number) => `${page} › ${number}`))])).toBeNull()
    expect(
      finalBecause([failing(...[1, 2, 3].map((number) => `${page} › ${number}`)), failing(`${page} › 4`, `${page} › 5`, `${page} › 6`)])
    ).toMatch(/^6 tests/)
    expect(finalBecause([failing('tests/api/checkout.test.ts › an order is placed once')])).toContain('tests/api/checkout.test.ts')
    expect(finalBecause([failing('tests/process/crash.test.ts › nothing is lost')])).toContain('tests/process/crash.test.ts')
  })

  test('but nothing is when something failed outside tests, or a test was skipped', () => {
    const flaky = failing('tests/services/page-cache.test.ts › fresh')
    expect(finalBecause([flaky, outcome(run([tested('a')], { errors: ['b does not load'] }))])).toContain('outside its tests')
    expect(
      finalBecause([flaky, outcome(run([], { reported: false, code: 1 }), { report: undefined } as unknown as Partial<Step>)])
    ).toContain('outside its tests')
    expect(finalBecause([outcome(run([tested('a › one', 'skipped')]))])).toContain('was skipped')
  })

  const [bad, good, other] = ['a › bad', 'a › good', 'b › other']
  const first = outcome(run([tested(bad, 'failed', 'late'), tested(good), tested(other)]))
  const answers = (...runs: Run[]) => {
    const rest = [...runs]
    return () => Promise.resolve(rest.shift() ?? run([tested(bad), tested(good)]))
  }

  test('and are flaky when all of their file passes three times', async () => {
    let times = 0
    const judged = await rerunStep(first, () => {
      times += 1
      return Promise.resolve(run([tested(bad), tested(good)]))
    })
    expect(times).toBe(RERUNS)
    expect(judged).toMatchObject({ passed: 2, failed: 0, flaky: 1, failures: [] })
    expect(judged.tests.find(({ name }) => name === bad)).toMatchObject({ state: 'flaky', reason: 'late' })
    expect(line(judged)).toMatch(/^ok .+ 2 passed +0 failed +1 flaky/)
  })

  const passes = run([tested(bad), tested(good)])
  test.each<[string, Run]>([
    ['it fails in one of three', run([tested(bad, 'failed', 'lost'), tested(good)])],
    ['another of its file fails', run([tested(bad), tested(good, 'failed', 'lost')])],
    ['another of its file is missing', run([tested(bad)])],
    ['an error is not handled', run([tested(bad), tested(good)], { errors: ['unhandled error: lost'], code: 1 })],
    ['the runner does not end well', run([tested(bad), tested(good)], { code: 1 })]
  ])('and have failed when %s', async (_, run2) => {
    const judged = await rerunStep(first, answers(passes, run2))
    expect(judged).toMatchObject({ passed: 2, failed: 1, flaky: 0 })
    expect(judged.failures[0]?.reason).toMatch(/^late\nrun again, 2 of 3: /)
  })

  test('every name in the list of those that may not fail once is that of a test', () => {
    const files = sourcesOf('tests').map(({ path }) => path)
    expect(NO_RERUN.filter((pattern) => !files.some((path) => pattern.test(path))).map(String)).toEqual([])
    const sold = [
      'crash',
      'database-away',
      'lost-connections',
      'workers',
      'upgrades',
      'data-folder',
      'data-folder-upgrade',
      'payments-migration'
    ]
    const called = [
      'checkout',
      'checkout-refusals',
      'checkout-store',
      'orders',
      'baskets',
      'overlapping-orders',
      'reserve-limits',
      'payments'
    ]
    const kept = [
      'settlement',
      'refunds',
      'tenders',
      'relay',
      'outbox',
      'events',
      'tokens',
      'access-matrix',
      'account-erasure',
      'quiet-logs'
    ]
    const paths = [...sold.map((name) => `process/${name}`), ...[...called, ...kept].map((name) => `api/${name}`)].map(
      (name) => `tests/${name}.test.ts`
    )
    expect(paths.filter((path) => !files.includes(path) || !NO_RERUN.some((pattern) => pattern.test(path)))).toEqual([])
  })
})

test('a step waits for the one it needs, and one that uses every core for all that run', () => {
  const [build, types, api] = [step('build'), step('types'), step('api', { alone: true })]
  const pages = step('pages', { after: 'build' })
  expect(nextStep([pages, build, types], [])).toBe(build)
  expect(nextStep([pages, types, api], [build])).toBe(types)
  expect(nextStep([pages, api], [build, types])).toBeUndefined()
  expect(nextStep([api], [types])).toBeUndefined()
  expect(nextStep([api, pages], [types])).toBe(pages)
  expect(nextStep([pages], [api])).toBeUndefined()
})

test('every step runs once, two at a time, and the outcomes keep the order of the list', async () => {
  let running = 0
  let most = 0
  const steps = [step('pages', { after: 'build' }), step('build'), step('types'), step('api', { alone: true }), step('lint')]
  const outcomes = await runScheduled(steps, async ({ name, alone }) => {
    running += 1
    most = Math.max(most, running)
    if (alone) expect(running).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running -= 1
    return name
  })
  expect(outcomes).toEqual(['pages', 'build', 'types', 'api', 'lint'])
  expect(most).toBe(2)
  await expect(runScheduled([step('a', { after: 'b' }), step('b', { after: 'a' })], () => Promise.resolve())).rejects.toThrow('a, b')
})

const crash = (file: string, signal: string): string =>
  `unhandled error: a worker ended\nCaused by: Worker exited unexpectedly with signal ${signal} during started state while running test file ${ROOT}/${file}`
/** Gives one run after another and notes for which files. */
const runsOf = (...runs: Run[]) => {
  const asked: (readonly string[])[] = []
  const next = (files: readonly string[]): Promise<Run> => {
    asked.push(files)
    return Promise.resolve(runs[asked.length - 1] ?? run([], { code: 9 }))
  }
  return { asked, next }
}
const [TENDERS, SMS] = ['tests/api/tenders.test.ts', 'tests/api/sms.test.ts']
const lost = run([tested(`${SMS} › sent`), tested(`${TENDERS} › paid`, 'skipped')], { code: 1, errors: [crash(TENDERS, 'SIGTRAP')] })

test('a file whose worker the engine ended is run once more, alone, and its results take the place of those that were lost', async () => {
  const { asked, next } = runsOf(lost, run([tested(`${TENDERS} › paid`)]))
  const { code, tests, errors, crashes } = await repeatCrashed(next)
  expect(asked).toEqual([[], [TENDERS]])
  expect(code).toBe(0)
  expect(errors).toEqual([])
  expect(tests).toEqual([tested(`${SMS} › sent`), tested(`${TENDERS} › paid`)])
  expect(crashes).toEqual([{ file: TENDERS, signal: 'SIGTRAP' }])
})

test('a second crash fails, and so does what had failed before or beside the first', async () => {
  const twice = runsOf(lost, lost)
  expect((await repeatCrashed(twice.next)).errors).toEqual([crash(TENDERS, 'SIGTRAP')])
  expect(twice.asked).toHaveLength(2)

  const failed = tested(`${TENDERS} › refused`, 'failed')
  const before = runsOf({ ...lost, tests: [...lost.tests, failed] }, run([tested(`${TENDERS} › paid`)]))
  expect((await repeatCrashed(before.next)).tests).toContain(failed)

  const beside = runsOf({ ...lost, errors: [...lost.errors, 'unhandled error: oops'] }, run([tested(`${TENDERS} › paid`)]))
  expect(await repeatCrashed(beside.next)).toMatchObject({ code: 1, errors: ['unhandled error: oops'] })
})

test.each(['SIGKILL', 'SIGABRT', 'SIGTERM'])('nothing is run again after %s, nor after a test that failed', async (signal) => {
  const other = runsOf({ ...lost, errors: [crash(TENDERS, signal)] })
  expect((await repeatCrashed(other.next)).code).toBe(1)
  expect(other.asked).toEqual([[]])
})

test.each(['SIGTRAP', 'SIGSEGV', 'SIGILL', 'SIGBUS'])('%s is a crash of the engine', async (signal) => {
  const { asked, next } = runsOf({ ...lost, errors: [crash(SMS, signal)] })
  await repeatCrashed(next)
  expect(asked).toEqual([[], [SMS]])
})
