import { expect, test } from 'vitest'
import { createHeartbeats, MAX_MISSED } from '#server/process/workers/heartbeats.ts'

/** Looks so many times; the workers that beat before each, and those that hung. */
const look = (heartbeats: ReturnType<typeof createHeartbeats>, times: number, beating: readonly number[] = []): number[] =>
  Array.from({ length: times }, () => {
    for (const id of beating) heartbeats.beat(id)
    return heartbeats.findHung()
  }).flat()

test('a worker without a beat is found, once, and one that beats never', () => {
  const heartbeats = createHeartbeats()
  for (const id of [1, 2]) heartbeats.watch(id)
  expect(look(heartbeats, MAX_MISSED, [1])).toEqual([])
  expect(look(heartbeats, 1, [1])).toEqual([2])
  expect(look(heartbeats, 100, [1])).toEqual([])
})

test('a beat just before the end starts the count anew', () => {
  const heartbeats = createHeartbeats()
  heartbeats.watch(1)
  for (let turn = 0; turn < 5; turn += 1) {
    expect(look(heartbeats, MAX_MISSED)).toEqual([])
    heartbeats.beat(1)
  }
  expect(look(heartbeats, MAX_MISSED + 1)).toEqual([1])
})

test('a worker that is not open yet, or has ended, is not watched, though a late beat of it arrives', () => {
  const heartbeats = createHeartbeats()
  heartbeats.beat(1)
  heartbeats.watch(2)
  heartbeats.forget(2)
  heartbeats.beat(2)
  expect(look(heartbeats, 100)).toEqual([])
})
