import { expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as search from '#contract/search/calls.ts'
import type { Context } from '#server/context.ts'
import { createLimiter, type Window } from '#server/routes/http/limits.ts'
import { createClock } from '#tests/support/clock.ts'

const guest = (anonymousId: string): Context => ({ actor: { kind: 'guest', anonymousId }, inside: false }) as Context
const tooMany = expect.objectContaining({ type: 'TOO_MANY_REQUESTS' }) as Error
const perMinute = auth.login.perMinute ?? 0

/** Calls until the first that is refused or asked for a puzzle; returns how many went through. */
const passed = (max: number, call: (i: number) => boolean): number => {
  for (let i = 0; i < max; i += 1) {
    try {
      if (!call(i)) return i
    } catch (cause) {
      expect(cause).toEqual(tooMany)
      return i
    }
  }
  return max
}

test('a /64 counts as one network, a /24, a /48 and a /32 as larger ones, and others go on', () => {
  const limit = createLimiter(createClock().now)
  expect(passed(1_000, (i) => limit(auth.login, guest(`one ${i}`), `2a02:2a57:1:2::${i.toString(16)}`))).toBe(perMinute * 10)
  limit(auth.login, guest('neighbour'), '2a02:2a57:1:3::1')
  expect(passed(2_000, (i) => limit(auth.login, guest(`two ${i}`), `2a02:2a57:2:${i.toString(16)}::1`))).toBe(perMinute * 40)
  expect(passed(2_000, (i) => limit(auth.login, guest(`four ${i}`), `192.0.2.${i % 256}`))).toBe(perMinute * 40)
  limit(auth.login, guest('elsewhere'), '192.0.3.1')
  const everywhere = (i: number): string => `2a03:1:${(i % 500).toString(16)}:${i.toString(16)}::1`
  expect(passed(20_000, (i) => limit(auth.login, guest(`five ${i}`), everywhere(i)))).toBe(perMinute * 400)
  limit(auth.login, guest('elsewhere'), '2a03:2::1')
})

test('made-up callers without number do not make it forget a network that goes on', () => {
  const limit = createLimiter(createClock().now, undefined, 100)
  const flood = passed(1_000, (i) => {
    const isBelow = limit(auth.login, guest(`flood ${i}`), '192.0.2.1')
    for (let j = 0; j < 20; j += 1) limit(auth.sendCode, guest(`other ${i} ${j}`), `198.51.${i % 256}.${j}`)
    return isBelow
  })
  expect(flood).toBe(perMinute * 10)
})

test('a network that neighbours filled asks for a puzzle; who solved one has only their own limit', () => {
  const limit = createLimiter(createClock().now)
  const flood = (endpoint: Endpoint) => passed(5_000, (i) => limit(endpoint, guest(`flood ${i}`), '192.0.2.1'))
  for (const endpoint of [auth.sendCode, auth.login, auth.refresh, search.search]) {
    flood(endpoint)
    expect(limit(endpoint, guest('neighbour'), '192.0.2.1', false)).toBe(false)
    expect(passed(1_000, () => limit(endpoint, guest('neighbour'), '192.0.2.1', true))).toBe(endpoint.perMinute)
  }
  // Where no puzzle can be asked for: banks, streams.
  expect(() => limit(auth.refresh, guest('another'), '192.0.2.1')).toThrow(tooMany)
})

test('what networks share has a number of its own for each of their sizes, whoever calls', () => {
  const limit = createLimiter(createClock().now)
  const baskets = { name: 'new baskets', perMinute: { address: 150, street: 200, customer: 60, site: 80, operator: 100 } }
  const made = (addressOf: (i: number) => string): number =>
    passed(1_000, (i) => limit.networks(baskets, guest(`guest ${i}`), addressOf(i)))
  expect(made(() => '2a02:1:1:1::1')).toBe(60)
  expect(made((i) => `2a02:1:1:${(i + 2).toString(16)}::1`)).toBe(20)
  expect(made((i) => `2a02:1:${(i + 2).toString(16)}::1`)).toBe(20)
  expect(made(() => '2a02:1:ffff::1')).toBe(0)
  expect(made((i) => `192.0.2.${i % 256}`)).toBe(200)
  expect(made(() => '203.0.113.7')).toBe(150)
})

test('windows that are over begin anew and give their memory back', () => {
  const clock = createClock()
  const windows = new Map<string, Window>()
  const limit = createLimiter(clock.now, undefined, undefined, windows)
  const from = (i: number): string => `198.51.${i % 250}.${i % 100}`
  for (let i = 0; i < 5_000; i += 1) limit(auth.login, guest(`flood ${i}`), from(i))
  expect(passed(1_000, () => limit(auth.login, guest('somebody'), '192.0.2.1'))).toBe(perMinute)
  expect(windows.size).toBeGreaterThan(5_000)
  clock.advance(60_000)
  expect(passed(1_000, () => limit(auth.login, guest('somebody'), '192.0.2.1'))).toBe(perMinute)
  // Nobody but one caller a minute: each call frees a few.
  for (let i = 0; i < 3_000; i += 1) {
    clock.advance(60_000)
    limit(auth.login, guest('somebody'), '')
  }
  expect(windows.size).toBeLessThan(10)
})

test('a minute ends also when the clock is set back by a year', () => {
  const clock = createClock()
  const limit = createLimiter(clock.now)
  expect(passed(1_000, () => limit(auth.login, guest('somebody'), '192.0.2.1'))).toBe(perMinute)
  clock.advance(-365 * 86_400_000)
  expect(passed(1_000, () => limit(auth.login, guest('somebody'), '192.0.2.1'))).toBe(perMinute)
})
