import { expect } from 'vitest'
import { isCodeType } from '#contract/codes.ts'
import type { RawReply } from './api.ts'

/** Values that break what takes them at their word. */
export const HOSTILE = [
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '\u0000',
  '\ud800',
  '../../etc/passwd',
  '{{7*7}}${7*7}',
  'x'.repeat(5000),
  '-1',
  '99999999999999999999',
  'NaN',
  '%',
  '_'
]

/** The same, and values of another type than the field's. */
export const STRANGE: readonly unknown[] = [...HOSTILE, -5, 1e20, 0.5, [], {}, null, true, ['x'], { x: 1 }]

/** A refusal in the envelope: a code of the list, a sentence, no stack; never 500. */
export const assertProper = ({ status, envelope }: RawReply, id: string): void => {
  expect(status, id).not.toBe(500)
  expect(Object.keys(envelope).sort(), id).toEqual(['code', 'data', 'messages', 'requestId'])
  if (envelope.code === 200) return
  const [message] = envelope.messages
  expect(message && isCodeType(message.type), `${id}: ${message?.type ?? ''}`).toBe(true)
  expect(message?.body.length, id).toBeGreaterThan(5)
  expect(JSON.stringify(envelope), id).not.toMatch(/\bat \w+ \(|node_modules|\.ts:\d|select |insert into/i)
}
