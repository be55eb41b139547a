import type { Locale, Words } from '#domain/locale.ts'
import { UNIT, WEIGHED_UNIT, type UnitId } from '#domain/enums.ts'
import { formatNumber } from '#domain/money.ts'

/** Display of measures and quantities. Own tables, because Intl in browsers has no Armenian units. Units follow a no-break space. */
const NBSP = '\u00a0'

const HOURS_FROM_MINUTES = 180

const MEASURES = {
  minute: { hy: 'րոպե', en: 'min', ru: 'мин' },
  hour: { hy: 'ժամ', en: 'h', ru: 'ч' },
  km: { hy: 'կմ', en: 'km', ru: 'км' },
  meter: { hy: 'մ', en: 'm', ru: 'м' }
} as const satisfies Record<string, Words>

const KILOGRAM: Words = { hy: 'կգ', en: 'kg', ru: 'кг' }
const UNIT_NAMES: Record<UnitId, Words> = {
  [UNIT.piece]: { hy: 'հատ', en: 'pc', ru: 'шт.' },
  [UNIT.gram]: KILOGRAM,
  [UNIT.kg]: KILOGRAM,
  [UNIT.liter]: { hy: 'լ', en: 'l', ru: 'л' },
  [UNIT.ml]: { hy: 'մլ', en: 'ml', ru: 'мл' },
  [UNIT.package]: { hy: 'տուփ', en: 'pack', ru: 'уп.' },
  [UNIT.cm]: { hy: 'սմ', en: 'cm', ru: 'см' },
  [UNIT.meter]: MEASURES.meter
}

/** "25–35 min", "25 min"; from three hours on in whole hours that enclose the window. */
export const formatMinutes = (from: number, to: number, locale: Locale): string => {
  const hours = from >= HOURS_FROM_MINUTES
  const first = hours ? Math.floor(from / 60) : from
  const last = hours ? Math.ceil(to / 60) : to
  const unit = MEASURES[hours ? 'hour' : 'minute'][locale]
  return `${first === last ? first : `${first}–${last}`}${NBSP}${unit}`
}

/** Without trailing zeros: 1.50 is "1.5", 2.00 is "2". */
const withoutTrailingZeros = (value: number, decimals: number, locale: Locale): string => {
  const text = formatNumber(value, decimals, locale)
  return decimals === 0 ? text : text.replace(/[.,]?0+$/, '')
}

/** "350 m" below a kilometre, then "2.4 km", from ten on "12 km". */
export const formatDistance = (km: number, locale: Locale): string => {
  const meters = Math.round(km * 100) * 10
  if (meters < 1000) return `${formatNumber(meters, 0, locale)}${NBSP}${MEASURES.meter[locale]}`
  return `${withoutTrailingZeros(km, km < 10 ? 1 : 0, locale)}${NBSP}${MEASURES.km[locale]}`
}

/** "27/12/2026, 12:00" of a time as the API writes it, "2026-12-27T12:00:00+04:00". */
export const formatMoment = (iso: string): string => `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)}, ${iso.slice(11, 16)}`

/** The unit of a price; weighed products are priced per kilogram. */
export const unitName = (unitId: UnitId, locale: Locale): string => UNIT_NAMES[unitId][locale]

/** "0.35 kg" for weighed products (hundredths of a kilogram), "3" for others. */
export const formatQuantity = (quantity: number, unitId: UnitId, locale: Locale): string =>
  unitId === WEIGHED_UNIT
    ? `${withoutTrailingZeros(quantity / 100, 2, locale)}${NBSP}${KILOGRAM[locale]}`
    : formatNumber(quantity, 0, locale)
