import { DEFAULT_CITY } from '#domain/constants.ts'
import { distanceKm, zoneAt, type Point } from '#domain/delivery.ts'
import type { Instant } from '#domain/time/yerevan-time.ts'
import { slot } from '#server/cache.ts'
import { isOpenNow } from '#server/catalogue-memory/branch-schedule.ts'
import type { DirectoryBranch, DirectorySupplier, Snapshot } from '#server/catalogue-memory/directory.ts'

/** Where a visitor wants things delivered: a city by key, or a point. */
export interface AreaQuery {
  city?: string | undefined
  lat?: number | undefined
  lng?: number | undefined
}
export interface Area {
  /** Key of the city; null when the market has none. */
  city: string | null
  point: Point | null
  /** Branches of a supplier that deliver there. */
  branchesOf: (supplier: DirectorySupplier) => readonly DirectoryBranch[]
}

const AREAS = slot<Map<string, Area>>('areas by city')

/** Returns the area of a query: its point, else its city, else the default city. Everything that asks "who delivers here" asks this. */
export const areaOf = (market: Snapshot, { city: key, lat, lng }: AreaQuery): Area => {
  const city = [key, DEFAULT_CITY].map((one) => market.cities.find((row) => row.key === one)).find(Boolean) ?? market.cities[0]
  if (lat !== undefined && lng !== undefined)
    return remembering(city?.key ?? null, { lat, lng }, ({ branches }) => reaching(branches, { lat, lng }))
  const areas = market.cache.get(AREAS, () => new Map())
  const cached = areas.get(city?.key ?? '')
  if (cached) return cached
  // A branch in the city delivers in it; from outside its zones must reach the centre.
  const area = remembering(city?.key ?? null, null, ({ branches }) =>
    city ? branches.filter((branch) => branch.city === city.key || reaching([branch], city).length > 0) : branches
  )
  areas.set(city?.key ?? '', area)
  return area
}

const reaching = (branches: readonly DirectoryBranch[], point: Point): readonly DirectoryBranch[] =>
  branches.filter((branch) => zoneAt(branch.zones, distanceKm(branch, point)) !== null)

const remembering = (city: string | null, point: Point | null, read: Area['branchesOf']): Area => {
  const branches = new Map<number, readonly DirectoryBranch[]>()
  return {
    city,
    point,
    branchesOf: (supplier) => {
      const cached = branches.get(supplier.id) ?? read(supplier)
      branches.set(supplier.id, cached)
      return cached
    }
  }
}

/** Whether a supplier delivers to an area, and whether it is open for that now. */
export const servesNow = (area: Area, supplier: DirectorySupplier, now: Instant): { delivers: boolean; open: boolean } => {
  const branches = area.branchesOf(supplier)
  const delivers = branches.length > 0
  return { delivers, open: (delivers ? branches : supplier.branches).some((branch) => isOpenNow(branch, now)) }
}
