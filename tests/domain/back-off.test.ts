import { expect, test } from 'vitest'
import { pauseAfter } from '#domain/back-off.ts'

test('pauses grow from ten seconds to a quarter of an hour, and no further', () => {
  expect([1, 2, 3, 4, 5, 6, 1_000].map((unanswered) => pauseAfter(unanswered) / 1_000)).toEqual([10, 30, 60, 300, 900, 900, 900])
})
