import { DrizzleQueryError } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError } from '#client/call.ts'
import type { Kernel } from '#server/kernel.ts'
import { createLane } from '#server/jobs/start.ts'
import { createLog, withoutRepeats } from '#server/process/log.ts'
import { codeOf, fail } from '#server/services/core/fail.ts'
import { startFront, type FrontServer } from '#tests/support/front-server.ts'

const refused = (): Error => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
const away = (): Error => new DrizzleQueryError('select 1', [], refused())

let front: FrontServer
let fault: Error | null = null
beforeAll(async () => {
  front = await startFront(
    {},
    {
      render: (url) => {
        if (fault && !url.endsWith('/500')) return Promise.reject(fault)
        return Promise.resolve({ status: url.endsWith('/500') ? 500 : 200, headers: {}, body: () => Buffer.from(`<p>page ${url}</p>`) })
      }
    }
  )
})
afterAll(() => front.close())

test('only the errors of the database are answered as a database that is away', () => {
  expect(codeOf(away())).toBe('DATABASE_AWAY')
  expect(codeOf(new TypeError('fetch failed', { cause: refused() }))).toBe('INTERNAL')
  expect(codeOf(new DrizzleQueryError('select x', [], Object.assign(new Error('no column x'), { code: '42703', severity: 'ERROR' })))).toBe(
    'INTERNAL'
  )
  expect(codeOf(fail('BASKET_EMPTY'))).toBe('BASKET_EMPTY')
  expect(codeOf(new AggregateError([away(), new Error('the receipt', { cause: away() })], '2 of 2 failed'))).toBe('DATABASE_AWAY')
  expect(codeOf(new AggregateError([away(), refused()], '2 of 2 failed'))).toBe('INTERNAL')
})

test('a cached page goes on while the database is away, another is 503 with Retry-After, and any other failure stays 500', async () => {
  expect((await front.ask('/en/restaurants')).status).toBe(200)
  fault = new ApiError('DATABASE_AWAY', 503, 'The shop cannot reach its data just now.')
  front.clock.at += 5 * 60_000
  const cached = await front.ask('/en/restaurants')
  expect([cached.status, cached.body.toString()]).toEqual([200, '<p>page /en/restaurants</p>'])
  const unknown = await front.ask('/en/search?term=tolma')
  expect([unknown.status, unknown.headers['retry-after'], unknown.headers['cache-control']]).toEqual([503, '3', 'no-store'])
  expect(unknown.body.toString()).toContain('page /en/500')
  expect((await front.ask('/en/brands', {}, 'HEAD')).status).toBe(503)
  fault = new Error('a fault of our own')
  const broken = await front.ask('/en/restaurants/broken-one')
  expect([broken.status, broken.body.toString()]).toEqual([500, '<p>page /en/500</p>'])
  fault = null
})

test('while the database is away one line without a stack stands for ten seconds of failures', () => {
  const lines: string[] = []
  let now = 0
  const log = withoutRepeats(
    (level, text, cause) => void lines.push(`${level} ${text}${cause ? ' with its stack' : ''}`),
    () => now
  )
  for (let count = 0; count < 100; count += 1) log('error', `GET /api/baskets ${count}`, away())
  log('error', 'page /en', new ApiError('DATABASE_AWAY', 503, 'away'))
  log('error', 'job relay events', new Error('another fault'))
  now = 10_000
  log('error', 'job autopilot', away())
  expect(lines).toEqual([
    'error the database is away (ECONNREFUSED connect ECONNREFUSED): GET /api/baskets 0',
    'error job relay events with its stack',
    'error the database is away (ECONNREFUSED connect ECONNREFUSED): job autopilot; 100 such lines before were left out'
  ])
})

const several = (...errors: Error[]): Error => new AggregateError(errors, `${errors.length} of 9 failed`)

test.each([
  ['several of a job', several(away(), away(), away())],
  ['one around several', new Error('a round', { cause: several(away(), away()) })],
  ['several around others', several(new Error('order 1', { cause: away() }), fail('DATABASE_AWAY'), several(away()))],
  ['one around a refusal', new Error('a page', { cause: new ApiError('DATABASE_AWAY', 503, 'away') })],
  ['several addresses that were tried', new DrizzleQueryError('select 1', [], several(refused(), refused()))]
])('an outage is one short line, whatever error stands for it: %s', async (_what, cause) => {
  const lines: string[] = []
  const log = withoutRepeats(createLog({ LOG: 'info' }, (text) => void lines.push(text)))
  const kernel = { log, now: () => 0, engine: { reader: {}, disk: { report: () => undefined } } } as unknown as Kernel
  for (const name of ['receipts', 'refunds']) await createLane(kernel, [{ name, everyMs: 1, run: () => Promise.reject(cause) }]).runDue()
  expect(lines).toEqual([expect.stringMatching(/^\S+ error the database is away \(.*\): job receipts\n$/)])
})

test('several errors of which one is another keep their stacks, and the first three are named', () => {
  const lines: string[] = []
  const log = withoutRepeats(createLog({ LOG: 'info' }, (text) => void lines.push(text)))
  log('error', 'job refunds', several(away(), new TypeError('a fault of our own'), refused(), away(), away()))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/ error job refunds\nAggregateError: 5 of 9 failed\n {4}at /)
  expect(lines[0]).toMatch(/\ncaused by TypeError: a fault of our own\n {4}at /)
  expect(lines[0]?.match(/\ncaused by .*/g)?.at(-1)).toBe('\ncaused by 2 more')
})
