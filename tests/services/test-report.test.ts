import { expect, test } from 'vitest'
import { repeatCrashed, type Run } from '#server/cli/engine-crash.ts'
import { countsOf, failuresOf, slowestOf, testsIn } from '#server/cli/report.ts'
import { ROOT } from '#server/cli/root.ts'
import { nextStep, runScheduled } from '#server/cli/schedule.ts'
import type { Step } from '#server/cli/steps.ts'

const vitest = testsIn({
  testResults: [
    {
      name: `${ROOT}/tests/api/basket.test.ts`,
      assertionResults: [
        {
          fullName: 'adding is said',
          status: 'failed',
          duration: 12,
          failureMessages: ['\u001b[31mexpected 1 to be 2\u001b[39m\n at line 3']
        },
        { fullName: 'adding is blocked', status: 'passed', duration: 900 },
        { fullName: 'adding is left out', status: 'pending' }
      ]
    }
  ]
})
const spec = (title: string, status: string, ...durations: number[]) => {
  const results = durations.map((duration) => ({ duration, errors: status === 'unexpected' ? [{ message: 'it moves' }] : [] }))
  return { title, file: 'listing.test.ts', tests: [{ projectName: 'desk', status, results }] }
}
const playwright = testsIn({
  suites: [
    {
      title: 'listing.test.ts',
      specs: [spec('near first', 'unexpected', 5)],
      suites: [{ title: 'without script', specs: [spec('pages are links', 'flaky', 40, 60), spec('orders are links', 'expected', 70)] }]
    }
  ]
})

test('a report of Vitest names each test that failed, with its file and its error', () => {
  expect(failuresOf(vitest, true)).toEqual(['tests/api/basket.test.ts › adding is said\nexpected 1 to be 2\n at line 3'])
})

test('a skipped test has failed and is named, unless leaving tests out was asked for: then it is counted', () => {
  expect(countsOf(vitest, false)).toEqual({ passed: 1, failed: 2, skipped: 0 })
  expect(failuresOf(vitest, false)).toContain('tests/api/basket.test.ts › adding is left out (skipped)')
  expect(countsOf(vitest, true)).toEqual({ passed: 1, failed: 1, skipped: 1 })
})

test('a report of Playwright names each test that failed, however deep it lies; one that passed only when tried again has failed', () => {
  expect(failuresOf(playwright, false)).toEqual([
    '[desk] listing.test.ts › near first\nit moves',
    '[desk] listing.test.ts › pages are links (flaky: passed only when tried again)'
  ])
  expect(countsOf(playwright, false)).toEqual({ passed: 1, failed: 2, skipped: 0 })
})

test('the slowest come first, every try of a test counted', () => {
  expect(slowestOf([...vitest, ...playwright], 3).map(({ milliseconds }) => milliseconds)).toEqual([900, 100, 70])
})

const step = (name: string, rest: Partial<Step> = {}): Step => ({ name, program: '', args: [], ...rest })

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
  `Caused by: Error: Worker exited unexpectedly with signal ${signal} during started state while running test file ${ROOT}/${file}\n`
const passed = (name: string) => ({ name, state: 'passed' as const, milliseconds: 1 })
/** Gives one run after another and notes for which files. */
const runsOf = (...runs: Run[]) => {
  const asked: (readonly string[])[] = []
  const run = (files: readonly string[]): Promise<Run> => {
    asked.push(files)
    return Promise.resolve(runs[asked.length - 1] ?? { code: 9, output: '', tests: [] })
  }
  return { asked, run }
}
const [TENDERS, SMS] = ['tests/api/tenders.test.ts', 'tests/api/sms.test.ts']
const lost: Run = {
  code: 1,
  output: `\u001b[31m${crash(TENDERS, 'SIGTRAP')}\u001b[39m     Errors  1 error\n`,
  tests: [passed(`${SMS} › sent`), { ...passed(`${TENDERS} › paid`), state: 'skipped' }]
}

test('a file whose worker the engine ended is run once more, alone, and its results take the place of those that were lost', async () => {
  const { asked, run } = runsOf(lost, { code: 0, output: '', tests: [passed(`${TENDERS} › paid`)] })
  const { code, tests, crashes } = await repeatCrashed(run)
  expect(asked).toEqual([[], [TENDERS]])
  expect(code).toBe(0)
  expect(tests).toEqual([passed(`${SMS} › sent`), passed(`${TENDERS} › paid`)])
  expect(crashes).toEqual([{ file: TENDERS, signal: 'SIGTRAP' }])
})

test('a second crash fails, and so does what had failed before or beside the first', async () => {
  const twice = runsOf(lost, lost, { code: 0, output: '', tests: [] })
  expect((await repeatCrashed(twice.run)).code).toBe(1)
  expect(twice.asked).toHaveLength(2)

  const failed = { ...passed(`${TENDERS} › refused`), state: 'failed' as const }
  const before = runsOf({ ...lost, tests: [...lost.tests, failed] }, { code: 0, output: '', tests: [] })
  expect((await repeatCrashed(before.run)).tests).toContain(failed)

  const beside = runsOf({ ...lost, output: lost.output.replace('1 error', '2 errors') }, { code: 0, output: '', tests: [] })
  expect((await repeatCrashed(beside.run)).code).toBe(1)
})

test.each(['SIGKILL', 'SIGABRT', 'SIGTERM'])('nothing is run again after %s, nor after a test that failed', async (signal) => {
  const other = runsOf({ ...lost, output: crash(TENDERS, signal) }, { code: 0, output: '', tests: [] })
  expect((await repeatCrashed(other.run)).code).toBe(1)
  expect(other.asked).toEqual([[]])
})

test.each(['SIGTRAP', 'SIGSEGV', 'SIGILL', 'SIGBUS'])('%s is a crash of the engine', async (signal) => {
  const { asked, run } = runsOf({ ...lost, output: crash(SMS, signal) }, { code: 0, output: '', tests: [] })
  await repeatCrashed(run)
  expect(asked).toEqual([[], [SMS]])
})
