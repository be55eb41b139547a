import type { Content } from '#server/db/schema/catalogue.ts'
import { PRODUCT_LABELS, UNIT, WEIGHED_UNIT, type ProductLabel, type UnitId, type UnitName } from '#domain/enums.ts'
import { LOCALES, type Words } from '#domain/locale.ts'
import { fromAmd } from '#domain/money.ts'
import { MAX_QUANTITY } from '#domain/constants.ts'
import type { Tier } from '#domain/prices/tiers.ts'
import { instantOf, isDate, isTime } from '#domain/time/yerevan-time.ts'
import { textFault } from './check-text.ts'
import { MAX_AMD } from './check-values.ts'
import { shown } from '#server/market-import/faults.ts'

/** Reports a problem with a cell, by the name of its column. */
export type ReportFault = (column: string, problem: string) => void

const wrong = (text: string, expected: string): string => `is ${shown(text)}, expected ${expected}`
const hint = (text: string): string => (/^\d+,\d+$/.test(text) ? ' (a point, not a comma)' : '')

export const readPrice = (text: string, report: ReportFault): number => {
  const amd = /^\d{1,8}(?:\.\d)?$/.test(text) ? Number(text) : NaN
  if (amd > 0 && amd <= MAX_AMD) return fromAmd(amd)
  report('price', wrong(text, `AMD above 0 up to ${MAX_AMD}, whole or with one decimal${hint(text)}`))
  return 0
}

export const readDiscount = (text: string, report: ReportFault): number => {
  if (text === '') return 0
  if (/^\d{1,2}$/.test(text) && Number(text) <= 90) return Number(text)
  report('discount', wrong(text, 'a whole per cent from 0 to 90, or nothing'))
  return 0
}

/** null: no such unit, so that quantities cannot be checked either. */
export const readUnit = (text: string, report: ReportFault): UnitId | null => {
  if (Object.hasOwn(UNIT, text)) return UNIT[text as UnitName]
  report('unit', wrong(text, `one of ${Object.keys(UNIT).join(', ')}`))
  return null
}

/** Parses pieces, or kilograms of weighed products to hundredths. NaN when invalid. */
const quantity = (text: string, unit: UnitId): number => {
  if (unit !== WEIGHED_UNIT) return /^\d{1,7}$/.test(text) ? Number(text) : NaN
  return /^\d{1,6}(?:\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : NaN
}
const shapeOf = (unit: UnitId): string => (unit === WEIGHED_UNIT ? 'kilograms with at most two decimals' : 'a whole number')

const MIN_QUANTITY = { weighed: 10, piece: 1 } as const
export const readMinimum = (text: string, unit: UnitId, report: ReportFault): number => {
  const weighed = unit === WEIGHED_UNIT
  if (text === '') return weighed ? MIN_QUANTITY.weighed : MIN_QUANTITY.piece
  const minimum = quantity(text, unit)
  if (minimum >= 1 && minimum <= MAX_QUANTITY) return minimum
  report(
    'minimum',
    wrong(text, `${shapeOf(unit)} from ${weighed ? '0.01' : '1'} to ${weighed ? MAX_QUANTITY / 100 : MAX_QUANTITY}${hint(text)}`)
  )
  return 1
}

/** null: unlimited. */
export const readStock = (text: string, unit: UnitId, report: ReportFault): number | null => {
  if (text === '') return null
  const stock = quantity(text, unit)
  if (Number.isNaN(stock))
    report('stock', wrong(text, `${shapeOf(unit)}, 0 for out of stock, nothing for as much as you like${hint(text)}`))
  return Number.isNaN(stock) ? null : stock
}

/** Reads the parts of a cell joined with `|`; each must be known and occur once. */
export const readList = (
  column: string,
  text: string,
  isKnown: (part: string) => boolean,
  expected: string,
  report: ReportFault
): string[] => {
  if (text === '') return []
  const parts = text.split('|')
  parts.forEach((part, index) => {
    if (!isKnown(part)) report(column, wrong(part, `${expected}, joined with |`))
    else if (parts.indexOf(part) < index) report(column, `${shown(part)} stands twice, expected once`)
  })
  return parts
}

const isLabel = (text: string): text is ProductLabel => (PRODUCT_LABELS as readonly string[]).includes(text)
export const readLabels = (text: string, report: ReportFault): ProductLabel[] =>
  readList('labels', text, isLabel, `some of ${PRODUCT_LABELS.join(', ')}`, report).filter(isLabel)

const TIER = /^(\d{1,4}(?:\.\d)?):([1-9]\d?)$/
/** Reads "3:5|6:10": 5 % from 3 on, 10 % from 6 on; null when empty. */
export const readTiers = (text: string, report: ReportFault): Tier[] | null => {
  if (text === '') return null
  const tiers = text.split('|').map((part): Tier => {
    const [, from = '', discount = ''] = TIER.exec(part) ?? []
    return { from: Number(from), discount: Number(discount) }
  })
  const rises = tiers.every(({ from, discount }, index) => {
    const before = tiers[index - 1] ?? { from: 0, discount: 0 }
    return from > before.from && discount > before.discount && discount <= 90
  })
  if (rises && tiers.length <= 5) return tiers
  report('tiers', wrong(text, 'up to 5 pairs of a quantity and a per cent of 1 to 90, both rising, such as "3:5|6:10", or nothing'))
  return null
}

/** Reads "2026-12-27 19:00" of a ticket, Yerevan time, to ISO; undefined when empty. */
export const readAdmission = (text: string, admits: boolean, report: ReportFault): string | undefined => {
  if (text === '') return undefined
  if (!admits) report('admission', 'stands at goods that are no tickets, expected nothing (supplier.yaml has no tickets)')
  const [date = '', time = '', ...rest] = text.split(' ')
  if (rest.length === 0 && isDate(date) && isTime(time)) return new Date(instantOf(date, time)).toISOString()
  report('admission', wrong(text, 'a day and a time such as "2026-12-27 19:00", or nothing for any day'))
  return undefined
}

const CONTENT_UNITS: readonly Content['unit'][] = ['g', 'kg', 'ml', 'l', 'm', 'piece']
/** Reads "500 g"; null when empty. */
export const readContent = (text: string, report: ReportFault): Content | null => {
  if (text === '') return null
  const [, digits = '', name = ''] = /^(\d{1,6}(?:\.\d{1,3})?) ([a-z]+)$/.exec(text) ?? []
  const unit = CONTENT_UNITS.find((known) => known === name)
  if (unit && Number(digits) > 0) return { amount: Number(digits), unit }
  report('content', wrong(text, `an amount and one of ${CONTENT_UNITS.join(', ')}, such as "500 g", or nothing${hint(text)}`))
  return null
}

/** Three cells `<column>_hy`, `_en`, `_ru`. */
export const readWords = (column: string, words: Words, maxLength: number, report: ReportFault): Words => {
  for (const locale of LOCALES) {
    const expected = textFault(words[locale], locale, maxLength)
    if (!expected) continue
    const empty = words[locale] === ''
    report(`${column}_${locale}`, empty ? 'is empty, expected text (all three languages)' : wrong(words[locale], expected))
  }
  return words
}
