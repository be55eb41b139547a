import { expect, test } from 'vitest'
import { BOTH_ENGINES, RACES_APART } from '#tests/config/both-engines.ts'
import { sourcesOf } from '#tests/support/sources.ts'

const files = sourcesOf('tests/api').filter(({ path }) => path.endsWith('.test.ts'))
const nameOf = (path: string): string => path.slice('tests/api/'.length, -'.test.ts'.length)

test('every file that runs on both engines is there', () => {
  const names = files.map(({ path }) => nameOf(path))
  expect([...BOTH_ENGINES, ...RACES_APART].filter((name) => !names.includes(name))).toEqual([])
  expect(BOTH_ENGINES).toEqual([...new Set(BOTH_ENGINES)].sort())
})

test('what races calls against each other, or writes SQL, runs on both engines', () => {
  const engines = /allSettled\(|\bsql`|\.execute\(|\.exec\(/
  const needed = files.filter(({ text }) => engines.test(text)).map(({ path }) => nameOf(path))
  expect(needed.length).toBeGreaterThan(10)
  expect(needed.filter((name) => !BOTH_ENGINES.includes(name) && !RACES_APART.includes(name))).toEqual([])
})
