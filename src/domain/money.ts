import type { Locale } from './locale.ts'
import type { Currency } from './enums.ts'

/**
 * Money inside is a whole number of hundredths of a dram; the wire carries AMD (spec section 1, "Currency").
 * This file is its only owner: rounding happens here and nowhere else.
 */
export type Amount = number

/** An amount that is stored: whole hundredths, and exact. Throws RangeError. */
export const checkedAmount = (amount: number): Amount => {
  if (Number.isSafeInteger(amount)) return amount
  throw new RangeError(`${amount} is no exact amount`)
}

/** Integer division, half up: exact where a float product would sit a hair below the half. */
const divide = (dividend: number, divisor: number): number => Math.floor((2 * dividend + divisor) / (2 * divisor))

/** 2500 or 2500.5 AMD to hundredths. */
export const fromAmd = (amd: number): Amount => Math.round(amd * 100) + 0
/** Hundredths to AMD, a number with at most two decimals. */
export const toAmd = (amount: Amount): number => amount / 100

/** Per cent are read to two decimals, so that every product below is whole. */
const basisPoints = (percent: number): number => Math.round(percent * 100)

/** Share of an amount in per cent, half up, in whole hundredths. */
export const percentOf = (amount: Amount, percent: number): Amount => divide(amount * basisPoints(percent), 10_000)

/** Share of an amount in per cent, half up to a whole dram: fees. */
export const dramPercentOf = (amount: Amount, percent: number): Amount => divide(amount * basisPoints(percent), 1_000_000) * 100

/** Price after a discount in per cent, half up to a whole dram as shops print it, never above the price nor below zero. */
export const discounted = (basePrice: Amount, percent: number): Amount =>
  percent <= 0 ? basePrice : Math.min(basePrice, dramPercentOf(basePrice, Math.max(0, 100 - percent)))

/** Price of a quantity; weighed goods come in hundredths of a kilogram. Half up to a whole dram. */
export const priceOfQuantity = (unitPrice: Amount, quantity: number, weighed: boolean): Amount =>
  weighed ? divide(unitPrice * quantity, 10_000) * 100 : unitPrice * quantity

const SYMBOLS: Record<Currency, string> = { AMD: '֏', USD: '$', RUB: '₽', EUR: '€' }
const NBSP = '\u00a0'

/** Shows whole units of 10^-decimals, so that display rounds decimal digits and not binary fractions. */
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

/** The same for an amount in AMD as the wire carries it. */
export const formatAmd = (amd: number, locale: Locale): string => formatMoney(fromAmd(amd), locale)

/** Groups of three with a no-break space; decimal comma in hy and ru, point in en. No Intl: browsers know no Armenian. */
export const formatNumber = (value: number, decimals: number, locale: Locale): string => {
  const scaled = Number((Math.abs(value) * 10 ** decimals).toPrecision(15))
  return formatUnits(Math.sign(value) * Math.round(scaled), decimals, locale)
}
