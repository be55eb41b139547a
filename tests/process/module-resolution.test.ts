import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { ROOT, sourcesOf } from '#tests/support/sources.ts'

const MODULE = pathToFileURL(join(ROOT, 'src/server/process/module-resolution-cache.ts')).href
const url = (path: string): string => pathToFileURL(join(ROOT, path)).href

const MANY_FILES = ['./entity.js', './sql/sql.js', './query-builders/query-builder.js']
/** What the server imports, and some of what the package of many files imports itself. */
const asked = [
  ...sourcesOf('src').flatMap(({ path, imports }) =>
    /^src\/(server|domain|contract|i18n|client)\/.+\.ts$/.test(path) && !/pages-entry|island-renderer/.test(path)
      ? imports.filter(({ typeOnly }) => !typeOnly).map(({ specifier }) => [specifier, url(path)])
      : []
  ),
  ...MANY_FILES.map((specifier) => [specifier, url('node_modules/drizzle-orm/index.js')]),
  ['node:fs', url('src/server/main.ts')]
]

/** Asks Node where names lead, then again by way of the short cuts; counts how often those still asked Node. */
const SCRIPT = `
  import { registerHooks } from 'node:module'
  import { text } from 'node:stream/consumers'
  const asked = JSON.parse(await text(process.stdin))
  const lead = () => asked.map(([specifier, parent]) => import.meta.resolve(specifier, parent))
  const slow = lead()
  const { cacheModuleResolution } = await import(${JSON.stringify(MODULE)})
  const reached = []
  registerHooks({ resolve: (specifier, context, next) => { reached.push(specifier); return next(specifier, context) } })
  cacheModuleResolution()
  console.log(JSON.stringify({ slow, quick: lead(), reached }))
`
const found = JSON.parse(
  execFileSync(
    process.execPath,
    ['--experimental-import-meta-resolve', '--disable-warning=ExperimentalWarning', '--input-type=module', '-e', SCRIPT],
    {
      cwd: ROOT,
      input: JSON.stringify(asked),
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024
    }
  )
) as { slow: string[]; quick: string[]; reached: string[] }

test('names lead where Node itself finds them', () => {
  expect(asked.length).toBeGreaterThan(500)
  expect(found.quick).toEqual(found.slow)
})

test('own modules are not looked up at all, a package once', () => {
  expect(found.reached.length).toBeGreaterThan(10)
  expect(found.reached.filter((specifier) => specifier.endsWith('.ts') || MANY_FILES.includes(specifier))).toEqual([])
  const packages = found.reached.filter((specifier) => !specifier.startsWith('.'))
  expect(packages.filter((specifier, index) => packages.indexOf(specifier) !== index)).toEqual([])
})
