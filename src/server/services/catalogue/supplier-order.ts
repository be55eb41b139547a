import type { Point } from '#domain/delivery.ts'
import { SUPPLIER_SORTINGS, type SupplierKind } from '#domain/enums.ts'
import type { Instant } from '#domain/time/yerevan-time.ts'
import type { DirectorySupplier, Snapshot } from '#server/catalogue-memory/directory.ts'
import { slot } from '#server/cache.ts'
import { servingOf } from './supplier-card.ts'

/** Suppliers in the order of a list: the first `open` of them are open. */
export interface Ordered {
  suppliers: readonly DirectorySupplier[]
  open: number
}

interface Cached extends Ordered {
  from: Instant
  until: Instant
}

interface Choice {
  kind: SupplierKind | 'all'
  /** Key of a city; undefined for the whole market. */
  city: string | undefined
  sorting: number
}

const BY_CITY = slot<Map<string, DirectorySupplier[]>>('suppliers by city')
const ORDERS = slot<Map<string, Cached>>('orders of suppliers')

/** Returns suppliers of a kind and a city, cached for the lifetime of a snapshot. */
const within = (snapshot: Snapshot, kind: Choice['kind'], city: string | undefined): readonly DirectorySupplier[] => {
  const all = kind === 'all' ? snapshot.suppliers : (snapshot.byKind.get(kind) ?? [])
  if (city === undefined) return all
  const found = snapshot.cache.get(BY_CITY, () => new Map())
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
 * Returns the list of a kind in a city, open suppliers first. Cached until the next of its suppliers opens or closes, so that a page costs
 * only itself. Not cached for a point, which may select other branches.
 */
export const orderedSuppliers = (snapshot: Snapshot, choice: Choice, now: Instant, point: Point | null): Ordered => {
  const suppliers = within(snapshot, choice.kind, choice.city)
  if (point || suppliers.length === 0) return sortSuppliers(suppliers, choice.sorting, now, point)
  const cached = snapshot.cache.get(ORDERS, () => new Map())
  const key = `${choice.kind} ${choice.city ?? ''} ${choice.sorting}`
  const current = cached.get(key)
  if (current && now >= current.from && now < current.until) return current
  const until = Math.min(...suppliers.flatMap(({ branches }) => branches.map(({ schedule }) => schedule.stateAt(now).until)))
  const entry = { ...sortSuppliers(suppliers, choice.sorting, now, null), from: now, until }
  cached.set(key, entry)
  return entry
}

const sortSuppliers = (suppliers: readonly DirectorySupplier[], sorting: number, now: Instant, point: Point | null): Ordered => {
  const ranked = suppliers.map((supplier): Ranked => {
    const serving = servingOf(supplier, now, point)
    const closed = serving.branch.schedule.stateAt(now).open ? 0 : 1
    return { supplier, closed, rank: rankOf(sorting, supplier, serving), usual: recommended(supplier, serving) }
  })
  const inOrder = (a: Ranked, b: Ranked): number =>
    a.closed - b.closed ||
    a.rank - b.rank ||
    a.usual - b.usual ||
    a.supplier.position - b.supplier.position ||
    a.supplier.id - b.supplier.id
  ranked.sort(inOrder)
  if (sorting === SUPPLIER_SORTINGS.pickedForYou) {
    interleaveKinds(ranked)
    ranked.sort(inOrder)
  }
  return { suppliers: ranked.map(({ supplier }) => supplier), open: ranked.filter(({ closed }) => closed === 0).length }
}

type Serving = ReturnType<typeof servingOf>
interface Ranked {
  supplier: DirectorySupplier
  closed: 0 | 1
  rank: number
  usual: number
}

/** Recommended order, the same for everybody: the best of each category, then the second best of each. */
const interleaveKinds = (ranked: readonly Ranked[]): void => {
  const ranks = new Map<string, number>()
  for (const item of ranked) {
    const category = `${item.closed} ${item.supplier.categories[0]?.key ?? ''}`
    item.rank = ranks.get(category) ?? 0
    ranks.set(category, item.rank + 1)
  }
}

/**
 * Combines all rating factors, lower first: turnover (a rating weighs more with more votes), isNew, hasDiscount, prepTime including
 * delivery, shippingCost, and distance if there is a point. One star weighs as much as three hours or 5,000 AMD.
 */
const recommended = ({ ratingAverage, ratingCount, isNew, hasDiscount }: DirectorySupplier, { minutes, zone, km }: Serving): number =>
  -((ratingAverage ?? 3.5) * ratingCount) / (ratingCount + 20) -
  (isNew ? 0.15 : 0) -
  (hasDiscount ? 0.1 : 0) +
  minutes.from / 180 +
  (zone?.price ?? 0) / 500_000 +
  km / 20

const PRICE_TO_FREE = 1_000_000_000

/** Sort key: lower first; equal ones in recommended order. */
const rankOf = (sorting: number, supplier: DirectorySupplier, { zone, minutes, km }: Serving): number => {
  switch (sorting) {
    case SUPPLIER_SORTINGS.mostPopular:
      return -supplier.ratingCount
    case SUPPLIER_SORTINGS.new:
      return supplier.isNew ? 0 : 1
    // Without a point there is no distance: the shortest delivery to the first zone comes first.
    case SUPPLIER_SORTINGS.distance:
      return km || (zone?.minutes ?? 0)
    case SUPPLIER_SORTINGS.deliveryTime:
      return minutes.from
    case SUPPLIER_SORTINGS.deals:
      return supplier.hasDiscount ? 0 : 1
    case SUPPLIER_SORTINGS.freeDelivery:
      return zone?.price === 0 ? 0 : (zone?.price ?? 0) + (zone?.freeFrom ?? PRICE_TO_FREE) / PRICE_TO_FREE
    // Pickup: preparation plus the walk to the branch.
    case SUPPLIER_SORTINGS.pickUp:
      return supplier.kind === 'service' ? PRICE_TO_FREE : supplier.preparationMinutes + km * 12
    default:
      return 0
  }
}
