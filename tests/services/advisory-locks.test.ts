import { expect, test } from 'vitest'
import { ADVISORY_LOCK } from '#server/db/advisory-locks.ts'
import { sourcesOf } from '#tests/support/sources.ts'

test('each advisory lock has a number of its own', () => {
  const numbers = Object.values(ADVISORY_LOCK)
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('whoever locks takes the number from the table', () => {
  const locking = sourcesOf('src').filter(({ text }) => /pg_(try_)?advisory/.test(text))
  expect(locking.length).toBeGreaterThan(2)
  expect(locking.filter(({ text }) => !text.includes('ADVISORY_LOCK.') || /advisory\w*\((\d|\$\{(?!ADVISORY_LOCK\.))/.test(text))).toEqual(
    []
  )
})
