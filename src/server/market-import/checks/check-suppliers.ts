import { join } from 'node:path'
import type { Shared } from './check-market.ts'
import { checkProducts } from './check-products.ts'
import { checkReviews } from './check-reviews.ts'
import { keysOf, supplierSchema, type SupplierFile } from './check-supplier.ts'
import { KEY } from './check-values.ts'
import type { FaultList } from '#server/market-import/faults.ts'
import { REVIEWS_FILE } from '#server/market-import/folder.ts'
import { coverPicture } from '#domain/product-pictures/picture-of.ts'
import { isPictureFile, storePicture } from '#server/market-import/pictures.ts'
import { checkYaml, readYaml, type YamlFile } from '#server/market-import/read-yaml.ts'
import { putSupplier, type Sink } from '#server/market-import/rows.ts'
import { sectionTexts } from '#server/market-import/search-text.ts'

export interface SuppliersCheck {
  /** The folder `suppliers`. */
  root: string
  aliases: readonly string[]
  /** Aliases of those that have reviews. */
  reviewed: ReadonlySet<string>
  shared: Shared
  faults: FaultList
  sink: Sink
  onRead: (lines: number, bytes: number) => void
  picturesFolder: string | undefined
}

/** Where each id of the market occurred first. */
interface Ids {
  suppliers: Map<unknown, string>
  branches: Map<unknown, string>
}

const conflictOf = (owners: Map<unknown, string>, id: unknown, owner: string): string | null => {
  if (typeof id !== 'number') return null
  const existing = owners.get(id)
  if (existing === undefined) owners.set(id, owner)
  return existing === undefined ? null : `${id} belongs already to ${existing}, expected an id that is unique in the market`
}

/** Checks that ids are unique across files, also in files with other faults. */
const checkIds = (yaml: YamlFile, alias: string, ids: Ids): void => {
  const value: { id?: unknown; branches?: unknown } = yaml.value && typeof yaml.value === 'object' ? yaml.value : {}
  const conflict = conflictOf(ids.suppliers, value.id, alias)
  if (conflict) yaml.report(['id'], conflict)
  if (!Array.isArray(value.branches)) return
  value.branches.forEach((branch: unknown, index) => {
    if (!branch || typeof branch !== 'object' || !('id' in branch)) return
    const problem = conflictOf(ids.branches, branch.id, `${alias}, branches[${index}]`)
    if (problem) yaml.report(['branches', index, 'id'], problem)
  })
}

/** Returns the pictures of a cover: emoji, or what is drawn for them, and files stored. */
const coverOf = async (file: SupplierFile, yaml: YamlFile, path: string, target: string | undefined): Promise<string[]> => {
  const result: string[] = []
  for (const [index, picture] of file.pictures.entries()) {
    const stored = isPictureFile(picture) ? await storePicture(join(path, picture), 'cover', target) : { address: coverPicture(picture) }
    if ('problem' in stored) yaml.report(['pictures', index], stored.problem)
    else result.push(stored.address)
  }
  return result
}

/** Checks all suppliers with their products and passes valid rows on. Returns the number of products. */
export const checkSuppliers = async (check: SuppliersCheck): Promise<number> => {
  const { root, aliases, reviewed, shared, faults, sink, onRead, picturesFolder } = check
  const schema = supplierSchema(shared)
  const ids: Ids = { suppliers: new Map(), branches: new Map() }
  let products = 0
  for (const alias of aliases) {
    if (faults.full) break
    const path = join(root, alias)
    const name = `suppliers/${alias}/supplier.yaml`
    if (!KEY.test(alias) || alias.length > 64)
      faults.add(`suppliers/${alias}`, 0, '', 'is no alias, expected a folder name of small latin letters, digits and single dashes')
    const yaml = await readYaml(join(path, 'supplier.yaml'), name, faults)
    if (yaml) checkIds(yaml, alias, ids)
    const file = yaml && checkYaml(yaml, schema)
    if (yaml && file) await putSupplier(alias, file, await coverOf(file, yaml, path, picturesFolder), shared, sink)
    // Without a readable supplier.yaml every product would name an unknown department.
    if (!yaml) continue
    const reviews = { path: join(path, REVIEWS_FILE), file: `suppliers/${alias}/${REVIEWS_FILE}`, supplierId: file?.id ?? 0 }
    if (file && reviewed.has(alias)) await checkReviews({ ...reviews, rating: file.rating, faults, sink, onRead })
    await checkProducts({
      path,
      file: `suppliers/${alias}/products.csv`,
      menu: {
        supplierId: file?.id ?? 0,
        ...keysOf(yaml.value),
        shelves: { kind: file?.kind ?? 'store', categories: file?.categories ?? [], departments: file?.departments ?? [] },
        sections: sectionTexts(file?.departments ?? []),
        brands: shared.brands,
        properties: shared.properties,
        more: [],
        pointsLabelled: file?.points === 'labelled',
        admits: file?.tickets !== undefined,
        gifts: new Map(),
        lines: new Map(),
        positions: new Map()
      },
      faults,
      picture: async (picture, report) => {
        const stored = await storePicture(join(path, picture), 'product', picturesFolder)
        if ('address' in stored) return stored.address
        report(stored.problem)
        return null
      },
      onRows: async (rows, lines, bytes) => {
        products += rows.length
        await sink('products', rows)
        onRead(lines, bytes)
      }
    })
  }
  return products
}
