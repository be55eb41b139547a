import { date, doublePrecision, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Words } from '#domain/locale.ts'
import type { Currency } from '#domain/enums.ts'

/** Drams for one unit of a currency, from rates.yaml of the market; for display only. */
export const currencyRates = pgTable('currency_rates', {
  code: text().$type<Currency>().primaryKey(),
  amd: doublePrecision().notNull(),
  ratedOn: date().notNull(),
  source: jsonb().$type<Words>().notNull()
})
