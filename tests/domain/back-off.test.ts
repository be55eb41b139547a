import { expect, test } from 'vitest'
import { eventPause, longPauseAfter, MAX_EVENT_ATTEMPTS, pauseAfter, pauseWhileOpen } from '#domain/back-off.ts'

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000]

test('pauses grow from ten seconds to a quarter of an hour, and no further', () => {
  expect([1, 2, 3, 4, 5, 6, 1_000].map((unanswered) => pauseAfter(unanswered) / 1_000)).toEqual([10, 30, 60, 300, 900, 900, 900])
})

test('what may wait for days is asked about once a day in the end', () => {
  expect([1, 5, 6, 7, 8, 11, 12, 1_000].map((unanswered) => longPauseAfter(unanswered) / MINUTE)).toEqual([
    ...[1 / 6, 15, 30, 60],
    ...[120, 960, 1_440, 1_440]
  ])
})

test('an open payment is asked about less often the older it is, and within 15 seconds while its page is open', () => {
  const ages = [0, 4 * MINUTE, 5 * MINUTE, 19 * MINUTE, 20 * MINUTE, 59 * MINUTE, HOUR, 20 * HOUR]
  expect(ages.map((age) => pauseWhileOpen(age) / SECOND)).toEqual([10, 10, 15, 15, 60, 60, 900, 900])
})

test('an event is tried for about a day, or three times when the fault is its own', () => {
  const pauses = Array.from({ length: MAX_EVENT_ATTEMPTS - 1 }, (_, index) => eventPause(index + 1, 'temporary') ?? 0)
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(pauses[0]).toBe(SECOND)
  expect(pauses.reduce((sum, pause) => sum + pause, 0) / HOUR).toBeCloseTo(23.4, 1)
  expect(eventPause(MAX_EVENT_ATTEMPTS, 'temporary')).toBeNull()
  expect([1, 2, 3, 4].map((attempts) => eventPause(attempts, 'permanent'))).toEqual([SECOND, 2 * SECOND, null, null])
})
