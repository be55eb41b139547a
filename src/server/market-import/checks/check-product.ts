import { UNIT, type ProductLabel } from '#domain/enums.ts'
import type { Words } from '#domain/locale.ts'
import { discounted } from '#domain/money.ts'
import {
  readAdmission,
  readContent,
  readDiscount,
  readLabels,
  readList,
  readTiers,
  readMinimum,
  readPrice,
  readStock,
  readUnit,
  readWords,
  type ReportFault
} from './check-cells.ts'
import type { Tier } from '#domain/prices/tiers.ts'
import { COUNTRIES } from '#domain/country-codes.ts'
import { shown } from '#server/market-import/faults.ts'
import type { ProductRow } from '#server/market-import/rows.ts'
import type { Shelves } from '#domain/product-pictures/shelves.ts'
import { productSearchText } from '#server/market-import/search-text.ts'

export const COLUMNS = [
  'code',
  'department',
  'name_hy',
  'name_en',
  'name_ru',
  'description_hy',
  'description_en',
  'description_ru',
  'price',
  'discount',
  'unit',
  'minimum',
  'stock',
  'labels',
  'brand',
  'country',
  'adult',
  'picture',
  'options'
] as const
type Column = (typeof COLUMNS)[number]
const COLUMN_INDEX = Object.fromEntries(COLUMNS.map((column, index) => [column, index])) as Record<Column, number>
/** Optional columns after COLUMNS, in this order. */
export const MORE_COLUMNS = ['properties', 'content', 'gifts', 'tiers', 'admission'] as const
export type MoreColumn = (typeof MORE_COLUMNS)[number]

/** What the rows of one file are checked against; `lines`, `gifts` and `positions` grow with the rows. */
export interface Menu {
  supplierId: number
  departments: ReadonlySet<string>
  /** Search texts of the departments by key. */
  sections: ReadonlyMap<string, string>
  options: ReadonlySet<string>
  brands: ReadonlyMap<string, Words>
  /** What pictures depend on beside the products themselves. */
  shelves: Shelves
  properties: ReadonlySet<string>
  /** Optional columns that this file has. */
  more: readonly MoreColumn[]
  /** Of the supplier's goods, points pay only those with the label use_points. */
  pointsLabelled: boolean
  /** The supplier's goods are tickets. */
  admits: boolean
  /** Codes of gifts with the first line that names them. */
  gifts: Map<string, number>
  /** Line of each code so far. */
  lines: Map<string, number>
  /** Number of products so far in each department. */
  positions: Map<string, number>
}

const CODE = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/

const readCode = (code: string, line: number, menu: Menu, report: ReportFault): void => {
  const firstLine = menu.lines.get(code)
  if (!CODE.test(code)) report('code', `is ${shown(code)}, expected up to 64 latin letters, digits and dashes`)
  else if (firstLine !== undefined)
    report('code', `${shown(code)} stands already in line ${firstLine}, expected every code once in the file`)
  else menu.lines.set(code, line)
}

const readKnown = (column: string, text: string, known: { has(key: string): boolean }, expected: string, report: ReportFault): void => {
  if (!known.has(text)) report(column, text === '' ? `is empty, expected ${expected}` : `is ${shown(text)}, expected ${expected}`)
}

const readGifts = (text: string, line: number, menu: Menu, report: ReportFault): string[] => {
  const codes = readList('gifts', text, (code) => CODE.test(code), 'codes of this file', report)
  for (const code of codes) if (!menu.gifts.has(code)) menu.gifts.set(code, line)
  return codes
}

/** A label that changes nothing is left out: prices by quantity without tiers, points for marked goods where points pay for all. */
const hasEffect = (label: ProductLabel, { tiers, menu }: { tiers: Tier[] | null; menu: Menu }): boolean =>
  label === 'up_to_sale' ? tiers !== null : label !== 'use_points' || menu.pointsLabelled

const nextPosition = (positions: Map<string, number>, department: string): number => {
  const position = (positions.get(department) ?? 0) + 1
  positions.set(department, position)
  return position
}

/** Reads a line of products.csv, split into one cell per column. The row is valid only if nothing was reported; its hash is set later. */
export const readProduct = (cells: readonly string[], line: number, menu: Menu, report: ReportFault): ProductRow => {
  const cell = (column: Column): string => cells[COLUMN_INDEX[column]] ?? ''
  const more = (column: MoreColumn): string => (menu.more.includes(column) ? (cells[COLUMNS.length + menu.more.indexOf(column)] ?? '') : '')
  const [code, department, brand, country] = [cell('code'), cell('department'), cell('brand'), cell('country')]
  const [adult, picture] = [cell('adult'), cell('picture')]
  readCode(code, line, menu, report)
  readKnown('department', department, menu.departments, 'a department of supplier.yaml', report)
  const name = readWords('name', { hy: cell('name_hy'), en: cell('name_en'), ru: cell('name_ru') }, 200, report)
  const hasDescription = cell('description_hy') !== '' || cell('description_en') !== '' || cell('description_ru') !== ''
  const description = hasDescription
    ? readWords('description', { hy: cell('description_hy'), en: cell('description_en'), ru: cell('description_ru') }, 1_000, report)
    : null
  const basePrice = readPrice(cell('price'), report)
  const discount = readDiscount(cell('discount'), report)
  const unit = readUnit(cell('unit'), report)
  if (brand !== '') readKnown('brand', brand, menu.brands, 'a brand of market.yaml, or nothing', report)
  if (country !== '') readKnown('country', country, COUNTRIES, 'the two capital letters of a country (ISO 3166), or nothing', report)
  if (adult !== '' && adult !== '0' && adult !== '1') report('adult', `is ${shown(adult)}, expected 1, 0 or nothing`)
  const brandWords = menu.brands.get(brand)
  const labels = readLabels(cell('labels'), report)
  const tiers = readTiers(more('tiers'), report)
  if (tiers && !labels.includes('up_to_sale')) report('tiers', 'stand without the label up_to_sale, expected it among the labels')
  return {
    supplier_id: menu.supplierId,
    code,
    department,
    name,
    description,
    base_price: basePrice,
    price: discounted(basePrice, discount),
    discount,
    unit_id: unit ?? UNIT.piece,
    minimum: unit ? readMinimum(cell('minimum'), unit, report) : 1,
    stock: unit ? readStock(cell('stock'), unit, report) : null,
    labels: labels.filter((label) => hasEffect(label, { tiers, menu })),
    brand: brand || null,
    country: country || null,
    adult: adult === '1',
    picture,
    pictures: undefined,
    options: readList('options', cell('options'), (key) => menu.options.has(key), 'option groups of supplier.yaml', report),
    properties: readList('properties', more('properties'), (key) => menu.properties.has(key), 'properties of market.yaml', report),
    content: readContent(more('content'), report),
    gifts: readGifts(more('gifts'), line, menu, report),
    tiers: tiers ?? undefined,
    admission_at: readAdmission(more('admission'), menu.admits, report),
    position: nextPosition(menu.positions, department),
    search_text: productSearchText(name, brandWords, menu.sections.get(department)),
    content_hash: ''
  }
}
