import { expect, test } from 'vitest'
import { failuresIn, ROOT } from '#server/cli/steps.ts'

test('a report of Vitest names each test that failed, with its file', () => {
  const assertionResults = [
    { fullName: 'adding is said', status: 'failed' },
    { fullName: 'adding is blocked', status: 'passed' }
  ]
  expect(failuresIn({ testResults: [{ name: `${ROOT}/tests/api/basket.test.ts`, assertionResults }] })).toEqual([
    'tests/api/basket.test.ts › adding is said'
  ])
})

test('a report of Playwright names each test that failed, however deep it lies, with its project', () => {
  const spec = (title: string, ok: boolean) => ({ title, ok, file: 'listing.test.ts', tests: [{ projectName: 'desk' }] })
  const inner = { title: 'without script', specs: [spec('pages are links', false), spec('orders are links', true)] }
  expect(failuresIn({ suites: [{ title: 'listing.test.ts', specs: [spec('near first', false)], suites: [inner] }] })).toEqual([
    '[desk] listing.test.ts › near first',
    '[desk] listing.test.ts › pages are links'
  ])
})
