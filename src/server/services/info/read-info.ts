import type { Info } from '#contract/info/calls.ts'
import { CURRENCIES } from '#domain/enums.ts'
import type { Context } from '#server/context.ts'
import { anySimulated } from '#server/services/messages/simulated.ts'

/** Returns cities, fees and switches of this market (GET /info). Until rates are configured, only AMD has one. */
export const readInfo = async (ctx: Context): Promise<Info> => {
  const { cities } = await ctx.directory.read()
  const { config, locale } = ctx
  return {
    currency: 'AMD',
    currencies: CURRENCIES.map((code) => ({ code, rate: code === 'AMD' ? 1 : null })),
    cities: cities.map(({ key, name, lat, lng }) => ({ key, name: name[locale], lat, lng })),
    serviceFee: { percent: config.SERVICE_FEE_PERCENT, floor: config.SERVICE_FEE_FLOOR, cap: config.SERVICE_FEE_CAP },
    simulators: {
      messages: anySimulated(ctx),
      bank: Object.values(ctx.adapters.payments).some(({ provider }) => provider === 'simulator')
    },
    overload: {
      active: config.OVERLOAD_ACTIVE,
      hoursToWait: config.OVERLOAD_HOURS_TO_WAIT,
      overloadingStartTime: null,
      overloadingEndTime: null
    }
  }
}
