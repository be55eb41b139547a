import { expect, test } from 'vitest'
import { createRenderQueue } from '#server/front/renders.ts'

/** In which order so many begin that all come while one is at work. */
const orderOf = async (many: number): Promise<number[]> => {
  const inTurn = createRenderQueue(1)
  const began: number[] = []
  let end: () => void = () => undefined
  const first = inTurn(() => new Promise<void>((done) => (end = done)))
  const others = Array.from({ length: many }, (_, index) => inTurn(async () => void began.push(index)))
  end()
  await Promise.all([first, ...others])
  return began
}

test('pages are made in the order they are asked for', async () => {
  expect(await orderOf(5)).toEqual([0, 1, 2, 3, 4])
})

test('in a flood the last to come is first, and everybody comes', async () => {
  const order = await orderOf(500)
  expect(order[0]).toBe(499)
  expect(order).toHaveLength(500)
})

test('what takes too long has failed, and the next begins', async () => {
  const inTurn = createRenderQueue(1, 10)
  const never = inTurn(() => new Promise<string>(() => undefined))
  await expect(never).rejects.toThrow('not rendered within 10 ms')
  expect(await inTurn(() => Promise.resolve('next'))).toBe('next')
})
