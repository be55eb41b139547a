import { expect, test } from 'vitest'
import { badgesOf } from '#components/suppliers/badges.ts'
import type { SupplierCard } from '#contract/catalogue/calls.ts'

const cards = (...all: [boolean, number][]): SupplierCard[] =>
  all.map(([isNew, maxDiscount], id) => ({ id, isNew, maxDiscount })) as SupplierCard[]

test('a discount is said where it tells suppliers apart, and of one alone', () => {
  expect(badgesOf(cards([false, 20])).discount).toBe(true)
  expect(badgesOf(cards([false, 20], [false, 0], [false, 20])).discount).toBe(true)
  expect(badgesOf(cards([false, 20], [false, 35])).discount).toBe(true)
  expect(badgesOf(cards([false, 20], [false, 20], [false, 20])).discount).toBe(false)
})

test('new is said where most are not', () => {
  expect(badgesOf(cards([true, 0], [false, 0], [false, 0], [false, 0])).isNew).toBe(true)
  expect(badgesOf(cards([true, 0], [true, 0], [true, 0], [false, 0])).isNew).toBe(false)
})
