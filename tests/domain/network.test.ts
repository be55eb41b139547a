import { expect, test } from 'vitest'
import { networksOf } from '#domain/limits/network.ts'

test.each([
  ['192.0.2.7', '192.0.2.7', '192.0.2/24'],
  ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2/24'],
  ['2A02:2a57:0001:0002:3:4:5:6', '2a02:2a57:1:2', '2a02:2a57:1/48'],
  ['2a02::1', '2a02:0:0:0', '2a02:0:0/48'],
  ['::1', '0:0:0:0', '0:0:0/48'],
  ['fe80::1%eth0', 'fe80:0:0:0', 'fe80:0:0/48']
])('the networks of %s are %s and %s', (ip, own, wide) => {
  expect(networksOf(ip)).toEqual({ own, wide })
})

test('an unknown address has none, and a forged long one makes no long name', () => {
  expect(networksOf('')).toBeNull()
  expect(networksOf('x'.repeat(10_000))?.own.length).toBeLessThan(50)
})
