import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseBranch, deliveryPrice, deliveryWindow, distanceKm, zoneAt, type BranchLike, type Zone } from '#domain/delivery.ts'
import { instantOf } from '#domain/time/yerevan-time.ts'

const point = fc.record({ lat: fc.double({ min: -89, max: 89, noNaN: true }), lng: fc.double({ min: -180, max: 180, noNaN: true }) })
const zone: fc.Arbitrary<Zone> = fc.record({
  upToKm: fc.integer({ min: 1, max: 20 }),
  price: fc.integer({ min: 0, max: 200_000 }),
  minutes: fc.integer({ min: 5, max: 90 }),
  freeFrom: fc.option(fc.integer({ min: 0, max: 2_000_000 }))
})

describe('distance', () => {
  it('knows the way from Yerevan to Gyumri and to Vanadzor', () => {
    const yerevan = { lat: 40.1777, lng: 44.5126 }
    expect(distanceKm(yerevan, { lat: 40.7894, lng: 43.8475 })).toBeCloseTo(88.2, 0)
    expect(distanceKm(yerevan, { lat: 40.8128, lng: 44.4883 })).toBeCloseTo(70.6, 0)
  })
  it('one degree along a meridian is 111.195 km', () => {
    expect(distanceKm({ lat: 40, lng: 44 }, { lat: 41, lng: 44 })).toBeCloseTo(111.195, 2)
  })
  it('is zero to itself, the same both ways, and never longer than a detour', () => {
    fc.assert(
      fc.property(point, point, point, (a, b, c) => {
        expect(distanceKm(a, a)).toBe(0)
        expect(distanceKm(a, b)).toBeCloseTo(distanceKm(b, a), 9)
        expect(distanceKm(a, b)).toBeLessThanOrEqual(distanceKm(a, c) + distanceKm(c, b) + 0.001)
        expect(distanceKm(a, b)).toBeLessThanOrEqual(20_016)
      })
    )
  })
})

describe('price of the way', () => {
  const zones: Zone[] = [
    { upToKm: 6, price: 70_000, minutes: 30, freeFrom: null },
    { upToKm: 2, price: 40_000, minutes: 15, freeFrom: 800_000 }
  ]
  it('finds the nearest zone that reaches, borders included, in any order', () => {
    expect(zoneAt(zones, 0)?.price).toBe(40_000)
    expect(zoneAt(zones, 2)?.price).toBe(40_000)
    expect(zoneAt(zones, 2.001)?.price).toBe(70_000)
    expect(zoneAt(zones, 6.001)).toBeNull()
    expect(zoneAt([], 1)).toBeNull()
    expect(zoneAt(zones, Number.NaN)).toBeNull()
  })
  it('is free from the sum on', () => {
    const [far, near] = zones as [Zone, Zone]
    expect(deliveryPrice(near, 799_999)).toBe(40_000)
    expect(deliveryPrice(near, 800_000)).toBe(0)
    expect(deliveryPrice(far, 99_999_999)).toBe(70_000)
  })
  it('never rises with the sum, and the zone agrees with a sorted search', () => {
    fc.assert(
      fc.property(
        fc.array(zone, { maxLength: 5 }),
        fc.double({ min: 0, max: 25, noNaN: true }),
        fc.nat(3_000_000),
        fc.nat(100_000),
        (all, km, sum, more) => {
          const found = zoneAt(all, km)
          expect(found?.upToKm ?? null).toBe([...all].sort((a, b) => a.upToKm - b.upToKm).find((each) => each.upToKm >= km)?.upToKm ?? null)
          if (found) expect(deliveryPrice(found, sum + more)).toBeLessThanOrEqual(deliveryPrice(found, sum))
        }
      )
    )
  })
  it('the window holds fives, covers the estimate and is ten or fifteen minutes wide', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), (preparation, way) => {
        const { from, to } = deliveryWindow(preparation, way)
        expect([from % 5, to % 5]).toEqual([0, 0])
        expect(from - (preparation + way)).toBeGreaterThanOrEqual(0)
        expect(from - (preparation + way)).toBeLessThan(5)
        expect([10, 15]).toContain(to - from)
      })
    )
    expect(deliveryWindow(10, 13)).toEqual({ from: 25, to: 35 })
    expect(deliveryWindow(30, 20)).toEqual({ from: 50, to: 65 })
  })
})

describe('choosing a branch', () => {
  const noon = instantOf('2026-11-20', '12:00')
  const branch = (id: number, lat: number, hours: string, upToKm: number): BranchLike => ({
    id,
    lat,
    lng: 44.5,
    schedule: { week: Array.from({ length: 7 }, () => [hours]), exceptions: [] },
    zones: [{ upToKm, price: 50_000, minutes: 20, freeFrom: null }]
  })
  const near = branch(1, 40.18, '10:00-23:00', 5)
  const nearClosed = branch(2, 40.18, '18:00-23:00', 5)
  const far = branch(3, 40.2, '10:00-23:00', 5)
  const short = branch(4, 40.181, '10:00-23:00', 0.01)
  const home = { lat: 40.179, lng: 44.5 }

  it.each([
    ['the nearest open one that delivers', [far, nearClosed, near], 1],
    ['an open one further away before a closed one nearby', [nearClosed, far], 3],
    ['a closed one that delivers before an open one that does not', [short, nearClosed], 2],
    ['the nearest when nobody delivers', [branch(5, 41, '10:00-23:00', 1), short], 4],
    ['the lower id of two at one place', [branch(9, 40.18, '10:00-23:00', 5), near], 1]
  ])('takes %s', (_, branches, id) => {
    expect(chooseBranch(branches, home, noon).id).toBe(id)
  })
  it('without a point takes the first open one, else the first', () => {
    expect(chooseBranch([nearClosed, far, near], null, noon).id).toBe(3)
    expect(chooseBranch([nearClosed, far, near], null, instantOf('2026-11-20', '04:00')).id).toBe(2)
  })
  it('does not depend on the order of branches when a point is known', () => {
    const any = fc.record({
      lat: fc.integer({ min: 0, max: 5 }),
      hours: fc.constantFrom('10:00-23:00', '18:00-23:00'),
      reach: fc.integer({ min: 1, max: 8 })
    })
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 6 }), fc.nat(), (made, turn) => {
        const branches = made.map((each, index) => branch(index, 40.15 + each.lat / 100, each.hours, each.reach))
        const shift = turn % branches.length
        const turned = [...branches.slice(shift), ...branches.slice(0, shift)]
        expect(chooseBranch(turned, home, noon).id).toBe(chooseBranch(branches, home, noon).id)
      })
    )
  })
  it('a supplier without branches is a fault', () => {
    expect(() => chooseBranch([], home, noon)).toThrow(RangeError)
  })
})
