import type { BranchInfo, OpenState } from '#contract/catalogue/branches.ts'
import type { SupplierCard } from '#contract/catalogue/calls.ts'
import { chooseBranch, deliveryWindow, distanceKm, zoneAt, type Point } from '#domain/delivery.ts'
import { SUPPLIER_STATUS } from '#domain/enums.ts'
import type { Locale } from '#domain/locale.ts'
import { toAmd } from '#domain/money.ts'
import { exceptionOn } from '#domain/time/opening-hours.ts'
import { toIso, yerevan, type Instant } from '#domain/time/yerevan-time.ts'
import type { DirectoryBranch, DirectorySupplier } from '#server/catalogue-memory/directory.ts'
import { isOpenNow, type BranchSchedule } from '#server/catalogue-memory/branch-schedule.ts'

/** Formats the open state for the wire. */
export const openStateOf = (schedule: BranchSchedule, now: Instant): OpenState => {
  const state = schedule.stateAt(now)
  return {
    status: state.open ? SUPPLIER_STATUS.open : SUPPLIER_STATUS.closed,
    changesAt: state.changesAt === null ? null : toIso(state.changesAt),
    reason: state.reason,
    closesSoon: state.closesSoon,
    ...(!state.open && exceptionOn(schedule, yerevan(now).date) ? { exceptional: true } : {})
  }
}

/** Returns the branch that would serve a point, with its zone and minutes; without a point the open one. `branches`: those that come into question. */
export const servingOf = (
  supplier: DirectorySupplier,
  now: Instant,
  point: Point | null,
  branches: readonly DirectoryBranch[] = supplier.branches
) => {
  const branch = chooseBranch(branches.length > 0 ? branches : supplier.branches, point, now, isOpenNow)
  const km = point ? distanceKm(branch, point) : 0
  const reached = point ? zoneAt(branch.zones, km) : null
  const zone = reached ?? branch.zones[0]
  return {
    branch,
    zone,
    km,
    delivers: supplier.admissions !== null || !point || reached !== null,
    minutes: deliveryWindow(supplier.preparationMinutes, zone?.minutes ?? 0)
  }
}

/** Formats a supplier as a card, for a point if one is given, else as those of its `branches` that come into question serve. */
export const supplierCard = (
  supplier: DirectorySupplier,
  locale: Locale,
  now: Instant,
  point: Point | null,
  branches?: readonly DirectoryBranch[]
): SupplierCard => {
  const { branch, zone, km, delivers, minutes } = servingOf(supplier, now, point, branches)
  return {
    id: supplier.id,
    alias: supplier.alias,
    kind: supplier.kind,
    name: supplier.name[locale],
    pictures: supplier.pictures,
    hue: supplier.hue,
    categories: supplier.categories.map(({ key, name }) => ({ key, name: name[locale] })),
    rating: supplier.ratingAverage === null ? null : { average: supplier.ratingAverage, count: supplier.ratingCount },
    isNew: supplier.isNew,
    maxDiscount: supplier.maxDiscount,
    city: supplier.city,
    minimum: toAmd(supplier.minimum),
    ...(supplier.admissions && { sellsTickets: true }),
    ...(point ? { near: { km: Math.round(km * 100) / 100, delivers } } : {}),
    open: openStateOf(branch.schedule, now),
    delivery: {
      priceFrom: toAmd(zone?.price ?? 0),
      freeFrom: zone?.freeFrom == null ? null : toAmd(zone.freeFrom),
      minutesFrom: minutes.from,
      minutesTo: minutes.to
    }
  }
}

export const branchInfo = (branch: DirectoryBranch, locale: Locale, now: Instant): BranchInfo => ({
  branchId: branch.id,
  city: branch.city,
  address: branch.address[locale],
  lat: branch.lat,
  lng: branch.lng,
  phone: branch.phone,
  pickup: branch.pickup,
  hours: branch.hours,
  exceptions: branch.exceptions
    .filter(({ to }) => to >= yerevan(now).date)
    .map(({ from, to, reason, hours }) => ({ from, to, reason, hours })),
  zones: branch.zones.map(({ upToKm, price, minutes, freeFrom }) => ({
    upToKm,
    price: toAmd(price),
    minutes,
    freeFrom: freeFrom === null ? null : toAmd(freeFrom)
  }))
})
