import { expect, test } from 'vitest'
import { growthPerHour, mean, type Point } from './trend.ts'

const line = (start: number, perHour: number, noise: (index: number) => number = () => 0): Point[] =>
  Array.from({ length: 100 }, (_, index) => ({ at: index * 30, value: start + (perHour * index * 30) / 3_600 + noise(index) }))

test('the slope of a line is its growth by the hour', () => {
  expect(growthPerHour(line(200, 60))).toBeCloseTo(60)
  expect(growthPerHour(line(200, -12))).toBeCloseTo(-12)
  expect(growthPerHour(line(200, 0))).toBe(0)
})

test('what goes up and down is flat, a leak below it is not', () => {
  const sawtooth = (index: number): number => (index % 5) * 10
  expect(Math.abs(growthPerHour(line(200, 0, sawtooth)))).toBeLessThan(4)
  expect(Math.abs(growthPerHour(line(200, 40, sawtooth)) - 40)).toBeLessThan(4)
})

test('a single point has no slope', () => {
  expect(growthPerHour([{ at: 5, value: 7 }])).toBe(0)
  expect(
    mean([
      { at: 0, value: 4 },
      { at: 1, value: 8 }
    ])
  ).toBe(6)
})
