import type { Point } from '#domain/delivery.ts'
import { SUPPLIER_SORTINGS, type SupplierKind } from '#domain/enums.ts'
import type { Instant } from '#domain/time/yerevan-time.ts'
import { pickupBranches } from '#server/catalogue-memory/pickup-branches.ts'
import type { DirectorySupplier, Snapshot } from '#server/catalogue-memory/directory.ts'
import { slot } from '#server/cache.ts'
import type { Area } from './area.ts'
import { servingOf } from './supplier-card.ts'

/** Suppliers in the order of a list, and which of them are open. */
export interface Ordered {
  suppliers: readonly DirectorySupplier[]
  open: ReadonlySet<DirectorySupplier>
}

interface Cached extends Ordered {
  from: Instant
  until: Instant
}

interface Choice {
  kind: SupplierKind | 'all'
  /** Where they deliver to; null for the whole market. */
  area: Area | null
  sorting: number
}

const ORDERS = slot<Map<string, Cached>>('orders of suppliers')

/** Returns suppliers of a kind that deliver to an area. */
const within = (snapshot: Snapshot, { kind, area }: Choice): readonly DirectorySupplier[] => {
  const all = kind === 'all' ? snapshot.suppliers : (snapshot.byKind.get(kind) ?? [])
  return area ? all.filter((supplier) => area.branchesOf(supplier).length > 0) : all
}

/**
 * Returns the list of a kind in an area, open suppliers first. Cached until the next of its suppliers opens or closes, so that a page costs
 * only itself. Not cached for a point, which may select other branches; those that do not deliver there are last.
 */
export const orderedSuppliers = (snapshot: Snapshot, choice: Choice, now: Instant, point: Point | null): Ordered => {
  if (point) return sortSuppliers(within(snapshot, choice), choice, now, point)
  const cached = snapshot.cache.get(ORDERS, () => new Map())
  const key = `${choice.kind} ${choice.area?.city ?? ''} ${choice.sorting}`
  const current = cached.get(key)
  if (current && now >= current.from && now < current.until) return current
  const suppliers = within(snapshot, choice)
  const until = Math.min(...suppliers.flatMap(({ branches }) => branches.map(({ schedule }) => schedule.stateAt(now).until)))
  const entry = { ...sortSuppliers(suppliers, choice, now, null), from: now, until }
  cached.set(key, entry)
  return entry
}

const sortSuppliers = (suppliers: readonly DirectorySupplier[], { sorting, area }: Choice, now: Instant, point: Point | null): Ordered => {
  const ranked = suppliers.map((supplier): Ranked => {
    const serving = servingOf(supplier, now, point, area?.branchesOf(supplier))
    const closed = serving.branch.schedule.stateAt(now).open ? 0 : 1
    const away = serving.delivers ? 0 : 1
    return { supplier, away, closed, rank: rankOf(sorting, supplier, serving), usual: recommended(supplier, serving) }
  })
  const inOrder = (a: Ranked, b: Ranked): number =>
    a.away - b.away ||
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
  return {
    suppliers: ranked.map(({ supplier }) => supplier),
    open: new Set(ranked.filter(({ closed }) => closed === 0).map(({ supplier }) => supplier))
  }
}

type Serving = ReturnType<typeof servingOf>
interface Ranked {
  supplier: DirectorySupplier
  /** Does not deliver to the point. */
  away: 0 | 1
  closed: 0 | 1
  rank: number
  usual: number
}

/** Recommended order, the same for everybody: the best of each category, then the second best of each. */
const interleaveKinds = (ranked: readonly Ranked[]): void => {
  const ranks = new Map<string, number>()
  for (const item of ranked) {
    const category = `${item.away} ${item.closed} ${item.supplier.categories[0]?.key ?? ''}`
    item.rank = ranks.get(category) ?? 0
    ranks.set(category, item.rank + 1)
  }
}

/**
 * Combines all rating factors, lower first: turnover (a rating weighs more with more votes), isNew, hasDiscount, prepTime including
 * delivery, shippingCost, and distance if there is a point. One star weighs as much as three hours or 5,000 AMD.
 */
const recommended = ({ ratingAverage, ratingCount, isNew, maxDiscount }: DirectorySupplier, { minutes, zone, km }: Serving): number =>
  -((ratingAverage ?? 3.5) * ratingCount) / (ratingCount + 20) -
  (isNew ? 0.15 : 0) -
  (maxDiscount > 0 ? 0.1 : 0) +
  minutes.from / 180 +
  (zone?.price ?? 0) / 500_000 +
  km / 20

/** A supplier counts as most popular from this rating (spec section 9); the others follow. */
const POPULAR_RATING = 4.5
const MAX_RATINGS = 1_000_000_000
const PRICE_TO_FREE = 1_000_000_000

/** Sort key: lower first; equal ones in recommended order. */
const rankOf = (sorting: number, supplier: DirectorySupplier, { zone, minutes, km }: Serving): number => {
  switch (sorting) {
    case SUPPLIER_SORTINGS.mostPopular:
      return ((supplier.ratingAverage ?? 0) >= POPULAR_RATING ? 0 : MAX_RATINGS) - supplier.ratingCount
    case SUPPLIER_SORTINGS.new:
      return supplier.isNew ? 0 : 1
    // Without a point there is no distance: the shortest delivery to the first zone comes first.
    case SUPPLIER_SORTINGS.distance:
      return km || (zone?.minutes ?? 0)
    case SUPPLIER_SORTINGS.deliveryTime:
      return minutes.from
    case SUPPLIER_SORTINGS.deals:
      return -supplier.maxDiscount
    case SUPPLIER_SORTINGS.freeDelivery:
      return zone?.price === 0 ? 0 : (zone?.price ?? 0) + (zone?.freeFrom ?? PRICE_TO_FREE) / PRICE_TO_FREE
    // Pickup: preparation plus the walk to the branch.
    case SUPPLIER_SORTINGS.pickUp:
      return pickupBranches(supplier).length === 0 ? PRICE_TO_FREE : supplier.preparationMinutes + km * 12
    default:
      return 0
  }
}
