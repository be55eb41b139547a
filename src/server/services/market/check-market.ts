import { join } from 'node:path'
import * as v from 'valibot'
import { SUPPLIER_KINDS, type SupplierKind } from '#domain/enums.ts'
import type { Words } from '#domain/locale.ts'
import { lat, lng } from './check-branch.ts'
import { keyText, list, record, uniqueKeys, words } from './check-values.ts'
import type { FaultList } from './faults.ts'
import { MARKET_FILE } from './folder.ts'
import { isEmoji } from './pictures.ts'
import { checkYaml, readYaml } from './read-yaml.ts'

const EMOJI = 'one emoji of the picture set'
const emoji = v.pipe(v.string(EMOJI), v.check(isEmoji, EMOJI))
const kind = v.picklist(SUPPLIER_KINDS, `one of ${SUPPLIER_KINDS.join(', ')}`)

const Market = record({
  cities: v.pipe(
    list(record({ key: keyText, name: words(60), lat, lng }), 'a list of cities: key, name, lat, lng'),
    v.nonEmpty('at least one city'),
    uniqueKeys()
  ),
  categories: v.pipe(
    list(record({ key: keyText, kind, picture: emoji, name: words(60) }), 'a list of categories: key, kind, picture, name'),
    uniqueKeys()
  ),
  brands: v.optional(
    v.nullable(v.pipe(list(record({ key: keyText, name: words(60, true) }), 'a list of brands: key, name'), uniqueKeys())),
    []
  )
})
export type MarketFile = v.InferOutput<typeof Market>

/** What suppliers and products may refer to. */
export interface Shared {
  cities: Map<string, { lat: number; lng: number }>
  categories: Map<string, { kind: SupplierKind; name: Words }>
  brands: Map<string, Words>
}

/** Reads market.yaml. Nothing else can be judged without it, so its faults end the check. */
export const readMarketFile = async (root: string, faults: FaultList): Promise<{ market: MarketFile; shared: Shared } | null> => {
  const yaml = await readYaml(join(root, MARKET_FILE), MARKET_FILE, faults)
  const market = yaml && checkYaml(yaml, Market)
  if (!market) return null
  const shared: Shared = {
    cities: new Map(market.cities.map((city) => [city.key, city])),
    categories: new Map(market.categories.map((category) => [category.key, category])),
    brands: new Map((market.brands ?? []).map((brand) => [brand.key, brand.name]))
  }
  return { market, shared }
}
