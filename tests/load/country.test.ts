import { expect, test } from 'vitest'
import { OPERATIONS, simulateCountry, type Costs, type Country } from './country.ts'
import { createRandom, zipf } from './random.ts'

const cost = { serverMs: 1, databaseMs: 2, walBytes: 100 }
const COSTS = Object.fromEntries(OPERATIONS.map((kind) => [kind, cost])) as Costs
const SMALL: Country = { cities: 4, ordersPerHour: 2_000, suppliers: 40, busy: 0.5, seed: 1 }

test('the same seed is the same rush', () => {
  expect(simulateCountry(COSTS, SMALL)).toEqual(simulateCountry(COSTS, SMALL))
})

test('as many orders as were asked for, and every one is in a second', () => {
  const { orders, peak, hottestCity, hottestSupplier } = simulateCountry(COSTS, SMALL)
  const expected = (4 * 2_000 * 1.4) / 4
  expect(orders).toBeGreaterThan(expected * 0.9)
  expect(orders).toBeLessThan(expected * 1.1)
  expect(peak.checkout).toBeGreaterThanOrEqual(orders / 900)
  expect(hottestSupplier).toBeLessThanOrEqual(hottestCity)
})

test('cores follow the costs, and the share of a core that may be busy', () => {
  const base = simulateCountry(COSTS, SMALL)
  expect(base.databaseCores).toBeCloseTo(base.serverCores * 2)
  expect(simulateCountry(COSTS, { ...SMALL, busy: 0.25 }).serverCores).toBeCloseTo(base.serverCores * 2)
})

test('more demand on the same pages: the CDN answers a larger share', () => {
  const quiet = simulateCountry(COSTS, SMALL)
  const busy = simulateCountry(COSTS, { ...SMALL, ordersPerHour: 20_000 })
  expect(busy.cdnShare).toBeGreaterThan(quiet.cdnShare)
  expect(quiet.cdnShare).toBeGreaterThan(0)
  expect(busy.cdnShare).toBeLessThan(1)
})

test('the k-th is asked for 1/k as often as the first', () => {
  const draw = zipf(100, createRandom(3))
  const counts = new Map<number, number>()
  for (let turn = 0; turn < 200_000; turn += 1) {
    const rank = draw()
    counts.set(rank, (counts.get(rank) ?? 0) + 1)
  }
  const of = (rank: number): number => counts.get(rank) ?? 0
  expect(of(0) / of(1)).toBeCloseTo(2, 0)
  expect(of(0) / of(9)).toBeGreaterThan(8)
  expect(Math.max(...counts.keys())).toBeLessThanOrEqual(99)
})
