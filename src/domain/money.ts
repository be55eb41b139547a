import type { Locale } from './locale.ts'
import type { Currency } from './enums.ts'

/**
 * Internally, money is a whole number of hundredths of a dram; the wire carries AMD (spec section 1, "Currency").
 * All rounding happens in this file.
 */
export type Amount = number

/** Returns an amount for storage: whole hundredths within the safe range. Throws RangeError. */
export const checkedAmount = (amount: number): Amount => {
  if (Number.isSafeInteger(amount)) return amount
  throw new RangeError(`${amount} is no exact amount`)
}

/** Integer division, half up: exact where a float product could be slightly below the half. */
const divide = (dividend: number, divisor: number): number => Math.floor((2 * dividend + divisor) / (2 * divisor))

/** 2500 or 2500.5 AMD to hundredths. */
export const fromAmd = (amd: number): Amount => Math.round(amd * 100) + 0
/** Hundredths to AMD, a number with at most two decimals. */
export const toAmd = (amount: Amount): number => amount / 100

/** The whole drams of an amount: what an order can cost. */
export const wholeDrams = (amount: Amount): Amount => Math.floor(amount / 100) * 100

/** Percentages have two decimals, so that the products below are integers. */
const basisPoints = (percent: number): number => Math.round(percent * 100)

/** Percentage of an amount, half up, in whole hundredths. */
export const percentOf = (amount: Amount, percent: number): Amount => divide(amount * basisPoints(percent), 10_000)

/** Percentage of an amount, half up to a whole dram: for fees. */
export const dramPercentOf = (amount: Amount, percent: number): Amount => divide(amount * basisPoints(percent), 1_000_000) * 100

/** Price after a percentage discount, half up to a whole dram as shops print it; never above the price nor below zero. */
export const discounted = (basePrice: Amount, percent: number): Amount =>
  percent <= 0 ? basePrice : Math.min(basePrice, dramPercentOf(basePrice, Math.max(0, 100 - percent)))

/** Price of a quantity; weighed products are in hundredths of a kilogram. Half up to a whole dram. */
export const priceOfQuantity = (unitPrice: Amount, quantity: number, weighed: boolean): Amount =>
  weighed ? divide(unitPrice * quantity, 10_000) * 100 : unitPrice * quantity

const SYMBOLS: Record<Currency, string> = { AMD: '֏', USD: '$', RUB: '₽', EUR: '€' }
const NBSP = '\u00a0'

/** Formats whole units of 10^-decimals, so that display rounds decimal digits and not binary fractions. */
const formatUnits = (units: number, decimals: number, locale: Locale): string => {
  const digits = String(Math.abs(units)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+(?!\d))/g, NBSP)
  const fraction = decimals === 0 ? '' : (locale === 'en' ? '.' : ',') + digits.slice(-decimals)
  return `${units < 0 ? '−' : ''}${whole}${fraction}`
}

/** "2 500 ֏"; AMD shows no decimals when whole and otherwise one, other currencies two (spec section 1). Half away from zero. */
export const formatMoney = (amount: Amount, locale: Locale, currency: Currency = 'AMD'): string => {
  const decimals = currency !== 'AMD' ? 2 : amount % 100 === 0 ? 0 : 1
  const units = Math.sign(amount) * divide(Math.abs(amount), 10 ** (2 - decimals))
  return `${formatUnits(units, decimals, locale)}${NBSP}${SYMBOLS[currency]}`
}

/** Formats an amount in AMD, as on the wire. */
export const formatAmd = (amd: number, locale: Locale): string => formatMoney(fromAmd(amd), locale)

/** "≈ 6.53 $": an amount in AMD at a rate of drams for one unit, to be read and not to be paid. */
export const formatAbout = (amd: number, rate: number, currency: Currency, locale: Locale): string =>
  `≈${NBSP}${formatMoney(Math.round(fromAmd(amd) / rate), locale, currency)}`

/** Groups of three with a no-break space; decimal comma in hy and ru, point in en. No Intl: browsers have no Armenian. */
export const formatNumber = (value: number, decimals: number, locale: Locale): string => {
  const scaled = Number((Math.abs(value) * 10 ** decimals).toPrecision(15))
  return formatUnits(Math.sign(value) * Math.round(scaled), decimals, locale)
}
