import { expect, test } from 'vitest'
import { clientAddress } from '#server/client-address.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:4711', '192.0.2.7'],
  ['6.6.6.6, 192.0.2.7', '192.0.2.7'],
  ['garbage,192.0.2.7', '192.0.2.7'],
  ['2A02:2A57:1::9', '2a02:2a57:1::9'],
  ['[2a02:2a57:1::9]:4711', '2a02:2a57:1::9'],
  ['[2a02:2a57:1::9]', '2a02:2a57:1::9'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:c000:0207', '192.0.2.7'],
  ['[::ffff:192.0.2.7]:4711', '192.0.2.7'],
  ['::1', '::1']
])('a trusted proxy that says %s means %s', (said, address) => {
  expect(clientAddress(said, '127.0.0.1', true)).toBe(address)
})

test.each([
  '',
  ',',
  '192.0.2.7,',
  '192.0.2.7, ',
  'x',
  'unknown',
  '192.0.2',
  '192.0.2.256',
  '1.2.3.4:port',
  '2a02:2a57:1:9',
  '[::1',
  '::1]:80',
  '1'.repeat(10_000)
])('what is no address is none: %j', (said) => {
  expect(clientAddress(said, '127.0.0.1', true)).toBeNull()
})

test('without a trusted proxy, or without its header, the connection decides', () => {
  expect(clientAddress('192.0.2.7', '::ffff:127.0.0.1', false)).toBe('127.0.0.1')
  expect(clientAddress('x', '198.51.100.4', false)).toBe('198.51.100.4')
  expect(clientAddress(undefined, '198.51.100.4', true)).toBe('198.51.100.4')
  expect(clientAddress(undefined, undefined, true)).toBe('')
})
