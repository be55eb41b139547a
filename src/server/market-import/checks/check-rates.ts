import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { isDate } from '#domain/time/yerevan-time.ts'
import type { FaultList } from '#server/market-import/faults.ts'
import { RATES_FILE } from '#server/market-import/folder.ts'
import { checkYaml, readYaml } from '#server/market-import/read-yaml.ts'
import { decimal, record, words } from './check-values.ts'

const DATE = 'a day such as 2026-11-20'
const rate = v.optional(decimal(0.0001, 1_000_000))

const Rates = record({
  date: v.pipe(v.string(DATE), v.check(isDate, DATE)),
  source: words(80),
  rates: record({ USD: rate, RUB: rate, EUR: rate })
})

/** Reads rates.yaml as rows; none without such a file. Faults are reported. */
export const readRatesFile = async (root: string, faults: FaultList) => {
  if (!existsSync(join(root, RATES_FILE))) return []
  const yaml = await readYaml(join(root, RATES_FILE), RATES_FILE, faults)
  const file = yaml && checkYaml(yaml, Rates)
  if (!file) return []
  return Object.entries(file.rates).flatMap(([code, amd]) =>
    amd === undefined ? [] : [{ code, amd, rated_on: file.date, source: file.source }]
  )
}
