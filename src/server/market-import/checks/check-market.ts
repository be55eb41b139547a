import { join } from 'node:path'
import * as v from 'valibot'
import type { CatalogRule } from '#server/db/schema/listings.ts'
import { MAX_PROPERTIES } from '#domain/constants.ts'
import { SUPPLIER_KINDS, type SupplierKind } from '#domain/enums.ts'
import type { Words } from '#domain/locale.ts'
import { lat, lng } from './check-branch.ts'
import { flag, keyText, list, percent, record, uniqueKeys, whole, words } from './check-values.ts'
import { COUNTRIES } from '#domain/country-codes.ts'
import type { FaultList } from '#server/market-import/faults.ts'
import { MARKET_FILE } from '#server/market-import/folder.ts'
import { isEmoji } from '#server/market-import/pictures.ts'
import { checkYaml, readYaml } from '#server/market-import/read-yaml.ts'

const EMOJI = 'one emoji of the picture set'
const emoji = v.pipe(v.string(EMOJI), v.check(isEmoji, EMOJI))
const kind = v.picklist(SUPPLIER_KINDS, `one of ${SUPPLIER_KINDS.join(', ')}`)

const propertyGroup = record({
  key: keyText,
  name: words(60),
  values: v.pipe(
    list(record({ key: keyText, name: words(60) }), 'a list of values: key, name'),
    v.nonEmpty('at least one value'),
    uniqueKeys()
  )
})
const keys = v.optional(list(keyText, 'a list of keys'), [])
const catalog = record({
  key: keyText,
  kind: v.optional(kind),
  name: words(60),
  picture: emoji,
  hue: whole(0, 359),
  categories: keys,
  brands: keys,
  countries: v.optional(list(v.picklist([...COUNTRIES.keys()], 'two capital letters of a country (ISO 3166)'), 'a list of countries'), []),
  properties: keys,
  discounted: v.optional(flag, false)
})

const Market = record({
  commission: v.optional(record(v.entriesFromList(SUPPLIER_KINDS, v.optional(percent, 0)))),
  cities: v.pipe(
    list(record({ key: keyText, name: words(60), lat, lng }), 'a list of cities: key, name, lat, lng'),
    v.nonEmpty('at least one city'),
    uniqueKeys()
  ),
  categories: v.pipe(
    list(
      record({ key: keyText, kind, parent: v.optional(keyText), picture: emoji, name: words(60) }),
      'a list of categories: key, kind, parent, picture, name'
    ),
    uniqueKeys()
  ),
  brands: v.optional(
    v.nullable(v.pipe(list(record({ key: keyText, name: words(60, true) }), 'a list of brands: key, name'), uniqueKeys())),
    []
  ),
  properties: v.optional(v.nullable(v.pipe(list(propertyGroup, 'a list of groups: key, name, values'), uniqueKeys())), []),
  catalogs: v.optional(
    v.nullable(v.pipe(list(catalog, 'a list of catalogs: key, name, picture, hue and what they hold'), uniqueKeys())),
    []
  )
})
export type MarketFile = v.InferOutput<typeof Market>

/** Keys that suppliers and products may refer to. */
export interface Shared {
  cities: Map<string, { lat: number; lng: number }>
  categories: Map<string, { kind: SupplierKind; name: Words }>
  brands: Map<string, Words>
  properties: Set<string>
  /** Of suppliers that name none, in hundredths of a percent, by kind. */
  commission: Partial<Record<SupplierKind, number>>
}

/** Reads market.yaml; null when it is invalid, which ends the check because everything refers to it. */
export const readMarketFile = async (root: string, faults: FaultList): Promise<{ market: MarketFile; shared: Shared } | null> => {
  const yaml = await readYaml(join(root, MARKET_FILE), MARKET_FILE, faults)
  const market = yaml && checkYaml(yaml, Market)
  if (!market) return null
  for (const { path, problem } of referenceFaults(market)) yaml.report(path, problem)
  const shared: Shared = {
    cities: new Map(market.cities.map((city) => [city.key, city])),
    categories: new Map(market.categories.map((category) => [category.key, category])),
    brands: new Map((market.brands ?? []).map((brand) => [brand.key, brand.name])),
    properties: new Set(propertyRows(market).map(({ key }) => key)),
    commission: market.commission ?? {}
  }
  return { market, shared }
}

/** One row per value; keys are unique across groups. */
export const propertyRows = ({ properties }: MarketFile) =>
  (properties ?? [])
    .flatMap((group) => group.values.map((value) => ({ ...value, group_key: group.key, group_name: group.name })))
    .map((row, position) => ({ ...row, position }))

export const catalogRows = ({ catalogs }: MarketFile) =>
  (catalogs ?? []).map(({ key, kind: own, name, picture, hue, ...rule }, position) => ({
    key,
    kind: own ?? null,
    name,
    picture,
    hue,
    rule: rule satisfies CatalogRule,
    position,
    active: true
  }))

/** Returns wrong references and duplicates of categories, catalogs and properties. */
const referenceFaults = (market: MarketFile): { path: (string | number)[]; problem: string }[] => {
  const rows = propertyRows(market)
  const known = {
    categories: new Set(market.categories.map(({ key }) => key)),
    brands: new Set((market.brands ?? []).map(({ key }) => key)),
    properties: new Set(rows.map(({ key }) => key))
  }
  const faults = (market.catalogs ?? []).flatMap((one, index) =>
    (['categories', 'brands', 'properties'] as const).flatMap((list) =>
      one[list].flatMap((key, position) =>
        known[list].has(key)
          ? []
          : [{ path: ['catalogs', index, list, position] as (string | number)[], problem: `is "${key}", expected a key of ${list}` }]
      )
    )
  )
  market.categories.forEach(({ kind: own, parent }, index) => {
    const parentCategory = market.categories.find(({ key }) => key === parent)
    if (parent !== undefined && (!parentCategory || parentCategory.kind !== own || parentCategory.parent !== undefined))
      faults.push({
        path: ['categories', index, 'parent'],
        problem: `is "${parent}", expected a category of the same kind without a parent`
      })
  })
  if (known.properties.size < rows.length) faults.push({ path: ['properties'], problem: 'has a value twice, expected every key once' })
  if (rows.length > MAX_PROPERTIES)
    faults.push({ path: ['properties'], problem: `holds ${rows.length} values, expected at most ${MAX_PROPERTIES}` })
  return faults
}
