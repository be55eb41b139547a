import { expect, test } from 'vitest'
import { createBoundedQueue } from '#server/services/auth/passwords/bounded-queue.ts'

/** Work that ends when told. */
const held = () => {
  const { promise, resolve } = Promise.withResolvers<number>()
  return { work: () => promise, end: resolve }
}

test('runs so much at once, lets so much wait in line, and turns the rest away', async () => {
  const turns = createBoundedQueue(2, 2)
  const works = Array.from({ length: 4 }, held)
  const begun: number[] = []
  const results = works.map(({ work }, index) =>
    turns.take(() => {
      begun.push(index)
      return work()
    })
  )
  expect(turns.take(() => Promise.resolve(0))).toBeNull()
  await Promise.resolve()
  expect(begun).toEqual([0, 1])
  works[1]?.end(1)
  expect(await results[1]).toBe(1)
  await new Promise(setImmediate)
  expect(begun).toEqual([0, 1, 2])
  works.forEach(({ end }, index) => end(index))
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3])
  expect(await turns.take(() => Promise.resolve(5))).toBe(5)
})

test('a failure gives its place on', async () => {
  const turns = createBoundedQueue(1, 1)
  const bad = turns.take(() => Promise.reject(new Error('no')))
  const good = turns.take(() => Promise.resolve(1))
  await expect(bad).rejects.toThrow('no')
  expect(await good).toBe(1)
})
