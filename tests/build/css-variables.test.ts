import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '#tests/support/sources.ts'

const textsOf = (pattern: string): [string, string][] =>
  globSync(pattern, { cwd: join(ROOT, 'src') }).map((path) => [path, readFileSync(join(ROOT, 'src', path), 'utf8')])

test('every variable that a style uses is set by a style, a page or a script', () => {
  const set = new Set(
    textsOf('**/*.{css,astro,ts,tsx}').flatMap(([, text]) =>
      [...text.matchAll(/(?<!var\()(--[a-z0-9-]+)['"]?\]?\s*[:,]/g)].map(([, name]) => name)
    )
  )
  const unset = textsOf('**/*.{css,astro}').flatMap(([path, text]) =>
    [...text.matchAll(/var\((--[a-z0-9-]+)\)/g)].flatMap(([, name]) => (set.has(name) ? [] : [`${path}: ${name}`]))
  )
  expect(unset).toEqual([])
})
