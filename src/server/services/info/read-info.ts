import type { Info } from '#contract/info/calls.ts'
import { CURRENCIES } from '#domain/enums.ts'
import type { Context } from '#server/context.ts'
import { marketOverload } from '#server/services/catalogue/overload.ts'
import { anySimulated } from '#server/services/messages/simulated.ts'

/** Returns cities, fees and switches of this market (GET /info). Without rates.yaml only AMD has a rate. */
export const readInfo = async (ctx: Context): Promise<Info> => {
  const { cities, currencyRates } = await ctx.directory.read()
  const { config, locale } = ctx
  const rateOf = new Map(currencyRates.map(({ code, amd }) => [code, amd]))
  const [rated] = currencyRates
  return {
    currency: 'AMD',
    currencies: CURRENCIES.map((code) => ({ code, rate: code === 'AMD' ? 1 : (rateOf.get(code) ?? null) })),
    rates: rated ? { date: rated.ratedOn, source: rated.source[locale] } : null,
    cities: cities.map(({ key, name, lat, lng }) => ({ key, name: name[locale], lat, lng })),
    serviceFee: { percent: config.SERVICE_FEE_PERCENT, floor: config.SERVICE_FEE_FLOOR, cap: config.SERVICE_FEE_CAP },
    simulators: {
      messages: anySimulated(ctx),
      bank: ctx.adapters.payments.card.simulated
    },
    overload: marketOverload(ctx)
  }
}
