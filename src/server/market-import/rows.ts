import { hash } from 'node:crypto'
import { PAPER_BAG_SUPPLIERS } from '#domain/constants.ts'
import type { Content } from '#server/db/schema/catalogue.ts'
import type { ProductLabel, UnitId } from '#domain/enums.ts'
import { LOCALES, type Words } from '#domain/locale.ts'
import { fold } from '#domain/search/folding.ts'
import type { Tier } from '#domain/prices/tiers.ts'
import { catalogRows, propertyRows, type MarketFile, type Shared } from './checks/check-market.ts'
import type { SupplierFile } from './checks/check-supplier.ts'

/** A product in the staging table, with keys instead of ids. Amounts in hundredths of a dram. */
export interface ProductRow {
  supplier_id: number
  code: string
  department: string
  name: Words
  description: Words | null
  base_price: number
  price: number
  discount: number
  unit_id: UnitId
  minimum: number
  stock: number | null
  labels: ProductLabel[]
  brand: string | null
  country: string | null
  adult: boolean
  picture: string
  /** Only when there are several; undefined is not part of the JSON text, and so not of the hash. */
  pictures: string[] | undefined
  options: string[]
  properties: string[]
  content: Content | null
  gifts: string[]
  /** Undefined without any, as for the pictures. */
  tiers: Tier[] | undefined
  /** Only of tickets for a time, ISO. */
  admission_at: string | undefined
  position: number
  search_text: string
  content_hash: string
}

/** Columns of the staging tables with their PostgreSQL types. */
export const STAGED = {
  cities: { key: 'text', name: 'jsonb', lat: 'float8', lng: 'float8', position: 'int' },
  categories: { key: 'text', kind: 'text', parent: 'text', name: 'jsonb', picture: 'text', position: 'int' },
  brands: { key: 'text', name: 'jsonb', active: 'bool' },
  properties: { key: 'text', group_key: 'text', group_name: 'jsonb', name: 'jsonb', position: 'int' },
  catalogs: {
    key: 'text',
    kind: 'text',
    name: 'jsonb',
    picture: 'text',
    hue: 'int2',
    rule: 'jsonb',
    position: 'int',
    active: 'bool'
  },
  currency_rates: { code: 'text', amd: 'float8', rated_on: 'date', source: 'jsonb' },
  vouchers: {
    code: 'text',
    title: 'jsonb',
    kind: 'text',
    value: 'int8',
    cap: 'int8',
    funder: 'text',
    starts_on: 'date',
    ends_on: 'date',
    minimum: 'int8',
    suppliers: 'jsonb',
    kinds: 'jsonb',
    not_discounted: 'bool',
    methods: 'jsonb',
    first_order: 'bool',
    vip: 'bool',
    groups: 'jsonb',
    per_person: 'int',
    in_all: 'int'
  },
  reward_rules: {
    key: 'text',
    content_hash: 'text',
    active: 'bool',
    position: 'int',
    title: 'jsonb',
    type: 'int2',
    rate: 'int',
    points: 'int8',
    tickets: 'int',
    winners: 'int',
    prize: 'int8',
    starts_on: 'date',
    ends_on: 'date',
    minimum: 'int8',
    cap: 'int8',
    suppliers: 'jsonb',
    kinds: 'jsonb',
    methods: 'jsonb',
    labelled: 'bool',
    vip: 'bool',
    groups: 'jsonb',
    live_days: 'int',
    live_until: 'date'
  },
  home_blocks: { section: 'text', key: 'text', type: 'text', size: 'text', content: 'jsonb', position: 'int' },
  suppliers: {
    id: 'int',
    alias: 'text',
    kind: 'text',
    name: 'jsonb',
    description: 'jsonb',
    pictures: 'jsonb',
    hue: 'int2',
    tax_id: 'text',
    is_new: 'bool',
    rating_average: 'float4',
    rating_count: 'int',
    preparation_minutes: 'int',
    minimum: 'int',
    packing: 'int',
    commission: 'int',
    paper_bag: 'bool',
    refuses: 'jsonb',
    points_labelled: 'bool',
    bookings: 'jsonb',
    admissions: 'jsonb',
    city: 'text',
    search_text: 'text',
    position: 'int',
    content_hash: 'text'
  },
  branches: {
    id: 'int',
    supplier_id: 'int',
    city: 'text',
    address: 'jsonb',
    lat: 'float8',
    lng: 'float8',
    phone: 'text',
    hours: 'jsonb',
    exceptions: 'jsonb',
    zones: 'jsonb',
    pickup: 'bool',
    position: 'int'
  },
  supplier_categories: { supplier_id: 'int', category: 'text', position: 'int' },
  departments: { supplier_id: 'int', key: 'text', name: 'jsonb', category: 'text', position: 'int' },
  reviews: {
    supplier_id: 'int',
    code: 'text',
    written_on: 'date',
    stars: 'int2',
    author: 'jsonb',
    words: 'jsonb',
    demo: 'bool'
  },
  option_groups: { supplier_id: 'int', key: 'text', name: 'jsonb', type: 'text', min: 'int2', max: 'int2' },
  option_values: { supplier_id: 'int', group_key: 'text', key: 'text', name: 'jsonb', price: 'int', sold_out: 'bool', position: 'int' },
  products: {
    supplier_id: 'int',
    code: 'text',
    department: 'text',
    name: 'jsonb',
    description: 'jsonb',
    base_price: 'int',
    price: 'int',
    discount: 'int2',
    unit_id: 'int2',
    minimum: 'int',
    stock: 'int',
    labels: 'jsonb',
    brand: 'text',
    country: 'text',
    adult: 'bool',
    picture: 'text',
    pictures: 'jsonb',
    options: 'jsonb',
    properties: 'jsonb',
    content: 'jsonb',
    gifts: 'jsonb',
    tiers: 'jsonb',
    admission_at: 'timestamptz',
    position: 'int',
    search_text: 'text',
    content_hash: 'text'
  }
} as const
export type StagedTable = keyof typeof STAGED
/** A row, or its JSON text where it has been serialized already. */
export type StagedRow = string | Record<string, unknown>
export type Sink = (table: StagedTable, rows: readonly StagedRow[]) => Promise<void>

/** Hash of a row; a row is written again when it differs. */
export const contentHash = (row: object): string => hash('sha256', JSON.stringify(row), 'base64url')

const EMPTY_HASH_END = '""}'

/** The JSON text of a product with its hash as the last field; serialized once, because there may be a million. */
export const productText = (row: ProductRow): string => {
  const text = JSON.stringify(row)
  return `${text.slice(0, -EMPTY_HASH_END.length)}"${hash('sha256', text, 'base64url')}"}`
}

const withPositions = <Row extends object>(rows: readonly Row[]) => rows.map((row, position) => ({ ...row, position }))

export const putMarket = async (market: MarketFile, sink: Sink): Promise<void> => {
  await sink('cities', withPositions(market.cities))
  await sink('categories', withPositions(market.categories))
  await sink(
    'brands',
    (market.brands ?? []).map((brand) => ({ ...brand, active: true }))
  )
  await sink('properties', propertyRows(market))
  await sink('catalogs', catalogRows(market))
}

const searchText = (file: SupplierFile, shared: Shared): string => {
  const all = [file.name, ...file.categories.flatMap((key) => shared.categories.get(key)?.name ?? [])]
  return fold(all.flatMap((words) => LOCALES.map((locale) => words[locale])).join(' '))
}

/** Writes a supplier and its dependent rows. Its position is its id, so that a new supplier moves no other. */
export const putSupplier = async (alias: string, file: SupplierFile, pictures: string[], shared: Shared, sink: Sink): Promise<void> => {
  const supplierKey = { supplier_id: file.id }
  const groups = file.options ?? []
  const supplier = {
    id: file.id,
    alias,
    kind: file.kind,
    name: file.name,
    description: file.description,
    pictures,
    hue: file.hue,
    tax_id: file.taxId,
    is_new: file.new,
    rating_average: file.rating?.average ?? null,
    rating_count: file.rating?.count ?? 0,
    preparation_minutes: file.preparationMinutes,
    minimum: file.minimum,
    packing: file.packing,
    commission: file.commission ?? shared.commission[file.kind] ?? 0,
    paper_bag: PAPER_BAG_SUPPLIERS.includes(file.id),
    refuses: file.refuses,
    points_labelled: file.points === 'labelled',
    bookings: file.bookings ?? null,
    admissions: file.tickets ?? null,
    city: file.branches[0]?.city ?? '',
    search_text: searchText(file, shared),
    position: file.id
  }
  await sink('suppliers', [{ ...supplier, content_hash: contentHash(supplier) }])
  await sink(
    'branches',
    withPositions(file.branches).map(({ zones, ...branch }) => ({
      ...supplierKey,
      ...branch,
      zones: zones.map((zone) => ({ ...zone, freeFrom: zone.freeFrom ?? null }))
    }))
  )
  await sink(
    'supplier_categories',
    file.categories.map((category, position) => ({ ...supplierKey, category, position }))
  )
  await sink(
    'departments',
    withPositions(file.departments).map(({ category = null, ...department }) => ({ ...supplierKey, ...department, category }))
  )
  await sink(
    'option_groups',
    groups.map(({ key, name, type, min, max }) => ({ ...supplierKey, key, name, type, min, max }))
  )
  await sink(
    'option_values',
    groups.flatMap((group) =>
      withPositions(group.values).map(({ soldOut, ...value }) => ({ ...supplierKey, group_key: group.key, ...value, sold_out: soldOut }))
    )
  )
}
