import { beforeEach, describe, expect, test } from 'vitest'
import { beginAttempt, endAttempt, isAnswered, pendingAttempt } from '#stores/checkout/attempt.ts'
import { useTabStorage } from '#stores/tab-storage.ts'

let kept: Map<string, string>
let keys = 0
const newKey = (): string => `a-key-of-its-own-${++keys}`

beforeEach(() => {
  kept = new Map()
  useTabStorage({
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name)
  })
})

describe('a try at an order', () => {
  test('keeps its key until it is answered, over a reload too', () => {
    const first = beginAttempt('checkout', { price: 7450 }, newKey)
    expect(beginAttempt('checkout', { price: 7450 }, newKey).key).toBe(first.key)
    expect(pendingAttempt('checkout')).toEqual(first)
    endAttempt('checkout')
    expect(pendingAttempt('checkout')).toBeNull()
    expect(beginAttempt('checkout', { price: 7450 }, newKey).key).not.toBe(first.key)
  })

  test('gets another key with other content', () => {
    const first = beginAttempt('checkout', { price: 7450 }, newKey)
    expect(beginAttempt('checkout', { price: 7500 }, newKey).key).not.toBe(first.key)
  })

  test('of one purpose knows nothing of another', () => {
    const order = beginAttempt('checkout', { price: 1 }, newKey)
    expect(beginAttempt('pay:100001', { price: 1 }, newKey).key).not.toBe(order.key)
    endAttempt('pay:100001')
    expect(pendingAttempt('checkout')).toEqual(order)
  })

  test.each(['not json', '{"version":2}', '{"version":1,"key":"short","content":"{}"}', 'null', '[]'])('reads "%s" as nothing', (text) => {
    kept.set('root:attempt:checkout', text)
    expect(pendingAttempt('checkout')).toBeNull()
  })

  test('works where the browser keeps nothing', () => {
    const refuse = (): never => {
      throw new Error('storage is full')
    }
    useTabStorage({ getItem: refuse, setItem: refuse, removeItem: refuse })
    expect(beginAttempt('checkout', { price: 1 }, newKey).key).toContain('a-key')
    expect(() => endAttempt('checkout')).not.toThrow()
  })
})

test('only an answer frees the key', () => {
  expect(['NETWORK', 'INTERNAL', 'TIMEOUT', 'ORDER_BEING_PROCESSED', 'TOO_MANY_REQUESTS'].filter(isAnswered)).toEqual([])
  expect(['CHECKOUT_OUTDATED', 'OUT_OF_STOCK', 'SUPPLIER_CLOSED', 'IDEMPOTENCY_KEY_REUSED'].every(isAnswered)).toBe(true)
})
