import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bin } from '#server/cli/steps.ts'
import { IS_FULL } from '#tests/config/full.ts'
import { TOLD_ON_DESKS, TOLD_ON_PHONES } from '#tests/config/one-device.ts'
import { ROOT, sourcesOf } from '#tests/support/sources.ts'

const README = readFileSync(join(ROOT, 'tests/README.md'), 'utf8')
/** Rows of the list: the file, and what each command runs of it. */
const LISTED = [...README.matchAll(/^\| `([\w-]+\.(?:spec|test)\.ts)` \| [^|]+ \| (.+?) \| (.+?) \|$/gm)].map(
  ([, file = '', short = '', full = '']) => ({ file, short, full })
)
const TESTS = sourcesOf('tests').filter(({ path }) => /\.(spec|test)\.ts$/.test(path))

test('every audit and story stands in the list of tests/README.md, with the commands that run it', () => {
  const files = TESTS.filter(({ path }) => path.startsWith('tests/e2e/'))
  expect(LISTED.map(({ file }) => `tests/e2e/${file}`)).toEqual(files.map(({ path }) => path).sort())
  const onOneDevice = [...TOLD_ON_PHONES, ...TOLD_ON_DESKS].map((name) => `tests/e2e/${name}.test.ts`)
  const varying = files.filter(({ path, text }) => onOneDevice.includes(path) || /\b(IS_FULL|LOOKS)\b/.test(text)).map(({ path }) => path)
  expect(LISTED.filter(({ short }) => short !== 'all').map(({ file }) => `tests/e2e/${file}`)).toEqual(varying.sort())
  for (const { short, full } of LISTED) expect(full).toMatch(short === 'all' ? /^all$/ : /^and /)
})

test('every other test belongs to a step of the run', () => {
  const steps = ['unit', 'api', 'market', 'process'].map((name) => readFileSync(join(ROOT, `tests/config/${name}.config.ts`), 'utf8'))
  const patterns = steps.flatMap((text) => [...text.matchAll(/'(tests\/[^']*\.test\.ts)'/g)].map(([, pattern = '']) => pattern))
  const covers = (pattern: string): RegExp =>
    new RegExp(
      `^${pattern
        .replace(/\{([^}]*)\}/g, (_, names: string) => `(${names.replaceAll(',', '|')})`)
        .replace('**/*', '.*')
        .replace('/*', '/[^/]*')}$`
    )
  const homeless = TESTS.filter(({ path }) => !path.startsWith('tests/e2e/') && !patterns.some((pattern) => covers(pattern).test(path)))
  expect(patterns.length).toBeGreaterThan(4)
  expect(homeless.map(({ path }) => path)).toEqual([])
})

interface Suite {
  title: string
  specs: { title: string; tests: { projectName: string }[] }[]
  suites?: Suite[]
}
const titlesOf = ({ title, specs, suites = [] }: Suite): string[] => [
  ...specs.flatMap((spec) => spec.tests.map(({ projectName }) => `[${projectName}] ${title} › ${spec.title}`)),
  ...suites.flatMap((suite) => titlesOf(suite).map((inner) => `${title} ${inner}`))
]
const listedBy = (full: boolean): string[] => {
  const args = [bin('@playwright/test'), 'test', '--config', 'tests/config/playwright.config.ts', '--list', '--reporter=json']
  const env = { ...process.env, E2E_PORT: '1', E2E_DATA: ROOT, TEST_FULL: full ? '1' : '' }
  const report = execFileSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8', maxBuffer: 2 ** 26 })
  return (JSON.parse(report) as { suites: Suite[] }).suites.flatMap(titlesOf)
}

// Both commands are asked themselves, which takes seconds: where every audit runs.
test.each(IS_FULL ? ['npm test'] : [])('%s has a test of every file, and npm run test:full no fewer', () => {
  const [short, full] = [listedBy(false), listedBy(true)]
  const of = (titles: readonly string[], file: string): number => titles.filter((title) => title.includes(file)).length
  for (const { file, short: said } of LISTED) {
    expect(of(short, file), file).toBeGreaterThan(0)
    if (said === 'all') expect(of(full, file), file).toBe(of(short, file))
    else expect(of(full, file), file).toBeGreaterThanOrEqual(of(short, file))
  }
})
