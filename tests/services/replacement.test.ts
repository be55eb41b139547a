import { describe, expect, test } from 'vitest'
import { createReplacement, pauseAfter } from '#server/process/workers/replacement.ts'

const HOUR = 3_600_000

describe('the place of a worker that died', () => {
  test('is taken at once, and later and later when the next ones die at once', () => {
    expect([1, 2, 3, 4, 5].map(pauseAfter)).toEqual([0, 250, 500, 1_000, 2_000])
    expect(pauseAfter(1_000)).toBe(30_000)
  })

  test('is taken at once again after one that lived', () => {
    let now = 0
    const places = createReplacement(() => now)
    places.opened()
    const lives = (ms: number): number | string => {
      places.forked(1)
      now += ms
      return places.died(1, null)
    }
    expect([10, 10, 10, HOUR, 10, 10].map(lives)).toEqual([0, 250, 500, 0, 0, 250])
  })

  test('is given up when nobody ever came up', () => {
    const places = createReplacement(() => 0)
    const dies = (code: number | null) => {
      places.forked(1)
      return places.died(1, code)
    }
    expect([dies(1), dies(null), dies(1)]).toEqual([0, 250, 'hopeless'])
  })

  test('is given up at once when a first worker says in words why it cannot start, never later', () => {
    const places = createReplacement(() => 0)
    places.forked(1)
    expect(places.died(1, 2)).toBe('refused')
    places.opened()
    places.forked(2)
    expect(places.died(2, 2)).toBe(250)
  })
})
