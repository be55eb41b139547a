import { WEIGHED_UNIT, type UnitId } from '#domain/enums.ts'
import type { Locale } from '#domain/locale.ts'
import type { Tier } from '#domain/prices/tiers.ts'
import { formatQuantity } from '#domain/time/date-format.ts'
import type { Variables } from './keys.ts'

/** Variables of `basket:tier` and `product:tier`. */
export const tierVariables = ({ from, discount }: Tier, unitId: UnitId, locale: Locale): Variables => ({
  from: formatQuantity(unitId === WEIGHED_UNIT ? from * 100 : from, unitId, locale),
  percent: discount
})
