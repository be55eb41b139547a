import type { Instant } from '#domain/time/yerevan-time.ts'
import { slot } from '#server/cache.ts'
import { isOpenNow } from '#server/catalogue-memory/branch-schedule.ts'
import type { DirectorySupplier, Snapshot } from '#server/catalogue-memory/directory.ts'
import { areaOf } from './area.ts'

/** Suppliers that deliver to a city, and which of them are open there. */
export interface ServingNow {
  /** Key of the city, '' in a market without cities. */
  city: string
  /** In the order of the market. */
  suppliers: readonly DirectorySupplier[]
  delivers: (supplier: DirectorySupplier) => boolean
  isOpen: (supplier: DirectorySupplier) => boolean
}

interface Cached {
  from: Instant
  until: Instant
  serving: ServingNow
}
const SERVING = slot<Map<string, Cached>>('suppliers serving a city')

/** Cached until the next of them opens or closes, so that lists made of the same object have the same order. An unknown city is the default one. */
export const servingNow = (market: Snapshot, city: string | undefined, now: Instant): ServingNow => {
  const area = areaOf(market, { city })
  const key = area.city ?? ''
  const cached = market.cache.get(SERVING, () => new Map())
  const current = cached.get(key)
  if (current && now >= current.from && now < current.until) return current.serving
  const branches = new Map(market.suppliers.map((supplier) => [supplier, area.branchesOf(supplier)] as const))
  const suppliers = market.suppliers.filter((supplier) => (branches.get(supplier) ?? []).length > 0)
  const open = new Set(suppliers.filter((supplier) => branches.get(supplier)?.some((branch) => isOpenNow(branch, now))))
  const within = new Set(suppliers)
  const until = suppliers.reduce(
    (first, supplier) => Math.min(first, ...(branches.get(supplier) ?? []).map(({ schedule }) => schedule.stateAt(now).until)),
    Infinity
  )
  const serving = {
    city: key,
    suppliers,
    delivers: (supplier: DirectorySupplier) => within.has(supplier),
    isOpen: (supplier: DirectorySupplier) => open.has(supplier)
  }
  cached.set(key, { from: now, until, serving })
  return serving
}
