import type { Reach } from '#contract/geo/calls.ts'
import { distanceKm, type Point } from '#domain/delivery.ts'
import type { Context } from '#server/context.ts'
import type { DirectorySupplier } from '#server/catalogue-memory/directory.ts'

const pointsIn = (points: string): Point[] =>
  points.split('|').map((point) => {
    const [lat = 0, lng = 0] = point.split(',').map(Number)
    return { lat, lng }
  })

const delivers = ({ branches }: DirectorySupplier, point: Point, around: number): boolean =>
  branches.some((branch) => {
    const km = distanceKm(branch, point) - around
    return branch.zones.some(({ upToKm }) => km <= upToKm)
  })

/** Returns who delivers to points, before anything is ordered; see the contract for `around`. Unknown supplier ids are ignored. */
export const reach = async (
  ctx: Context,
  { points, suppliers = '', around = 0 }: { points: string; suppliers?: string | undefined; around?: number | undefined }
): Promise<Reach[]> => {
  const { suppliers: all, byId } = await ctx.directory.read()
  const requested = suppliers.split('|').flatMap((id) => byId.get(Number(id)) ?? [])
  return pointsIn(points).map((point) => ({
    somebody: all.some((supplier) => delivers(supplier, point, around)),
    missing: requested.filter((supplier) => !delivers(supplier, point, around)).map(({ name }) => name[ctx.locale])
  }))
}
