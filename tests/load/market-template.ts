import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { splitCells } from '#server/market-import/split-cells.ts'

/** A branch, as far as a made market changes it. */
interface BranchFile {
  id: number
  city: string
  lat: number
  lng: number
  hours: Record<string, string[]>
  exceptions?: unknown
  zones: { upToKm: number; price: number; minutes: number }[]
}
interface SupplierFile {
  id: number
  kind: string
  name: Record<string, string>
  minimum: number
  branches: BranchFile[]
  options?: unknown[]
  tickets?: unknown
}

/** What one made supplier puts in the place of its model's. */
export interface Place {
  id: number
  /** Added to the names of the model, so that every name is its own. */
  number: number
  city: string
  lat: number
  lng: number
  alwaysOpen: boolean
}

/** A supplier of the demo market as a model for others. */
export interface Template {
  kind: string
  yaml: (place: Place) => string
  /** Lines of products.csv without the first; the cells that change stand apart. */
  products: readonly { before: string; names: readonly [string, string, string]; after: string }[]
}

const ID = 987_654_301
const BRANCH_ID = 987_654_302
const LAT = 39.000_987
const LNG = 44.000_987
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const ALWAYS = Object.fromEntries(DAYS.map((day) => [day, ['00:00-24:00']]))
/** Far enough for everybody in town: measured baskets are not refused for the distance. */
const FARTHEST_KM = 20

const yamlOf = (file: SupplierFile, alwaysOpen: boolean): string => {
  const branch = file.branches[0]
  if (!branch) throw new Error('a supplier of the demo market has no branch')
  const last = branch.zones.at(-1)
  const zones = last && last.upToKm < FARTHEST_KM ? [...branch.zones, { ...last, upToKm: FARTHEST_KM }] : branch.zones
  const { exceptions: _, ...plain } = branch
  const own = { ...plain, id: BRANCH_ID, city: 'CITY', lat: LAT, lng: LNG, zones, hours: alwaysOpen ? ALWAYS : branch.hours }
  const name = Object.fromEntries(Object.entries(file.name).map(([locale, text]) => [locale, `${text} NUMBER`]))
  return stringify({ ...file, id: ID, name, minimum: 0, branches: [own] })
}

const fill = (text: string, place: Place): string =>
  text
    .replace(String(ID), String(place.id))
    .replace(String(BRANCH_ID), String(place.id * 10 + 1))
    .replace('CITY', place.city)
    .replace(String(LAT), place.lat.toFixed(5))
    .replace(String(LNG), place.lng.toFixed(5))
    .replaceAll(' NUMBER', ` ${place.number}`)

const STOCK = 12
/** Named by codes, which a made market has others of. */
const GIFTS = 21
/** Of products.csv with all that it may have: some of the demo's files have fewer. */
const COLUMNS = 23
/** Counted goods of a made market last for every order a measure makes. */
const PLENTY = '900000'

const quoted = (cell: string): string => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

const productsOf = (csv: string): Template['products'] =>
  csv
    .trim()
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const split = splitCells(line)
      if ('problem' in split) return []
      const cells = [...split.cells, ...Array.from({ length: COLUMNS - split.cells.length }, () => '')]
      const [, department, hy, en, ru, ...rest] = cells.map((cell, index) =>
        quoted(index === GIFTS ? '' : index === STOCK && Number(cell) > 0 ? PLENTY : cell)
      )
      return department && hy && en && ru ? [{ before: department, names: [hy, en, ru] as const, after: `,${rest.join(',')}` }] : []
    })

/** The suppliers of the demo market below `root` as models, in the order of their aliases. */
export const readTemplates = (root: string): Template[] =>
  readdirSync(join(root, 'suppliers'))
    .sort()
    .flatMap((alias) => {
      const file = parse(readFileSync(join(root, 'suppliers', alias, 'supplier.yaml'), 'utf8')) as SupplierFile
      const products = productsOf(readFileSync(join(root, 'suppliers', alias, 'products.csv'), 'utf8'))
      // Tickets have a time of their own, and are over one day: a measured market sells what is always there.
      if (products.length < 5 || file.tickets !== undefined) return []
      const texts = [yamlOf(file, false), yamlOf(file, true)] as const
      return [{ kind: file.kind, products, yaml: (place: Place) => fill(texts[place.alwaysOpen ? 1 : 0], place) }]
    })
