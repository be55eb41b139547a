import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BUILT_FROM, contentsOf, dependenciesOf, stampOf } from '../../src/build/build-stamp.js'
import { ROOT } from '#tests/support/sources.ts'

const build = join(ROOT, 'dist', readFileSync(join(ROOT, 'dist/current'), 'utf8'))
const builtFrom = JSON.parse(readFileSync(join(build, BUILT_FROM), 'utf8')) as string[]
const watched: string[] = dependenciesOf(ROOT, builtFrom)
const contents: Map<string, string> = contentsOf(ROOT, watched)
const stamp = stampOf(contents, '')

/** Sources that the scripts of the server name, in manifests and metadata. */
const named = readdirSync(join(build, 'server'), { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.mjs'))
  .flatMap((name) => [
    ...readFileSync(join(build, 'server', name), 'utf8').matchAll(/\bsrc\/(pages|components|layouts|islands)\/[\w/.[\]-]+\.(astro|tsx)/g)
  ])
  .map(([path]) => path)

test('the list of a build holds every page, component and island that its scripts name', () => {
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((path) => existsSync(join(ROOT, path)) && !builtFrom.includes(path))).toEqual([])
})

test('an edit of any module of the build makes it stale, and so does another address', () => {
  const modules = new Set([...builtFrom, ...named].filter((path) => existsSync(join(ROOT, path))))
  expect(modules.size).toBeGreaterThan(200)
  const missed = [...modules].filter((path) => {
    const edited = new Map(contents)
    if (edited.has(path)) edited.set(path, 'edited')
    return stampOf(edited, '') === stamp
  })
  expect(missed).toEqual([])
  expect(stampOf(contents, 'https://shuka.am')).not.toBe(stamp)
})

test('so does what only the steps of the build read, a new page and a page that is gone; a service does not', () => {
  const market = watched.filter((path) => path.startsWith('content/market/'))
  expect(market).not.toEqual([])
  for (const path of ['astro.config.mjs', 'package-lock.json', 'src/server/front/page-fragments.ts']) expect(watched).toContain(path)
  const steps = [...readFileSync(join(ROOT, 'astro.config.mjs'), 'utf8').matchAll(/from '\.\/(src\/[^']+)'/g)].map(([, path]) => path ?? '')
  expect(steps.length).toBeGreaterThan(5)
  expect(steps.filter((path) => !watched.includes(path))).toEqual([])
  expect(stampOf(new Map([...contents, ['src/pages/new.astro', 'new']]), '')).not.toBe(stamp)
  expect(stampOf(new Map([...contents].filter(([path]) => path !== market[0])), '')).not.toBe(stamp)
  expect(watched.filter((path) => /^src\/server\/(services|routes|jobs|db|process)\//.test(path))).toEqual([])
})
