import { atom } from 'nanostores'
import * as info from '#contract/info/calls.ts'
import type { Info } from '#contract/info/calls.ts'
import { CURRENCIES, type Currency } from '#domain/enums.ts'
import { environment } from './environment.ts'
import { failureOf, type Failure } from './errors.ts'
import { savedStore } from './saved.ts'
import { isExactly, isNullOr, isNumber, isShape, isText } from './shape.ts'

const isCode = (value: unknown): value is Currency => CURRENCIES.includes(value as Currency)
/** A currency that prices are also shown in, with its rate: drams for one unit on a day. */
const isShownCurrency = isShape({ version: isExactly(1), code: isCode, rate: isNumber, date: isText })

/** Chosen in this browser; null: drams only. The page script of currencies reads and renews it. */
const $currency = savedStore('root:currency', isNullOr(isShownCurrency), null)
export { $currency }

export type Rates = { state: 'loading' } | { state: 'failed'; failure: Failure } | { state: 'ready'; info: Info }
const $rates = atom<Rates>({ state: 'loading' })
export { $rates }

export const loadRates = async (): Promise<void> => {
  try {
    $rates.set({ state: 'ready', info: await environment().call(info.info) })
  } catch (cause) {
    $rates.set({ state: 'failed', failure: failureOf(cause) })
  }
}

/** Only a currency with a rate can be chosen; AMD removes the choice. */
export const chooseCurrency = (code: Currency): void => {
  const rates = $rates.get()
  if (rates.state !== 'ready') return
  const rate = rates.info.currencies.find((one) => one.code === code)?.rate ?? null
  const date = rates.info.rates?.date
  $currency.set(code === 'AMD' || rate === null || date === undefined ? null : { version: 1, code, rate, date })
}
