import * as v from 'valibot'
import { expect, test } from 'vitest'
import { within } from '#server/adapters/sign-in/ask.ts'
import { asLogged, describeCause } from '#server/process/describe-cause.ts'

test.each([
  '+37494555123',
  '+374 94 55-51-23',
  '37494555123',
  '094555123',
  '094 55 51 23',
  '%2B37494555123',
  '0037494555123',
  '+1 (202) 555-0143'
])('%s is a phone', (phone) => expect(asLogged(`sent to ${phone}, and again`)).toBe('sent to <phone>, and again'))

test.each(['anna@mail.am', 'anna.secret%40mail.am', 'անի@փոստ.հայ', "o'neil+shop@sub.mail.am"])('%s is an address', (address) =>
  expect(asLogged(`contact=${address}&pin=1`)).toBe('contact=<address>&pin=1')
)

test('times, numbers of orders and ids are no phones', () => {
  const text = 'order 100234567, payment 12345678, 2026-11-25T04:35:45.123Z, 0.5 s, 746f1a84-08cb-460e-aece-90b177234ac3'
  expect(asLogged(text)).toBe(text)
})

test('a long text is searched in linear time', () => {
  const started = performance.now()
  for (const part of ['a', '.', '0', '+', '0 ', 'a@', 'a.']) asLogged(`a@${part.repeat(200_000)}!`)
  // Twenty times what it takes; a square of it takes minutes.
  expect(performance.now() - started).toBeLessThan(15_000)
})

test('what could not be read is not quoted', async () => {
  const parse = () => JSON.parse('"Zzname" 739154') as unknown
  const failures = [parse, () => v.parse(v.number(), 'Zzname')].map((read) => {
    try {
      return String(read())
    } catch (cause) {
      return describeCause(cause).split('\n')[0]
    }
  })
  expect(failures).toEqual(['SyntaxError: not valid JSON', 'ValiError: Invalid type: Expected number'])
  await expect(within('userinfo', 1_000, Promise.resolve().then(parse))).rejects.toThrow(/^userinfo: not valid JSON$/)
})
