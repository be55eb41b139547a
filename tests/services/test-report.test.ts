import { expect, test } from 'vitest'
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
