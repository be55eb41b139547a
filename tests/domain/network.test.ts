import { expect, test } from 'vitest'
import { networksOf, ownNetwork } from '#domain/limits/network.ts'

test.each([
  ['192.0.2.7', ['192.0.2.7 address', '192.0.2/24 street']],
  ['::ffff:192.0.2.7', ['192.0.2.7 address', '192.0.2/24 street']],
  ['2A02:2a57:0001:0002:3:4:5:6', ['2a02:2a57:1:2 customer', '2a02:2a57:1/48 site', '2a02:2a57/32 operator']],
  ['2a02::1', ['2a02:0:0:0 customer', '2a02:0:0/48 site', '2a02:0/32 operator']],
  ['::1', ['0:0:0:0 customer', '0:0:0/48 site', '0:0/32 operator']],
  ['fe80::1%eth0', ['fe80:0:0:0 customer', 'fe80:0:0/48 site', 'fe80:0/32 operator']],
  ['', []]
])('the networks of %j are %j', (ip, networks) => {
  expect(networksOf(ip).map(({ name, size }) => `${name} ${size}`)).toEqual(networks)
})

test('the own network is the smallest', () => {
  expect([ownNetwork('192.0.2.7'), ownNetwork('2a02:2a57:1:2::9'), ownNetwork('')]).toEqual(['192.0.2.7', '2a02:2a57:1:2', ''])
})
