import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '#server/db/engine.ts'
import { rowsOf } from '#server/db/rows.ts'
import { formatFault, MarketFaults } from '#server/market-import/faults.ts'
import { importMarket } from '#server/market-import/import-market.ts'
import { openEmptyDatabase } from '#tests/support/empty-database.ts'
import { edit, goodMarket, removeMarkets, writeMarket, type MarketFiles } from '#tests/support/market-files.ts'

const CSV = 'suppliers/first/products.csv'
const SUPPLIER = 'suppliers/first/supplier.yaml'
let engine: Engine
beforeAll(async () => {
  engine = await openEmptyDatabase()
})
afterAll(async () => {
  await engine.close()
  removeMarkets()
})

const edited = (files: MarketFiles, name: string, ...changes: [string, string][]): MarketFiles =>
  changes.reduce((all, [from, to]) => edit(all, name, from, to), files)

/** A market whose first supplier sells tickets, the first of them for `admission`. */
const ticketMarket = (admission: string): MarketFiles => {
  const files = edited(
    edit(goodMarket(), 'market.yaml', 'key: pizza, kind: restaurant', 'key: pizza, kind: giftCard'),
    SUPPLIER,
    ['kind: restaurant', 'kind: giftCard'],
    ['minimum: 2000', 'minimum: 0'],
    ['packing: 100', 'packing: 0\ntickets: { days: 90 }'],
    ['      - { upToKm: 2, price: 400, minutes: 15, freeFrom: 8000 }\n      - { upToKm: 6, price: 700.5, minutes: 30 }\n', ''],
    ['    zones:\n', '    zones: []\n']
  )
  const [header, first = '', ...lines] = String(files[CSV]).trim().split('\n')
  return { ...files, [CSV]: `${[`${header},admission`, `${first},${admission}`, ...lines.map((line) => `${line},`)].join('\n')}\n` }
}

const stored = async (files: MarketFiles) => {
  await importMarket(engine, writeMarket(files))
  return rowsOf<{ code: string; admissions: object | null; at: number | null }>(
    engine.db,
    sql`select p.code, s.admissions, extract(epoch from p.admission_at)::float8 * 1000 as at from products p join suppliers s on s.id = p.supplier_id
      where p.supplier_id = 101 order by p.code`
  )
}

test('tickets are taken in with their time in Yerevan; one without is for any day; a moved one moves', async () => {
  const admissions = { days: 90 }
  const others = ['A-2', 'A-3'].map((code) => ({ code, admissions, at: null }))
  const at = (time: string): number => Date.parse(`2026-12-27T${time}:00+04:00`)
  expect(await stored(ticketMarket('2026-12-27 19:00'))).toEqual([{ code: 'A-1', admissions, at: at('19:00') }, ...others])
  expect(await stored(ticketMarket('2026-12-27 20:30'))).toEqual([{ code: 'A-1', admissions, at: at('20:30') }, ...others])
  expect((await stored(goodMarket())).map(({ admissions: rules, at: time }) => [rules, time])).toEqual([
    [null, null],
    [null, null],
    [null, null]
  ])
})

const faultsOf = async (files: MarketFiles): Promise<string[]> => {
  const outcome = await importMarket(engine, writeMarket(files)).catch((cause: unknown) => cause)
  if (!(outcome instanceof MarketFaults)) throw new Error('the market was taken in')
  return outcome.faults.map(formatFault)
}
const good = ticketMarket('')

test.each([
  ['a day that is none', ticketMarket('2026-02-30 19:00'), `${CSV}:2: admission: is "2026-02-30 19:00", expected a day and a time`],
  ['a time that is none', ticketMarket('2026-12-27 25:00'), `${CSV}:2: admission: `],
  ['a day without a time', ticketMarket('2026-12-27'), `${CSV}:2: admission: `],
  ['other goods with a time', edit(ticketMarket('2026-12-27 19:00'), SUPPLIER, 'tickets: { days: 90 }\n', ''), `${CSV}:2: admission: `],
  ['another kind', edit(goodMarket(), SUPPLIER, 'packing: 100', 'packing: 0\ntickets: { days: 90 }'), `${SUPPLIER}:`],
  ['no days', edit(good, SUPPLIER, 'days: 90', 'days: 0'), `${SUPPLIER}:13: tickets.days: `],
  ['a minimum', edit(good, SUPPLIER, 'minimum: 0', 'minimum: 500'), `${SUPPLIER}:11: minimum: is above 0, but tickets have no minimum`],
  ['packing', edit(good, SUPPLIER, 'packing: 0', 'packing: 100'), `${SUPPLIER}:12: packing: is above 0, but tickets are not packed`],
  [
    'zones',
    edit(good, SUPPLIER, 'zones: []', 'zones: [{ upToKm: 2, price: 400, minutes: 15 }]'),
    `${SUPPLIER}:32: branches[0].zones: has zones, but nobody brings tickets`
  ],
  ['pickup', edit(good, SUPPLIER, 'zones: []', 'zones: []\n    pickup: true'), `${SUPPLIER}:33: branches[0].pickup: `]
])('tickets with %s are refused', async (_name, files, start) => {
  expect((await faultsOf(files))[0]).toEqual(expect.stringContaining(start))
})
