import type { Point } from '#domain/delivery.ts'
import { SUPPLIER_SORTINGS, type SupplierKind } from '#domain/enums.ts'
import type { Instant } from '#domain/yerevan-time.ts'
import type { DirectorySupplier, Snapshot } from './directory.ts'
import { rememberedState } from './open-memory.ts'
import { servingOf } from './supplier-card.ts'

/** Suppliers in the order of a list: the first `open` of them are open. */
export interface Ordered {
  suppliers: readonly DirectorySupplier[]
  open: number
}

interface Kept extends Ordered {
  from: Instant
  until: Instant
}

interface Choice {
  kind: SupplierKind | 'all'
  /** Key of a city; undefined for the whole market. */
  city: string | undefined
  sorting: number
}

const places = new WeakMap<Snapshot, Map<string, DirectorySupplier[]>>()
const orders = new WeakMap<Snapshot, Map<string, Kept>>()

/** Suppliers of a kind, and of a city: found once in the life of a snapshot. */
const within = (snapshot: Snapshot, kind: Choice['kind'], city: string | undefined): readonly DirectorySupplier[] => {
  const all = kind === 'all' ? snapshot.suppliers : (snapshot.byKind.get(kind) ?? [])
  if (city === undefined) return all
  const found = places.get(snapshot) ?? new Map<string, DirectorySupplier[]>()
  places.set(snapshot, found)
  if (!found.has(kind)) {
    found.set(kind, [])
    for (const supplier of all) {
      for (const key of new Set(supplier.branches.map((branch) => branch.city))) {
        const list = found.get(`${kind} ${key}`)
        if (list) list.push(supplier)
        else found.set(`${kind} ${key}`, [supplier])
      }
    }
  }
  return found.get(`${kind} ${city}`) ?? []
}

/**
 * The list of a kind in a city, open ones first: kept until the next of its suppliers opens or closes, so that a page of it costs a page.
 * A point may choose other branches, so that its list is worked out for it.
 */
export const orderedSuppliers = (snapshot: Snapshot, choice: Choice, now: Instant, point: Point | null): Ordered => {
  const suppliers = within(snapshot, choice.kind, choice.city)
  if (point || suppliers.length === 0) return sortSuppliers(suppliers, choice.sorting, now, point)
  const kept = orders.get(snapshot) ?? new Map<string, Kept>()
  orders.set(snapshot, kept)
  const key = `${choice.kind} ${choice.city ?? ''} ${choice.sorting}`
  const known = kept.get(key)
  if (known && now >= known.from && now < known.until) return known
  const until = Math.min(...suppliers.flatMap(({ branches }) => branches.map(({ schedule }) => rememberedState(schedule, now).until)))
  const made = { ...sortSuppliers(suppliers, choice.sorting, now, null), from: now, until }
  kept.set(key, made)
  return made
}

const sortSuppliers = (suppliers: readonly DirectorySupplier[], sorting: number, now: Instant, point: Point | null): Ordered => {
  const rank = ranking(sorting)
  const ranked = suppliers.map((supplier) => {
    const serving = servingOf(supplier, now, point)
    return { supplier, closed: rememberedState(serving.branch.schedule, now).open ? 0 : 1, rank: rank(supplier, serving) }
  })
  ranked.sort(
    (a, b) => a.closed - b.closed || a.rank - b.rank || a.supplier.position - b.supplier.position || a.supplier.id - b.supplier.id
  )
  return { suppliers: ranked.map(({ supplier }) => supplier), open: ranked.filter(({ closed }) => closed === 0).length }
}

type Rank = (supplier: DirectorySupplier, serving: ReturnType<typeof servingOf>) => number

/** Lower comes first. A rating counts the more the more people gave it. */
const ranking = (sorting: number): Rank => {
  switch (sorting) {
    case SUPPLIER_SORTINGS.new:
      return ({ isNew }) => (isNew ? 0 : 1)
    case SUPPLIER_SORTINGS.deliveryTime:
      return (_, { minutes }) => minutes.from
    case SUPPLIER_SORTINGS.deals:
      return ({ hasDiscount }) => (hasDiscount ? 0 : 1)
    case SUPPLIER_SORTINGS.freeDelivery:
      return (_, { zone }) => zone?.price ?? 0
    default:
      return ({ ratingAverage, ratingCount }) => (ratingAverage === null ? 0 : -(ratingAverage * ratingCount) / (ratingCount + 20))
  }
}
