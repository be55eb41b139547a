import { expect, test } from 'vitest'
import * as auth from '#contract/auth/calls.ts'
import type { Context } from '#server/context.ts'
import { createLimiter } from '#server/routes/http/limits.ts'
import { createClock } from '#tests/support/clock.ts'

const guest = (anonymousId: string): Context => ({ actor: { kind: 'guest', anonymousId }, inside: false }) as Context
const tooMany = expect.objectContaining({ type: 'TOO_MANY_REQUESTS' }) as Error
const perMinute = auth.login.perMinute ?? 0

/** Calls until the first refusal; returns how many went through. */
const passed = (max: number, call: (i: number) => void): number => {
  for (let i = 0; i < max; i += 1) {
    try {
      call(i)
    } catch (cause) {
      expect(cause).toEqual(tooMany)
      return i
    }
  }
  return max
}

test('a /64 counts as one network, a /48 and a /24 as a larger one, and others go on', () => {
  const limit = createLimiter(createClock().now)
  expect(passed(1_000, (i) => limit(auth.login, guest(`one ${i}`), `2a02:2a57:1:2::${i.toString(16)}`))).toBe(perMinute * 10)
  limit(auth.login, guest('neighbour'), '2a02:2a57:1:3::1')
  expect(passed(2_000, (i) => limit(auth.login, guest(`two ${i}`), `2a02:2a57:2:${i.toString(16)}::1`))).toBe(perMinute * 40)
  expect(passed(2_000, (i) => limit(auth.login, guest(`four ${i}`), `192.0.2.${i % 256}`))).toBe(perMinute * 40)
  limit(auth.login, guest('elsewhere'), '192.0.3.1')
})

test('made-up callers without number do not make it forget a network that goes on', () => {
  const limit = createLimiter(createClock().now, undefined, 100)
  const flood = passed(1_000, (i) => {
    limit(auth.login, guest(`flood ${i}`), '192.0.2.1')
    for (let j = 0; j < 20; j += 1) limit(auth.sendCode, guest(`other ${i} ${j}`), `198.51.${i % 256}.${j}`)
  })
  expect(flood).toBe(perMinute * 10)
})
