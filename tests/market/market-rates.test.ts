import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Engine } from '#server/db/engine.ts'
import { formatFault, MarketFaults } from '#server/market-import/faults.ts'
import { importMarket } from '#server/market-import/import-market.ts'
import { openEmptyDatabase } from '#tests/support/empty-database.ts'
import { goodMarket, removeMarkets, writeMarket } from '#tests/support/market-files.ts'

const SOURCE = 'source: { hy: Բանկ, en: A bank, ru: Банк }'

let engine: Engine
beforeAll(async () => {
  engine = await openEmptyDatabase()
}, 60_000)
afterAll(async () => {
  await engine.close()
  removeMarkets()
})

const take = (rates?: string) =>
  importMarket(engine, writeMarket({ ...goodMarket(), ...(rates === undefined ? {} : { 'rates.yaml': rates }) }))
const stored = async (): Promise<unknown> => {
  const result: unknown = await engine.db.execute(sql.raw('select code, amd, rated_on::text as day from currency_rates order by code'))
  return (result as { rows: unknown[] }).rows
}

it('rates come, change and go with their file', async () => {
  await take(`date: 2026-11-20\n${SOURCE}\nrates: { USD: 385, RUB: 4.75 }`)
  expect(await stored()).toEqual([
    { code: 'RUB', amd: 4.75, day: '2026-11-20' },
    { code: 'USD', amd: 385, day: '2026-11-20' }
  ])
  await take(`date: 2026-11-21\n${SOURCE}\nrates: { USD: 386.5 }`)
  expect(await stored()).toEqual([{ code: 'USD', amd: 386.5, day: '2026-11-21' }])
  await take()
  expect(await stored()).toEqual([])
})

it('a wrong rate is named with its line', async () => {
  const cause: unknown = await take(`date: 2026-02-30\n${SOURCE}\nrates:\n  USD: 0\n  GBP: 500`).catch((error: unknown) => error)
  expect(cause).toBeInstanceOf(MarketFaults)
  const faults = (cause as MarketFaults).faults.map(formatFault).join('\n')
  expect(faults).toMatch(/rates\.yaml:1.*2026-02-30/)
  expect(faults).toMatch(/rates\.yaml:4.*rates\.USD/)
  expect(faults).toMatch(/rates\.yaml:5.*rates\.GBP/)
})
