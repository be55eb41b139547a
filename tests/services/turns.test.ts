import { expect, test, vi } from 'vitest'
import { isDatabaseAway } from '#server/db/server-away.ts'
import { createTurns } from '#server/db/turns.ts'

const LIMIT_MS = 8_000

test('work is done one by one, in the order it came, and a failure lets the next one begin', async () => {
  const inTurn = createTurns(LIMIT_MS)
  const done: string[] = []
  let atWork = 0
  const work = async (name: string): Promise<void> => {
    expect((atWork += 1)).toBe(1)
    await Promise.resolve()
    atWork -= 1
    if (name === 'b') throw new Error('b fails')
    done.push(name)
  }
  const all = await Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => inTurn(() => work(name))))
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(done).toEqual(['a', 'c', 'd'])
})

test('a queue of work leaves the event loop its turn between two pieces', async () => {
  const inTurn = createTurns(LIMIT_MS)
  const order: string[] = []
  const all = Promise.all(['a', 'b', 'c'].map((name) => inTurn(async () => void order.push(name))))
  const another = (): void => {
    order.push('loop')
    if (order.length < 5) setImmediate(another)
  }
  setImmediate(another)
  await all
  expect(order).toEqual(['a', 'loop', 'b', 'loop', 'c'])
})

test('who waits too long is refused as by a database that is away, and what waits behind goes on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const inTurn = createTurns(LIMIT_MS)
    let finish = (): void => undefined
    const long = inTurn(() => new Promise<void>((resolve) => (finish = resolve)))
    const refused = inTurn(() => Promise.resolve('never')).catch((cause: unknown) => cause)
    await vi.advanceTimersByTimeAsync(LIMIT_MS - 1)
    const later = inTurn(() => Promise.resolve('later'))
    await vi.advanceTimersByTimeAsync(1)
    expect(isDatabaseAway(await refused)).toBe(true)
    finish()
    await long
    expect(await later).toBe('later')
  } finally {
    vi.useRealTimers()
  }
})
